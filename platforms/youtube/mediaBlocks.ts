import type { MediaPart } from '../Publisher';

/** A multiple of the 256 KiB that the protocol asks for; one round trip each, and the most that is held in memory. */
const blockBytes = 4 * 1024 * 1024;

/** Cuts `body` into blocks of 4 MiB. The last one says so and may be shorter, also empty. */
export async function* mediaBlocks(body: MediaPart['body']): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of body) {
    held.push(chunk);
    heldBytes += chunk.length;
    // Only more than a block proves that the block is not the last.
    while (heldBytes > blockBytes) {
      const all = Buffer.concat(held);
      yield { bytes: all.subarray(0, blockBytes), isLast: false };
      held = [all.subarray(blockBytes)];
      heldBytes -= blockBytes;
    }
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
