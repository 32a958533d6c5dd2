import type { FileHandle } from 'node:fs/promises';
import { findBox, readAt } from './movieBoxes';

/** The play time in milliseconds that an ISO base media file states (ISO/IEC 14496-12, box moov.mvhd); null for any other file. */
export async function readMovieDurationMs(handle: FileHandle, sizeBytes: number): Promise<number | null> {
  const movie = await findBox(handle, 'moov', 0, sizeBytes);
  const header = movie && (await findBox(handle, 'mvhd', movie.start, movie.end));
  if (!header || header.end - header.start < 32) return null;
  const fields = await readAt(handle, header.start, 32);
  const isLong = fields[0] === 1;
  const timescale = fields.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(fields.readBigUInt64BE(24)) : fields.readUInt32BE(16);
  return timescale === 0 ? null : Math.round((duration / timescale) * 1000);
}
