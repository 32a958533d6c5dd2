import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { readText } from '../../http/exchange';
import { queryOf } from '../../http/query';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { assertMetadata, completeMetadata } from '../videos/metadata';
import { withEtag } from '../present';
import type { UploadSession } from '../records';
import { readWrittenVideo } from '../videos/writtenVideo';
import { authorizeInsert } from './authorizeInsert';

const metadataLimitBytes = 1024 * 1024;
const mediaLimitBytes = 256 * 1024 ** 3;

/** Begins a resumable upload: checks the metadata and answers with the session's address. No video exists yet. */
export async function startSession(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const { channel, parts } = authorizeInsert(context, req);
  const totalBytes = readDeclaredLength(req);
  const contentType = req.get('x-upload-content-type') ?? 'application/octet-stream';
  assertMediaType(contentType);
  const written = readWrittenVideo(await readText(req, metadataLimitBytes), parts);
  assertMetadata(written);
  const session: UploadSession = {
    id: randomBytes(72).toString('base64url'),
    videoId: newVideoId(),
    channelId: channel.id,
    metadata: completeMetadata(written),
    parts,
    contentType,
    totalBytes,
    createdAtMs: context.clock(),
    isCancelled: false,
    finalAnswer: null,
  };
  context.store.sessions.put(session.id, session);
  res.status(200).set({
    Location: locationOf(req, session.id),
    'X-GUploader-UploadID': session.id,
    'X-Goog-Correlation-Id': session.videoId,
    ETag: withEtag({ id: session.id }).etag,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': '0',
  });
  res.end();
}

/** Eleven characters, as every video has. */
export function newVideoId(): string {
  return randomBytes(8).toString('base64url');
}

/** Throws 400 badContent unless it is a video or unknown bytes (reference §2.2). */
export function assertMediaType(contentType: string): void {
  if (!/^(video\/|application\/octet-stream)/i.test(contentType)) throw refuse('badContent');
}

function readDeclaredLength(req: Request): number | null {
  const text = req.get('x-upload-content-length');
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text)) throw refuse('invalidVideoMetadata', { location: 'header.X-Upload-Content-Length' });
  if (value > mediaLimitBytes) throw refuse('uploadTooLarge');
  return value;
}

/** The session's address under the host the client has used; a client that knows it may write to it. */
function locationOf(req: Request, sessionId: string): string {
  const location = new URL(req.path, `${req.protocol}://${req.get('host')}`);
  for (const [name, value] of queryOf(req)) if (name !== 'access_token') location.searchParams.append(name, value);
  location.searchParams.set('upload_id', sessionId);
  return location.href;
}
