import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const writeBytes = 1024 * 1024;

/**
 * Writes a body to `file` from the byte `offset` on, leaving out its first `skipBytes`, and promises the length of the body.
 * Never holds more than about a mebibyte. When the body ends early, everything that came is in the file.
 */
export async function receive(
  body: AsyncIterable<Buffer>,
  file: string,
  offset: number,
  skipBytes = 0,
): Promise<number> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+');
  try {
    await handle.truncate(offset);
    return await writeAll(body, handle, offset, skipBytes);
  } finally {
    await handle.close();
  }
}

/** Writes one mebibyte while the next is received. */
async function writeAll(
  body: AsyncIterable<Buffer>,
  handle: FileHandle,
  offset: number,
  skipBytes: number,
): Promise<number> {
  let [pending, pendingBytes, position, receivedBytes]: [Buffer[], number, number, number] = [[], 0, offset, 0];
  let written: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    await written;
    written = handle.writev(pending, position);
    // A failed write is reported at the next await, which may be a while.
    written.catch(() => undefined);
    [pending, pendingBytes, position] = [[], 0, position + pendingBytes];
  };
  try {
    for await (const piece of body) {
      const kept = piece.subarray(Math.max(0, skipBytes - receivedBytes));
      receivedBytes += piece.length;
      pending.push(kept);
      pendingBytes += kept.length;
      if (pendingBytes >= writeBytes) await flush();
    }
  } finally {
    if (pendingBytes > 0) await flush();
    await written;
  }
  return receivedBytes;
}

/** Removes the bytes that a refused request has added. */
export async function restore(file: string, storedBytes: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.truncate(storedBytes);
  await handle.close();
}
