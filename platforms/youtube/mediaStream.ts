import { PublishFailure } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import type { MediaPart } from '../Publisher';

/**
 * Passes `body` on and watches over it. Aborts `stop`, with the reason as an error, when the body fails (its own error),
 * when it has fewer or more bytes than `lengthBytes`, and when the platform neither takes bytes nor answers within
 * `patienceMs`. Time that is spent waiting for `body` does not count: that is for the caller to judge.
 */
export async function* meterMedia(
  body: MediaPart['body'],
  lengthBytes: number,
  patienceMs: number,
  stop: AbortController,
): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  let isPlatformsTurn = false;
  let timer: NodeJS.Timeout | undefined;
  const waitForPlatform = () => {
    isPlatformsTurn = true;
    timer = setTimeout(() => stop.abort(stalled(patienceMs)), patienceMs).unref();
  };
  try {
    for await (const chunk of body) {
      sentBytes += chunk.length;
      if (sentBytes > lengthBytes) throw wrongLength(sentBytes, lengthBytes);
      waitForPlatform();
      yield chunk;
      clearTimeout(timer);
      failpoint('youtube.media.underWay');
      isPlatformsTurn = false;
    }
    if (sentBytes < lengthBytes) throw wrongLength(sentBytes, lengthBytes);
    waitForPlatform();
  } catch (error) {
    // While it is the platform's turn, the error is the connection's, which undici reports by itself.
    if (!isPlatformsTurn) stop.abort(error);
    throw error;
  }
}

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

function wrongLength(sentBytes: number, lengthBytes: number): PublishFailure {
  const message =
    sentBytes < lengthBytes
      ? `The media ended after ${sentBytes} of ${lengthBytes} bytes.`
      : `The media has more than the ${lengthBytes} bytes that were announced.`;
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', `${message} Make sure that it can be downloaded, then retry.`, {
    transient: true,
  });
}

function stalled(patienceMs: number): PublishFailure {
  const message = `YouTube took no more media and gave no answer for ${Math.round(patienceMs / 1000)} s. Retry later.`;
  return new PublishFailure('UPLOAD_FAILED', message, { transient: true });
}
