import { open } from 'node:fs/promises';
import { readMovieAspect } from './movieAspect';
import { readMovieDurationMs } from './movieDuration';

export interface FileFacts {
  readonly head: Buffer;
  readonly sizeBytes: number;
  readonly durationMs: number | null;
  /** The width of a film by its height; null: the file does not state it. */
  readonly aspect: number | null;
}

/** Reads a file's first bytes, size, and stated play time (null: none). An empty file is made if none exists. */
export async function inspectFile(file: string): Promise<FileFacts> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return {
      head: buffer.subarray(0, bytesRead),
      sizeBytes: size,
      durationMs: await readMovieDurationMs(handle, size),
      aspect: await readMovieAspect(handle, size),
    };
  } finally {
    await handle.close();
  }
}
