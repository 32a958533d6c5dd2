import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openCollection } from '../../sandbox/storage/collection';

describe('A collection', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
    file = join(folder, 'numbers.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = () => openCollection(file, z.number());

  it('is the same when it is opened again: changes, removals and order', () => {
    const first = open();
    for (const [id, record] of Object.entries({ b: 1, a: 2, c: 3 })) first.put(id, record);
    first.put('b', 4);
    first.delete('a');
    expect(open().values()).toEqual([4, 3]);
    first.clear();
    expect(open().values()).toEqual([]);
  });

  it('takes no notice of a line that was cut by the death of its process', () => {
    open().put('a', 1);
    appendFileSync(file, '["a",2');
    const again = open();
    expect(again.get('a')).toBe(1);
    again.put('a', 3);
    expect(open().get('a')).toBe(3);
  });

  it('does not keep its history for ever', () => {
    const numbers = open();
    for (let count = 0; count < 5000; count += 1) numbers.put('a', count);
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(2100);
    expect(open().get('a')).toBe(4999);
  });

  it('refuses a journal that is not its own', () => {
    appendFileSync(file, '["a","text"]\n');
    expect(open).toThrow('expected number');
  });
});
