import files from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createFileStore } from '../../../lib/mediaStore/fileStore';
import { useTempDir } from '../../support/tempDir';

const dir = useTempDir();

it('a file that is finished survives a power cut: it is synchronized, and so is its name in the folder', async () => {
  const store = createFileStore(dir.at('media'));
  await store.begin('id', 4);
  await store.write('id', 0, Readable.from([Buffer.from('film')]));
  const synchronized: string[] = [];
  const { open } = files;
  const opened = jest.spyOn(files, 'open').mockImplementation(async (path, flags, mode): Promise<FileHandle> => {
    const file = await open(path, flags, mode);
    const { sync } = file;
    file.sync = async () => {
      await sync.call(file);
      synchronized.push(String(path));
    };
    return file;
  });
  await store.finish('id').finally(() => opened.mockRestore());

  expect(synchronized).toEqual([dir.at('media/id'), dir.at('media')]);
});
