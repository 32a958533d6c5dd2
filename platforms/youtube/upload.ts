import { Readable } from 'node:stream';
import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { parseUrl } from '../../domain/parseUrl';
import type { Payload } from '../../domain/payload/payload';
import type { Call } from '../Call';
import type { MediaDescription, MediaPart, ResumableUpload, UploadState } from '../Upload';
import { readPayload } from './capabilities';
import type { VideoPayload } from './capabilities';
import { snippetDetails, statusDetails, withDetails } from './details';
import { exchange, isSuccess } from '../http/exchange';
import type { Answer } from '../http/exchange';
import { incomprehensible } from '../http/failures';
import { readRetryAfter } from '../http/retryAfter';
import { sendMedia } from '../http/sendMedia';
import { failureOf, deferred } from './failures';
import { changing, readJson, requireSuccess } from './http';
import type { YouTubeClient } from './http';
import { mediaBlocks } from './mediaBlocks';
import { openCost, spend } from './quota';

/**
 * YouTube's resumable upload protocol (/youtube/v3/guides/using_resumable_upload_protocol). The session is a URL. No
 * video exists before its last byte has arrived, and a session makes at most one video.
 */
export function createUpload(client: YouTubeClient): ResumableUpload {
  return {
    kind: 'resumable',
    carriesPayload: true,
    openCost,
    open: (call, payload, media) => openSession(client, call, payload, media),
    ask: (call, session, sizeBytes) => askSession({ client, call, session }, sizeBytes),
    send: (call, session, part) => sendPart({ client, call, session }, part),
  };
}

/** One session, and the call that uses it. */
export interface Target {
  readonly client: YouTubeClient;
  readonly call: Call;
  readonly session: string;
}

async function openSession(
  client: YouTubeClient,
  call: Call,
  payload: Payload,
  media: MediaDescription,
): Promise<string> {
  const read = readPayload(payload);
  if (media.sizeBytes === 0) throw emptyMedia();
  await spend(call, openCost.bucket, openCost.units);
  const { query, json } = newVideo(read);
  const { headers, body } = changing(client, call, json);
  const answer = await exchange(client, {
    method: 'POST',
    operation: 'youtube.session.open',
    url: `${client.settings.uploadBase}/upload/youtube/v3/videos?${query.toString()}`,
    headers: {
      ...headers,
      'x-upload-content-type': media.contentType,
      ...(media.sizeBytes !== null && { 'x-upload-content-length': String(media.sizeBytes) }),
    },
    body,
    asked: 'data',
    signal: call.signal,
    answerWithinMs: client.patience.answerMs,
    secrets: [call.accessToken],
  });
  requireSuccess(answer);
  const { location } = answer.headers;
  if (!location || !parseUrl(location)) throw incomprehensible(client.name, 'an upload session');
  return requireTrusted(client, location);
}

/** The resource of a new video: what the payload leaves out is not sent. An absent privacyStatus would mean `public`. */
function newVideo(payload: VideoPayload) {
  const { title, description, tags, categoryId, madeForKids: selfDeclaredMadeForKids, notifySubscribers } = payload;
  const json = {
    snippet: { title, description, tags, categoryId, ...snippetDetails(payload, null) },
    status: { privacyStatus: 'private', selfDeclaredMadeForKids, ...statusDetails(payload, null) },
    ...withDetails(payload, null),
  };
  const query = new URLSearchParams({
    uploadType: 'resumable',
    part: Object.keys(json).join(','),
    ...(notifySubscribers !== undefined && { notifySubscribers: String(notifySubscribers) }),
  });
  return { query, json };
}

/** Hosts that share Google's upload sessions: documentation and recordings name both hosts for the same API. */
const googleHosts = ['https://youtube.googleapis.com', 'https://www.googleapis.com'];

/** The session gets our token, so it must be where the uploads are. */
function requireTrusted(client: YouTubeClient, session: string): string {
  const base = new URL(client.settings.uploadBase).origin;
  const origin = parseUrl(session)?.origin ?? '';
  const isTrusted = origin === base || (googleHosts.includes(base) && googleHosts.includes(origin));
  if (isTrusted) return session;
  const seen = `The upload session is at another host than ${base}; the access token is not sent there.`;
  throw new PublishFailure(
    'INTERNAL',
    { seen, todo: 'Check the addresses of the platform in the settings.' },
    { transient: false },
  );
}

/** Asks for the progress of the session. Read-only, also for a session of unknown length. */
export async function askSession(target: Target, sizeBytes: number | null): Promise<UploadState> {
  const headers = { 'content-length': '0', 'content-range': `bytes */${sizeBytes ?? '*'}` };
  const answer = await exchange(target.client, {
    method: 'PUT',
    operation: 'youtube.session.ask',
    ...asking(target),
    ...addressed(target, headers),
  });
  return readState(answer);
}

/**
 * Ends an upload whose last byte has not arrived. A session that is unknown or ended is fine.
 * @returns the id of the video if its last byte has arrived meanwhile: a complete session answers as it did then
 * @throws PublishFailure only for a cancellation that may succeed later
 */
