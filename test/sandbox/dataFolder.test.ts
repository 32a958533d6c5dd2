import { appendFileSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { consentClient } from '../support/platforms/consentClient';
import { openSandbox } from '../support/servers/sandbox';
import { useEachTempDir } from '../support/tempDir';
import { openCollection } from '../../sandbox/storage/collection';

describe('A data folder', () => {
  const folder = useEachTempDir();

  it('keeps codes, counts and the secrets of receivers', async () => {
    const first = await openSandbox({ dataDir: folder.path });
    const { code } = await consentClient(() => first).allow('Olive One');
    await first.control('POST', '/statistics', { channelId: 'UCsandboxOlivesKitchen01', viewCount: 7 });
    await first.control('POST', '/receiver/demo/settings', { secret: 'whsec_AAAA', failTimes: 3 });
    await first.stop();

    const second = await openSandbox({ dataDir: folder.path });
    const { body } = await consentClient(() => second).exchange(code);
    const answer = await second.youtube('GET', '/youtube/v3/channels?part=statistics&mine=true', {
      token: body.access_token,
    });
    expect(answer.body.items).toMatchObject([{ statistics: { viewCount: '7' } }]);
    expect((await second.control('GET', '/receiver/demo')).body.settings).toMatchObject({
      hasSecret: true,
      failTimes: 3,
    });
    await second.stop();
  });
});

describe('A collection', () => {
  const folder = useEachTempDir();
  const file = () => folder.at('numbers.jsonl');
  const open = () => openCollection(file(), z.number());

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
    appendFileSync(file(), '["a",2');
    const again = open();
    expect(again.get('a')).toBe(1);
    again.put('a', 3);
    expect(open().get('a')).toBe(3);
  });

  it('does not keep its history for ever', () => {
    const numbers = open();
    for (let count = 0; count < 5000; count += 1) numbers.put('a', count);
    expect(readFileSync(file(), 'utf8').split('\n').length).toBeLessThan(2100);
    expect(open().get('a')).toBe(4999);
  });

  it('refuses a journal that is not its own', () => {
    appendFileSync(file(), '["a","text"]\n');
    expect(open).toThrow('expected number');
  });
});
