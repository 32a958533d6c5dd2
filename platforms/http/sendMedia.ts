import { PublishFailure } from '../../domain/failures/PublishFailure';
import { makeReadable } from '../../lib/media/sourceFaults';
import { failpoint } from '../../lib/failpoint';
import { endingWith } from '../../lib/timeLimit';
import type { Call } from '../Call';
import type { MediaPart } from '../Upload';
import { exchange } from './exchange';
import type { Answer, HttpClient, Message, Operation } from './exchange';
import { ofMedia } from './failures';
import { startedInTime } from './inTime';
import type { Patience } from './patience';

/** The client of an adapter that uploads media. */
export interface MediaClient extends HttpClient {
  readonly patience: Patience;
}

interface MediaRequest extends Omit<Message, 'asked' | 'body' | 'answerWithinMs'> {
  readonly method: 'POST' | 'PUT';
  readonly operation: Operation;
  readonly body: MediaPart['body'];
  /** Null: the length is not known before the last byte. */
  readonly lengthBytes: number | null;
  readonly notAfterMs: Call['notAfterMs'];
}

/**
 * Sends exactly `lengthBytes` of media, or all that there is where the length is unknown, begun before `notAfterMs` or not at all. An answer that comes before the last byte
 * counts, and ends the sending.
 * @throws an error of `body` as it is; PublishFailure `UPLOAD_FAILED` when the platform takes no more or the connection ends
 */
export async function sendMedia(
  client: MediaClient,
  { body, lengthBytes, notAfterMs, headers, signal, ...request }: MediaRequest,
): Promise<Answer> {
  const stop = new AbortController();
  const metered = meterMedia(client, body, lengthBytes, stop);
  const sent = {
    ...request,
    asked: 'data',
    headers: { ...headers, ...(lengthBytes !== null && { 'content-length': String(lengthBytes) }) },
    body: startedInTime(client, metered, notAfterMs),
    signal: stop.signal,
    answerWithinMs: client.patience.mediaMs,
  } as const;
  return endingWith(signal, stop, async () => exchange(client, sent, ofMedia));
}

/**
 * Passes `body` on and watches over it. Aborts `stop`, with the reason as an error, when the body fails (its own error),
 * when it has fewer or more bytes than `lengthBytes`, and when the platform takes no more bytes for `mediaMs`. Time that is
 * spent waiting for `body` does not count: that is for the caller to judge; nor does the wait for the answer.
 */
export async function* meterMedia(
  { name, patience: { mediaMs } }: Pick<MediaClient, 'name' | 'patience'>,
  body: MediaPart['body'],
  lengthBytes: number | null,
  stop: AbortController,
): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  let isPlatformsTurn = false;
  let timer: NodeJS.Timeout | undefined;
  const waitForPlatform = () => {
    isPlatformsTurn = true;
    timer = setTimeout(() => stop.abort(ofMedia.late(name, mediaMs)), mediaMs).unref();
  };
  try {
    for await (const chunk of body) {
      sentBytes += chunk.length;
      if (lengthBytes !== null && sentBytes > lengthBytes) throw wrongLength(sentBytes, lengthBytes);
      waitForPlatform();
      yield chunk;
      clearTimeout(timer);
      failpoint('media.underWay');
      isPlatformsTurn = false;
    }
    if (lengthBytes !== null && sentBytes < lengthBytes) throw wrongLength(sentBytes, lengthBytes);
  } catch (error) {
    // While it is the platform's turn, the error is the connection's, which undici reports by itself.
    if (!isPlatformsTurn) stop.abort(error);
    throw error;
  }
}

function wrongLength(sentBytes: number, lengthBytes: number): PublishFailure {
  const seen =
    sentBytes < lengthBytes
      ? `The media ended after ${sentBytes} of ${lengthBytes} bytes.`
      : `The media has more than the ${lengthBytes} bytes that were announced.`;
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', { seen, todo: makeReadable }, { transient: true });
}
