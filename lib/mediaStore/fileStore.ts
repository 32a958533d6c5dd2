import { constants } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileMissing, StoreFull } from './MediaStore';
import type { MediaStore } from './MediaStore';

/**
 * Files in a folder that all processes share. `@tus/file-store` keeps a second record of each session beside it, and does
 * not tell a full disk from other faults (docs/decisions/0024-upload-sessions.md).
 */
export function createFileStore(folder: string): MediaStore {
  const pathOf = (id: string): string => join(folder, id);
  return {
    begin: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(explain);
    },
    offset: async (id) => {
      const found = await stat(pathOf(id)).catch(unlessMissing);
      return found?.size ?? 0;
    },
    write: async (id, offset, body) => {
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600).catch(explain);
      return using(file, async () => append(file, offset, body));
    },
    finish: async (id) => {
      const file = await open(pathOf(id), 'r+').catch(explain);
      await using(file, async () => file.sync().catch(explain));
      // Its name is in the folder, which is synchronized by itself (fsync(2)).
      const named = await open(folder, 'r');
      await using(named, async () => named.sync());
    },
    read: async (id, { start, end }) => {
      const file = await open(pathOf(id), 'r').catch(explain);
      return file.createReadStream({ start, ...(end !== undefined && { end: end - 1 }) });
    },
    remove: async (id) => rm(pathOf(id), { force: true }),
  };
}

async function append(file: FileHandle, offset: number, body: Readable): Promise<number> {
  let position = offset;
  for await (const chunk of body) position += await writeWhole(file, chunk, position);
  return position;
}

/** A write may end early, as on a disk that becomes full. @throws StoreFull */
export async function writeWhole(file: FileHandle, chunk: Uint8Array, position: number): Promise<number> {
  let written = 0;
  while (written < chunk.length) {
    const { bytesWritten } = await file
      .write(chunk, written, chunk.length - written, position + written)
      .catch(explain);
    written += bytesWritten;
  }
  return written;
}

async function using<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await file.close();
  }
}

const isFull: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Throws the store's own error for an error of the disk. */
export function explain(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new FileMissing('the file is not in the store', { cause: error });
  if (isFull.includes(error.code)) throw new StoreFull('the disk of the store is full', { cause: error });
  throw error;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
