import { z } from 'zod';
import { parseJson } from '../http/exchange';
import type { Call } from '../Call';
import type { PlatformObjects } from '../Publisher';
import type { UploadState } from '../Upload';
import type { FacebookClient } from './http';
import { findVideo } from './videos';

/** The edge for a video that is sent in one piece; the call that finishes its upload publishes it. */
export type VideoEdge = 'video_reels' | 'video_stories';

/**
 * The path of a call that uploads a video. Its phase is in the query, where Facebook takes parameters as well as in the
 * body, so that a log of addresses tells the phases apart.
 */
export function uploadPath(
  { channelId }: Pick<Call, 'channelId'>,
  edge: 'videos' | VideoEdge,
  phase: 'start' | 'transfer' | 'finish',
): string {
  return `${channelId}/${edge}?upload_phase=${phase}`;
}

const Session = z.object({
  videoId: z.string(),
  /** The id of a chunked upload, and the end of its first chunk. */
  chunked: z.object({ sessionId: z.string(), firstEnd: z.number() }).optional(),
  /** The target address of the bytes of an upload in one piece. */
  uploadUrl: z.string().optional(),
});

/** An upload that has begun: it makes this video and no other. Facebook gives the id before the first byte. */
export type VideoSession = z.infer<typeof Session>;

/** The session in the form that an assignment's row keeps. */
export function sealSession(session: VideoSession): string {
  return JSON.stringify(session);
}

/** @throws Error for a text that `sealSession` has not made */
export function openSealed(session: string): VideoSession {
  return Session.parse(parseJson(session));
}

/** The id of the assignment's photo or video, whether or not its last byte has arrived; null where none was begun. */
export function mediumOf({ items: [item] }: Pick<PlatformObjects, 'items'>): string | null {
  if (!item) return null;
  return item.objectId ?? (item.session === null ? null : openSealed(item.session).videoId);
}

/** @throws Error where no upload was begun, which no assignment can cause */
export function requireMediumOf(made: PlatformObjects): string {
  const id = mediumOf(made);
  if (id === null) throw new Error('a post without its media');
  return id;
}

/** Asks for the progress of a video's upload: one read. */
export async function askUpload(
  client: FacebookClient,
  call: Call,
  videoId: string,
  sizeBytes: number | null,
): Promise<UploadState> {
  const video = await findVideo(client, call, videoId);
  if (!video) return { kind: 'absent' };
  if (video.upload === 'expired') return { kind: 'gone' };
  const isWhole = video.upload === 'complete' || video.uploadedBytes === sizeBytes;
  return isWhole ? { kind: 'complete', objectId: videoId } : { kind: 'open', nextOffset: video.uploadedBytes };
}
