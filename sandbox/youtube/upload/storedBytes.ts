import { stat } from 'node:fs/promises';

/** A cut connection leaves a multiple of this, and so is every chunk but the last (reference §2.1). */
export const chunkUnitBytes = 256 * 1024;

/** The stored bytes of an upload: all of its file when that is the whole, else the aligned part of it. */
export async function storedBytesOf(file: string, totalBytes: number | null): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return size === totalBytes ? size : size - (size % chunkUnitBytes);
}
