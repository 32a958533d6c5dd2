import type { FileHandle } from 'node:fs/promises';

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2). */
export interface Box {
  readonly type: string;
  /** The offset of its content. */
  readonly start: number;
  readonly end: number;
}

/** More boxes than this at one level, and the file is no movie worth reading. */
const boxesMax = 1000;

/** The boxes of a type between two offsets, in their order. */
export async function findBoxes(handle: FileHandle, type: string, from: number, end: number): Promise<Box[]> {
  const found: Box[] = [];
  for (let position = from, count = 0; position + 8 <= end && count < boxesMax; count += 1) {
    const box = await readBox(handle, position, end);
    if (!box) break;
    if (box.type === type) found.push(box);
    position = box.end;
  }
  return found;
}

/** The first box of a type between two offsets; undefined: there is none. */
export async function findBox(handle: FileHandle, type: string, from: number, end: number): Promise<Box | undefined> {
  const [box] = await findBoxes(handle, type, from, end);
  return box;
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
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer;
}
