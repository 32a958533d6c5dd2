import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { parseUrl } from '../../domain/parseUrl';
import { parseJson } from '../http/exchange';
import type { Answer } from '../http/exchange';
import { failureFrom, meaningOf } from '../http/meaning';
import { quote } from '../http/quote';
import { sendMedia } from '../http/sendMedia';
import type { Call } from '../Call';
import type { MediaDescription, MediaPart, ResumableUpload, UploadState } from '../Upload';
import { failureOf, readError } from './failures';
import { callGraph, readGraph, secretsOf } from './http';
import type { FacebookClient } from './http';
import { requireSize } from './photos';
import { askUpload, openSealed, sealSession, uploadPath } from './sessions';
import type { VideoEdge, VideoSession } from './sessions';

const Started = z.object({ video_id: z.string().min(1), upload_url: z.string() });

/**
 * The upload of a reel or a story: one request for all remaining bytes, which Facebook takes up again from any offset
 * (Reels publishing guide). The video is private until `publish` finishes the upload.
 */
export function ruploadTo(client: FacebookClient, edge: VideoEdge): ResumableUpload {
  return {
    kind: 'resumable',
    carriesPayload: false,
    open: (call, _payload, media) => openSession(client, call, edge, media),
    ask: (call, session, sizeBytes) => askUpload(client, call, openSealed(session).videoId, sizeBytes),
    send: (call, session, part) => sendPart(client, call, openSealed(session), part),
  };
}

async function openSession(
  client: FacebookClient,
  call: Call,
  edge: VideoEdge,
  media: MediaDescription,
): Promise<string> {
  requireSize(media);
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.rupload.open',
    path: uploadPath(call, edge, 'start'),
  });
  const { video_id: videoId, upload_url: uploadUrl } = readGraph(answer, Started, 'an upload session');
  return sealSession({ videoId, uploadUrl: requireTrusted(client, uploadUrl) });
}

/** The address gets our token, so it must be where the uploads are. */
function requireTrusted({ settings: { ruploadBase } }: FacebookClient, uploadUrl: string): string {
  const { origin } = new URL(ruploadBase);
  if (parseUrl(uploadUrl)?.origin === origin) return uploadUrl;
  const seen = `The upload session is at another host than ${origin}; the access token is not sent there.`;
  throw new PublishFailure(
    'INTERNAL',
    { seen, todo: 'Check the addresses of the platform in the settings.' },
    { transient: false },
  );
}

async function sendPart(
  client: FacebookClient,
  call: Call,
  { videoId, uploadUrl = '' }: VideoSession,
  part: MediaPart,
): Promise<UploadState> {
  const sizeBytes = requireSize(part);
  if (part.offset >= sizeBytes) return askUpload(client, call, videoId, sizeBytes);
  const { accessToken, signal, notAfterMs } = call;
  const answer = await sendMedia(client, {
    method: 'POST',
    operation: 'facebook.rupload.send',
    url: requireTrusted(client, uploadUrl),
    headers: {
      authorization: `OAuth ${accessToken}`,
      'content-type': 'application/octet-stream',
      offset: String(part.offset),
      file_size: String(sizeBytes),
    },
    body: part.body,
    lengthBytes: sizeBytes - part.offset,
    signal,
    notAfterMs,
    secrets: [...secretsOf(client, accessToken), uploadUrl],
  });
  const fault = readAnswer(answer);
  if (fault === null) return { kind: 'complete', objectId: videoId };
  // The host of uploads tells neither the progress of the upload nor a refused token; the Graph host does.
  const state = await askUpload(client, call, videoId, sizeBytes);
  if (offsetFaults.includes(fault.type)) return state;
  throw refusalOf(fault, answer);
}

const Taken = z.object({ success: z.literal(true) });
const DebugInfo = z.object({
  debug_info: z.object({
    retriable: z.boolean().default(false),
    type: z.string().default(''),
    message: z.string().default(''),
  }),
});
type UploadFault = z.infer<typeof DebugInfo>['debug_info'];
/** Faults after which the upload goes on at another offset. A question to the Graph host tells the offset. */
const offsetFaults = ['OffsetInvalidError', 'PartialRequestError'];

/**
 * The host of uploads has errors of its own form, some of which come with a 200.
 * @returns the error in that form; null if the host took all bytes
 * @throws PublishFailure for any other answer
 */
function readAnswer(answer: Answer): UploadFault | null {
  const body = parseJson(answer.text);
  if (Taken.safeParse(body).success) return null;
  const fault = DebugInfo.safeParse(body).data?.debug_info;
  if (!fault || readError(answer)) throw failureOf(answer);
  return fault;
}

/** The failure for an error of the host of uploads. Its answer says whether the error passes. */
function refusalOf(
  { type, message, retriable }: UploadFault,
  { from, asked, status, secrets }: Answer,
): PublishFailure {
  const known = retriable ? passing : type === 'ProcessingFailedError' ? unfit : undefined;
  // Some refusals come with a 200.
  const meaning = meaningOf(known, { from, asked, status: status < 300 ? 400 : status, isReadable: true });
  return failureFrom(meaning, {
    words: quote(`${type}: ${message}`, secrets),
    where: `HTTP ${status}`,
    advice: meaning.advice,
  });
}

const passing = {
  code: 'UPLOAD_FAILED',
  transient: true,
  happened: 'Facebook could not take the media',
  advice: 'Retry later.',
} as const;

const unfit = {
  code: 'MEDIA_INVALID',
  transient: false,
  happened: 'Facebook does not take the media',
  advice: 'Send another file.',
} as const;
