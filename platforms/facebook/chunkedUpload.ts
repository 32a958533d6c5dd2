import { z } from 'zod';
import type { Call } from '../Call';
import type { MediaDescription, MediaPart, ResumableUpload, UploadState } from '../Upload';
import { readError } from './failures';
import { callGraph, proofOf, readGraph } from './http';
import type { FacebookClient } from './http';
import { requireSize, sendForm } from './photos';
import { sessionExpiredSubcode } from './rules';
import { askUpload, openSealed, sealSession, uploadPath } from './sessions';
import type { VideoSession } from './sessions';

/** Offsets come as strings. */
const Range = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() });
const Started = Range.extend({ video_id: z.string().min(1), upload_session_id: z.string().min(1) });

/**
 * The chunked upload of a feed video: Facebook names the range of each chunk, and the id of the video before the first
 * (Graph API reference, Page Videos). The bytes alone make no post: `stage` finishes the upload, unpublished.
 */
export function chunkedUpload(client: FacebookClient): ResumableUpload {
  return {
    kind: 'resumable',
    carriesPayload: false,
    open: (call, _payload, media) => openSession(client, call, media),
    ask: (call, session, sizeBytes) => askUpload(client, call, openSealed(session).videoId, sizeBytes),
    send: (call, session, part) => sendChunks(client, call, openSealed(session), part),
  };
}

async function openSession(client: FacebookClient, call: Call, media: MediaDescription): Promise<string> {
  const parameters = { file_size: String(requireSize(media)) };
  const path = uploadPath(call, 'videos', 'start');
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.chunked.open',
    path,
    parameters,
  });
  const started = readGraph(answer, Started, 'an upload session');
  const chunked = { sessionId: started.upload_session_id, firstEnd: started.end_offset };
  return sealSession({ videoId: started.video_id, chunked });
}

/** The chunks are cut out of one stream. Where Facebook asks for another offset than the next, the caller goes on there. */
async function sendChunks(
  client: FacebookClient,
  call: Call,
  session: VideoSession,
  part: MediaPart,
): Promise<UploadState> {
  const { videoId, chunked } = session;
  const sizeBytes = requireSize(part);
  if (!chunked) throw new Error('the upload is in one piece');
  if (part.offset >= sizeBytes) return askUpload(client, call, videoId, sizeBytes);
  const source = cutter(part.body);
  try {
    let start = part.offset;
    // Facebook tells the length of a later chunk with the chunk before. After a cut, the first length counts again.
    let end = Math.min(start + chunked.firstEnd, sizeBytes);
    for (;;) {
      const chunk = { ...part, body: source.take(end - start), start, lengthBytes: end - start };
      const wanted = await sendChunk(client, call, chunked.sessionId, chunk);
      if (wanted === 'gone') return { kind: 'gone' };
      if (wanted.start >= sizeBytes) return { kind: 'complete', objectId: videoId };
      if (wanted.start !== end || wanted.end <= wanted.start) return { kind: 'open', nextOffset: wanted.start };
      ({ start, end } = wanted);
    }
  } finally {
    await source.close();
  }
}

interface Chunk extends Pick<MediaPart, 'body' | 'contentType'> {
  start: number;
  lengthBytes: number;
}

/** @returns the range that Facebook wants next; after the last chunk, its end is its start */
async function sendChunk(
  client: FacebookClient,
  call: Call,
  sessionId: string,
  { start, lengthBytes, body, contentType }: Chunk,
): Promise<{ start: number; end: number } | 'gone'> {
  const answer = await sendForm(client, call, uploadPath(call, 'videos', 'transfer'), {
    operation: 'facebook.chunk.send',
    fields: {
      upload_session_id: sessionId,
      start_offset: String(start),
      ...proofOf(client, call.accessToken),
    },
    file: { name: 'video_file_chunk', contentType, lengthBytes, body },
  });
  const error = readError(answer);
  if (error?.error_subcode === sessionExpiredSubcode) return 'gone';
  const range = error?.error_data ?? readGraph(answer, Range, 'the range of the next chunk');
  return { start: range.start_offset, end: range.end_offset };
}

/** Cuts a stream into pieces of given lengths; a piece that ends early leaves the stream open. */
function cutter(body: MediaPart['body']) {
  const iterator = body[Symbol.asyncIterator]();
  let rest: Uint8Array | undefined;
  async function* take(lengthBytes: number): AsyncGenerator<Uint8Array> {
    let left = lengthBytes;
    while (left > 0) {
      const next = rest ?? (await iterator.next()).value;
      if (next === undefined) return;
      const given = next.subarray(0, left);
      rest = next.length > left ? next.subarray(left) : undefined;
      left -= given.length;
      yield given;
    }
  }
  return { take, close: async () => void (await iterator.return?.()) };
}
