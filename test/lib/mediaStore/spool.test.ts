import files from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { StoreFull } from '../../../lib/mediaStore/MediaStore';
import { Spool } from '../../../lib/mediaStore/spool';
import { useTempDir } from '../../support/tempDir';

const dir = useTempDir();
const noop = () => undefined;
const bytes = (length: number) => Buffer.alloc(length, 'x');

describe('the spool of uploads', () => {
  it('gives back what was written, and leaves no file in its folder', async () => {
    const file = await new Spool(dir.path, 100).open(noop);
    await file.append(Buffer.from('fi'));
    await file.append(Buffer.from('lm'));
    expect([file.size, readdirSync(dir.path)]).toEqual([4, []]);
    expect((await buffer(file.read())).toString()).toBe('film');
    await file.remove();
  });

  it('lets the file that was opened first make room, and no second one before that is gone', async () => {
    const spool = new Spool(dir.path, 10);
    const wanted: string[] = [];
    const open = async (name: string) => spool.open(() => wanted.push(name));
    const [first, second, third] = [await open('first'), await open('second'), await open('third')];
    for (const file of [first, second]) await file.append(bytes(4));
    const waiting = third.append(bytes(6));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(wanted).toEqual(['first']);
    await expect(first.append(bytes(1))).rejects.toThrow(StoreFull);
    await buffer(first.read());
    await first.remove();
    await waiting;
    expect([wanted, third.size]).toEqual([['first'], 6]);
    for (const file of [second, third]) await file.remove();
  });

  it('is full for a file that would have to make room itself, and for one that waits too long', async () => {
    const alone = await new Spool(dir.path, 10).open(noop);
    await alone.append(bytes(8));
    await expect(alone.append(bytes(3))).rejects.toThrow(StoreFull);
    expect((await buffer(alone.read())).length).toBe(8);
    const spool = new Spool(dir.path, 10, 100);
    const [sent, late] = [await spool.open(noop), await spool.open(noop)];
    await sent.append(bytes(8));
    sent.read().destroy();
    await expect(late.append(bytes(3))).rejects.toThrow(StoreFull);
    for (const file of [alone, sent, late]) await file.remove();
  });

  it('is full when its disk is, and keeps what was written before', async () => {
    const { open } = files;
    const opened = jest.spyOn(files, 'open').mockImplementation(async (path, flags, mode) => {
      const handle = await open(path, flags, mode);
      const full = await open('/dev/full', 'w');
      const write = handle.write.bind(handle) as (...given: unknown[]) => Promise<never>;
      const toFull = full.write.bind(full) as typeof write;
      let count = 0;
      handle.write = async (...given: unknown[]) => ((count += 1) > 1 ? toFull(given[0]) : write(...given));
      const { close } = handle;
      handle.close = async () => {
        await full.close();
        await close.call(handle);
      };
      return handle;
    });
    const file = await new Spool(dir.path, 100).open(noop).finally(() => opened.mockRestore());
    await file.append(Buffer.from('film'));
    await expect(file.append(Buffer.from('more'))).rejects.toThrow(StoreFull);
    expect((await buffer(file.read())).toString()).toBe('film');
    await file.remove();
  });
});
