import type { MediaPart } from '../Upload';

/** A multiple of the 256 KiB that the protocol asks for; one round trip each, and the most that is buffered in memory. */
const blockBytes = 4 * 1024 * 1024;

/** Cuts `body` into blocks of 4 MiB. The last one says so and may be shorter, also empty. */
export async function* mediaBlocks(body: MediaPart['body']): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  for await (const chunk of body) {
    buffered.push(chunk);
    bufferedBytes += chunk.length;
    // Only more than a block proves that the block is not the last.
    while (bufferedBytes > blockBytes) {
      const all = Buffer.concat(buffered);
      yield { bytes: all.subarray(0, blockBytes), isLast: false };
      buffered = [all.subarray(blockBytes)];
      bufferedBytes -= blockBytes;
    }
  }
  yield { bytes: Buffer.concat(buffered), isLast: true };
}
