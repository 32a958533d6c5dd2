import type { FileHandle } from 'node:fs/promises';
import { findBox, findBoxes, readAt } from './movieBoxes';
import type { Box } from './movieBoxes';

/**
 * The width of a film by its height, as it is shown, that an ISO base media file states (ISO/IEC 14496-12, boxes
 * moov.trak.tkhd); null for any other file.
 */
export async function readMovieAspect(handle: FileHandle, sizeBytes: number): Promise<number | null> {
  const movie = await findBox(handle, 'moov', 0, sizeBytes);
  if (!movie) return null;
  for (const track of await findBoxes(handle, 'trak', movie.start, movie.end)) {
    const header = await findBox(handle, 'tkhd', track.start, track.end);
    const aspect = header ? await aspectOf(handle, header) : null;
    if (aspect !== null) return aspect;
  }
  return null;
}

/** The header ends with a matrix of nine numbers, a width and a height. A track of sound has no width. */
async function aspectOf(handle: FileHandle, { start, end }: Box): Promise<number | null> {
  if (end - start < 44) return null;
  const fields = await readAt(handle, end - 44, 44);
  const [width, height] = [fields.readUInt32BE(36), fields.readUInt32BE(40)];
  if (width === 0 || height === 0) return null;
  const isTurned = fields.readInt32BE(0) === 0 && fields.readInt32BE(4) !== 0;
  return isTurned ? height / width : width / height;
}
