import { stat } from 'node:fs/promises';

/** What a cut connection leaves behind is a multiple of this, and so is every chunk but the last (reference §2.1). */
export const chunkUnitBytes = 256 * 1024;

/** How much of an upload is stored: all of its file when that is the whole, else what is aligned of it. */
export async function storedBytesOf(file: string, totalBytes: number | null): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return size === totalBytes ? size : size - (size % chunkUnitBytes);
}