export async function cancelSession(target: Target): Promise<string | null> {
  const { headers, body } = changing(target.client, target.call, undefined);
  const answer = await exchange(target.client, {
    method: 'DELETE',
    operation: 'youtube.session.cancel',
    ...asking(target),
    ...addressed(target, headers),
    body,
  });
  if (isEnded(answer)) return null;
  if (isSuccess(answer)) return answer.status === 204 ? null : readJson(answer, Video, 'the id of the video').id;
  const failure = failureOf(answer);
  if (failure.transient) throw failure;
  return null;
}

function asking({ client }: Target) {
  return { asked: 'data', answerWithinMs: client.patience.answerMs } as const;
}

async function sendPart(target: Target, part: MediaPart): Promise<UploadState> {
  const { offset, sizeBytes, body } = part;
  if (sizeBytes === null) return sendOpenEnded(target, offset, body);
  if (offset >= sizeBytes) return askSession(target, sizeBytes);
  const range = `bytes ${offset}-${sizeBytes - 1}/${sizeBytes}`;
  return put(target, range, sizeBytes - offset, body);
}

/**
 * Media of unknown length. A request names its range before its first byte, so a block is buffered until the source has
 * shown whether more follows: `bytes a-b/*` if so, `bytes a-b/N` for the last.
 */
async function sendOpenEnded(target: Target, offset: number, body: MediaPart['body']): Promise<UploadState> {
  let start = offset;
  for await (const { bytes, isLast } of mediaBlocks(body)) {
    const end = start + bytes.length;
    if (end === 0) throw emptyMedia();
    const state = await sendBlock(target, start, bytes, isLast ? `${end}` : '*');
    if (state.kind !== 'open' || state.nextOffset !== end) return state;
    start = end;
  }
  return { kind: 'open', nextOffset: start };
}

/** Sends on from within the block while YouTube takes only parts of it; ends when it takes none. */
async function sendBlock(target: Target, start: number, bytes: Buffer, total: string): Promise<UploadState> {
  const end = start + bytes.length;
  let from = start;
  for (;;) {
    const range = from < end ? `bytes ${from}-${end - 1}/${total}` : `bytes */${total}`;
    const state = await put(target, range, end - from, Readable.from([bytes.subarray(from - start)]));
    if (state.kind !== 'open' || state.nextOffset <= from || state.nextOffset >= end) return state;
    from = state.nextOffset;
  }
}

/** Rethrows an error of `body` as it is. An answer that comes before the last byte counts, and ends the sending. */
async function put(target: Target, range: string, lengthBytes: number, body: MediaPart['body']): Promise<UploadState> {
  const { notAfterMs } = target.call;
  const media = { ...addressed(target, { 'content-range': range }), body, lengthBytes, notAfterMs };
  const answer = await sendMedia(target.client, { method: 'PUT', operation: 'youtube.media.send', ...media });
  const state = readState(answer);
  const retryAfterMs = readRetryAfter(answer.headers['retry-after']) ?? 0;
  if (state.kind === 'open' && retryAfterMs > 0) throw deferred(retryAfterMs);
  return state;
}

function addressed({ client, call, session }: Target, headers: Record<string, string>) {
  return {
    url: requireTrusted(client, session),
    headers: { authorization: `Bearer ${call.accessToken}`, ...headers },
    signal: call.signal,
    secrets: [...secretsOf(session), call.accessToken],
  };
}

/** The session URL and the parts of the URL that a platform may repeat in an error. */
function secretsOf(session: string): string[] {
  const { pathname, search, searchParams } = new URL(session);
  return [session, pathname + search, ...[...searchParams.values()].filter((value) => value.length >= 16)];
}

const Video = z.object({ id: z.string().min(1) });

function readState(answer: Answer): UploadState {
  const overridden = answer.headers['x-http-status-code-override'];
  const status = overridden === '308' ? 308 : answer.status;
  if (status === 308) return { kind: 'open', nextOffset: readNextOffset(answer) };
  if (isEnded(answer)) return { kind: 'gone' };
  return { kind: 'complete', objectId: readJson(answer, Video, 'the id of the video').id };
}

/** Tells whether the session has ended; 499 is the answer of a cancelled session. */
function isEnded({ status }: Answer): boolean {
  return status === 404 || status === 410 || status === 499;
}

/** `bytes=0-41` → 42; no header means that nothing is stored. */
function readNextOffset({ from, headers: { range } }: Answer): number {
  if (range === undefined) return 0;
  const last = typeof range === 'string' ? /^bytes=0-(\d+)$/.exec(range)?.[1] : undefined;
  if (last === undefined) throw incomprehensible(from, 'a range that can be read');
  return Number(last) + 1;
}

function emptyMedia(): PublishFailure {
  const words = { seen: 'The media is empty.', todo: 'Send a file with a video in it.' };
  return new PublishFailure('MEDIA_INVALID', words, { transient: false });
}
