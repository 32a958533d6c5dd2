import { open } from 'node:fs/promises';
import { readMovieDurationMs } from './movieDuration';

export interface FileFacts {
  readonly head: Buffer;
  readonly sizeBytes: number;
  readonly durationMs: number | null;
}

/** What can be told of a file: how it begins, its size, and the play time that it states (null: none). An empty file is made if there is none. */
export async function inspectFile(file: string): Promise<FileFacts> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return {
      head: buffer.subarray(0, bytesRead),
      sizeBytes: size,
      durationMs: await readMovieDurationMs(handle, size),
    };
  } finally {
    await handle.close();
  }
}
