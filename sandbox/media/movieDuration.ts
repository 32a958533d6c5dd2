import type { FileHandle } from 'node:fs/promises';

interface Box {
  readonly type: string;
  /** The offset of its content. */
  readonly start: number;
  readonly end: number;
}

/** More boxes than this at one level, and the file is no movie worth reading. */
const boxesMax = 1000;

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

async function findBox(handle: FileHandle, type: string, from: number, end: number): Promise<Box | undefined> {
  for (let position = from, count = 0; position + 8 <= end && count < boxesMax; count += 1) {
    const box = await readBox(handle, position, end);
    if (!box) return undefined;
    if (box.type === type) return box;
    position = box.end;
  }
  return undefined;
}

async function readBox(handle: FileHandle, position: number, end: number): Promise<Box | undefined> {
  const header = await readAt(handle, position, 16);
  const size = header.readUInt32BE(0);
  const headerBytes = size === 1 ? 16 : 8;
  const boxBytes = size === 1 ? Number(header.readBigUInt64BE(8)) : size || end - position;
  if (boxBytes < headerBytes || position + boxBytes > end) return undefined;
  return { type: header.toString('latin1', 4, 8), start: position + headerBytes, end: position + boxBytes };
}

/** `length` bytes of the file; zeros where it has ended. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer;
}
