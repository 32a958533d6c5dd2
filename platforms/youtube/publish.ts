import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Payload } from '../../domain/payload';
import { failpoint } from '../../lib/failpoint';
import type { Leftover, PlatformCall, Post, PostRef, ProcessingState, Reconciled } from '../Platform';
import { readPayload } from './capabilities';
import type { VideoPayload } from './capabilities';
import { quote } from './failures';
import type { YouTubeClient } from './http';
import { askSession, cancelSession } from './upload';
import {
  deleteVideo,
  findVideo,
  ProcessingDetails,
  requireVideo,
  Status,
  updateVideo,
  WritableSnippet,
  WritableStatus,
} from './videos';

/** Leaves the audience as it is. One read, and one update (50 units of quota) only where something differs. */
export async function applyPayload(
  client: YouTubeClient,
  call: PlatformCall,
  post: PostRef,
  payload: Payload,
): Promise<void> {
  failpoint('youtube.payload.sending');
  await makeEqual(client, call, post, readPayload(payload), (status) => status);
  failpoint('youtube.payload.answered');
}

/** As `applyPayload`, with the audience. A date of publication set on the channel gives way to ours. */
export async function updatePublished(
  client: YouTubeClient,
  call: PlatformCall,
  post: PostRef,
  payload: Payload,
): Promise<void> {
  const next = readPayload(payload);
  failpoint('youtube.update.sending');
  await makeEqual(client, call, post, next, (status) => withAudience(status, next.privacy));
  failpoint('youtube.update.answered');
}

type VideoStatus = z.infer<typeof WritableStatus>;

async function makeEqual(
  client: YouTubeClient,
  call: PlatformCall,
  post: PostRef,
  { title, description, tags, categoryId, madeForKids }: VideoPayload,
  audience: (status: VideoStatus) => VideoStatus,
): Promise<void> {
  const video = await requireVideo(client, call, post.platformPostId, { snippet: WritableSnippet, status: Status });
  const { madeForKids: isMadeForKids = false, ...status } = video.status;
  const current = {
    snippet: video.snippet,
    // A list has `madeForKids` always, the writable one mostly.
    status: WritableStatus.parse({ selfDeclaredMadeForKids: isMadeForKids, ...status }),
  };
  const next = {
    snippet: {
      ...current.snippet,
      title,
      tags,
      ...(description !== undefined && { description }),
      ...(categoryId !== undefined && { categoryId }),
    },
    status: audience({ ...current.status, selfDeclaredMadeForKids: madeForKids }),
  };
  if (!isDeepStrictEqual(next, current)) await updateVideo(client, call, post.platformPostId, next);
}

/** One read. A video is ready when YouTube says so in either of the two places where it says so. */
export async function fetchProcessing(
  client: YouTubeClient,
  call: PlatformCall,
  post: PostRef,
): Promise<ProcessingState> {
  const parts = { status: Status, processingDetails: ProcessingDetails.default({}) };
  const video = await findVideo(client, call, post.platformPostId, parts);
  if (!video || video.status.uploadStatus === 'deleted') {
    const message =
      'YouTube no longer has the video; it was probably deleted on the channel. Retry to upload it again.';
    return { kind: 'failed', code: 'PROCESSING_FAILED', message };
  }
  const { uploadStatus, failureReason, rejectionReason } = video.status;
  const { processingStatus, processingFailureReason } = video.processingDetails;
  const told = (reason = 'no reason given'): string => quote(reason, [call.accessToken]);
  if (uploadStatus === 'rejected') return rejected(told(rejectionReason));
  if (uploadStatus === 'failed') return unprocessable(told(failureReason));
  if (processingStatus === 'failed') return unprocessable(told(processingFailureReason));
  if (processingStatus === 'terminated') return unprocessable('terminated');
  const isReady = uploadStatus === 'processed' || processingStatus === 'succeeded';
  return { kind: isReady ? 'ready' : 'processing' };
}

function rejected(reason: string): ProcessingState {
  const message = `YouTube rejected the video: "${reason}". Change the post accordingly, then retry.`;
  return { kind: 'failed', code: reason === 'duplicate' ? 'DUPLICATE_CONTENT' : 'PLATFORM_REJECTED', message };
}

function unprocessable(reason: string): ProcessingState {
  const message = `YouTube could not process the video: "${reason}". Send a video file that YouTube supports, then retry.`;
  return { kind: 'failed', code: 'PROCESSING_FAILED', message };
}

/** No call for a post that stays private: it already is. A date of publication set on the channel gives way to ours. */
export async function publishVideo(
  client: YouTubeClient,
  call: PlatformCall,
  post: PostRef,
  payload: Payload,
): Promise<Post> {
  const { privacy } = readPayload(payload);
  if (privacy === 'private') return published(post);
  const { status } = await requireVideo(client, call, post.platformPostId, { status: WritableStatus });
  if (status.privacyStatus !== privacy) {
    failpoint('youtube.publish.sending');
    await updateVideo(client, call, post.platformPostId, { status: withAudience(status, privacy) });
    failpoint('youtube.publish.answered');
  }
  return published(post);
}

function withAudience(status: VideoStatus, privacy: VideoPayload['privacy']): VideoStatus {
  if (status.privacyStatus === privacy) return status;
  const { publishAt: _, ...kept } = status;
  return { ...kept, privacyStatus: privacy };
}

/** The audience tells whether the publishing call arrived. A video that is gone tells nothing. */
export async function reconcilePublish(
  client: YouTubeClient,
  call: PlatformCall,
  post: PostRef,
  payload: Payload,
): Promise<Reconciled> {
  const { privacy } = readPayload(payload);
  const video = await findVideo(client, call, post.platformPostId, { status: WritableStatus });
  if (!video) return { kind: 'unknown' };
  if (video.status.privacyStatus !== privacy) return { kind: 'notHappened' };
  return { kind: 'happened', post: published(post) };
}

/**
 * A session is asked first: if its last byte has arrived it has made a video, whose id may never have reached us.
 * A video that is public or unlisted stays.
 */
export async function removeLeftover(
  client: YouTubeClient,
  call: PlatformCall,
  leftover: Leftover,
): Promise<'gone' | 'public'> {
  const id = leftover.platformPostId ?? (leftover.session && (await endSession(client, call, leftover.session)));
  const video = id === null ? undefined : await findVideo(client, call, id, { status: WritableStatus });
  if (id === null || !video) return 'gone';
  if (video.status.privacyStatus !== 'private') return 'public';
  await deleteVideo(client, call, id);
  return 'gone';
}

async function endSession(client: YouTubeClient, call: PlatformCall, session: string): Promise<string | null> {
  const target = { client, call, session };
  const state = await askSession(target, null);
  if (state.kind === 'complete') return state.platformPostId;
  return state.kind === 'open' ? cancelSession(target) : null;
}

function published({ type, platformPostId }: PostRef): Post {
  const path = type === 'short' ? `shorts/${platformPostId}` : `watch?v=${platformPostId}`;
  return { platformPostId, platformUrl: `https://www.youtube.com/${path}` };
}
