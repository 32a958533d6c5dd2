import { Readable } from 'node:stream';
import { PublishFailure } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import { endingWith } from '../../lib/timeLimit';
import type { Call, MediaPart } from '../Publisher';
import { exchange } from './exchange';
import type { Answer, Exchange, HttpClient } from './exchange';
import { interrupted } from './failures';
import { startedInTime } from './inTime';

/** The client of an adapter that uploads media. */
export interface MediaClient extends HttpClient {
  /** Longest wait for the platform while media is sent: to take more bytes, and to answer after the last one. */
  readonly uploadPatienceMs: number;
}

interface MediaRequest extends Omit<Exchange, 'body' | 'headersTimeoutMs'> {
  readonly body: MediaPart['body'];
  readonly lengthBytes: number;
  readonly notAfterMs: Call['notAfterMs'];
}

/**
 * Sends exactly `lengthBytes` of media, begun before `notAfterMs` or not at all. An answer that comes before the last byte
 * counts, and ends the sending.
 * @throws an error of `body` as it is; PublishFailure `UPLOAD_FAILED` when the platform takes no more or the connection ends
 */
export async function sendMedia(
  client: MediaClient,
  { body, lengthBytes, notAfterMs, headers, signal, ...request }: MediaRequest,
): Promise<Answer> {
  const stop = new AbortController();
  const metered = meterMedia(client, body, lengthBytes, stop);
  failpoint('media.sending');
  const sent = {
    ...request,
    headers: { ...headers, 'content-length': String(lengthBytes) },
    body: Readable.from(startedInTime(client, metered, notAfterMs)),
    signal: stop.signal,
    // undici's timer runs while a slow platform holds the stream back, and would cut a healthy upload; the meter
    // watches instead.
    headersTimeoutMs: 0,
  };
  const answer = await endingWith(signal, stop, async () => exchange(client, sent, interrupted));
  failpoint('media.answered');
  return answer;
}

/**
 * Passes `body` on and watches over it. Aborts `stop`, with the reason as an error, when the body fails (its own error),
 * when it has fewer or more bytes than `lengthBytes`, and when the platform neither takes bytes nor answers within
 * `uploadPatienceMs`. Time that is spent waiting for `body` does not count: that is for the caller to judge.
 */
export async function* meterMedia(
  { name, uploadPatienceMs }: Pick<MediaClient, 'name' | 'uploadPatienceMs'>,
  body: MediaPart['body'],
  lengthBytes: number,
  stop: AbortController,
): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  let isPlatformsTurn = false;
  let timer: NodeJS.Timeout | undefined;
  const waitForPlatform = () => {
    isPlatformsTurn = true;
    timer = setTimeout(() => stop.abort(stalled(name, uploadPatienceMs)), uploadPatienceMs).unref();
  };
  try {
    for await (const chunk of body) {
      sentBytes += chunk.length;
      if (sentBytes > lengthBytes) throw wrongLength(sentBytes, lengthBytes);
      waitForPlatform();
      yield chunk;
      clearTimeout(timer);
      failpoint('media.underWay');
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

function wrongLength(sentBytes: number, lengthBytes: number): PublishFailure {
  const message =
    sentBytes < lengthBytes
      ? `The media ended after ${sentBytes} of ${lengthBytes} bytes.`
      : `The media has more than the ${lengthBytes} bytes that were announced.`;
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', `${message} Make sure that it can be downloaded, then retry.`, {
    transient: true,
  });
}

function stalled(platform: string, patienceMs: number): PublishFailure {
  const message = `${platform} took no more media and gave no answer for ${Math.round(patienceMs / 1000)} s. Retry later.`;
  return new PublishFailure('UPLOAD_FAILED', message, { transient: true });
}
