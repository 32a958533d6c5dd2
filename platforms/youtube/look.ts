import type { z } from 'zod';
import type { FailureCode } from '../../domain/failures/failures';
import type { FailureWords } from '../../domain/failures/PublishFailure';
import type { Call } from '../Call';
import type { Post, PostState } from '../Publisher';
import type { VideoPayload } from './capabilities';
import { quote } from '../http/quote';
import type { YouTubeClient } from './http';
import { createLookBatch } from './lookBatch';
import { findVideos, ProcessingDetails, Status } from './videos';

const parts = { status: Status, processingDetails: ProcessingDetails.default({}) };
type VideoState = z.infer<z.ZodObject<typeof parts>>;

/** Asks how a video stands, in one request with others of its channel. */
export type FindVideoState = (call: Call, id: string) => Promise<VideoState | undefined>;

/** Channels of one client share it: videos and Shorts are asked about together. */
export function createFindSeen(client: YouTubeClient): FindVideoState {
  return createLookBatch(async (call, ids) => findVideos(client, call, ids, parts));
}

/**
 * The state of a video: one read. It is processed when YouTube says so in either of two places. It is live when it is
 * processed and has the audience of the payload. A private payload has no audience, so such a video is `ready`. A video
 * that YouTube does not have is `unknown`: a list may leave out an existing video for a while.
 */
export async function lookAt(
  findSeen: FindVideoState,
  call: Call,
  id: string,
  { privacy }: VideoPayload,
  post: Post,
): Promise<PostState> {
  const video = await findSeen(call, id);
  if (!video || video.status.uploadStatus === 'deleted') {
    return {
      kind: 'unknown',
      message: `YouTube does not have the video ${id}; it may have been deleted on the channel.`,
    };
  }
  const { uploadStatus, failureReason, rejectionReason, privacyStatus } = video.status;
  const { processingStatus, processingFailureReason } = video.processingDetails;
  const quoted = (reason = 'no reason given'): string => quote(reason, [call.accessToken]);
  if (uploadStatus === 'rejected') return rejected(quoted(rejectionReason));
  if (uploadStatus === 'failed') return unprocessable(quoted(failureReason));
  if (processingStatus === 'failed') return unprocessable(quoted(processingFailureReason));
  if (processingStatus === 'terminated') return unprocessable('terminated');
  if (uploadStatus !== 'processed' && processingStatus !== 'succeeded') return { kind: 'processing' };
  return privacyStatus === privacy && privacy !== 'private' ? { kind: 'live', post } : { kind: 'ready' };
}

/** Videos over 15 minutes need a channel whose phone number is verified (support.google.com/youtube/answer/71673). */
const unverified = {
  whoActs: 'channel owner',
  todo: 'Videos of over 15 minutes need a verified phone number: verify it at https://www.youtube.com/verify, then make another assignment.',
} as const;
const changeIt = 'Make another assignment with a post that YouTube takes.';

function rejected(reason: string): PostState {
  const code = reason === 'duplicate' ? 'DUPLICATE_CONTENT' : 'PLATFORM_REJECTED';
  const seen = `YouTube rejected the video: "${reason}".`;
  return reason === 'length' ? failed(code, { seen, ...unverified }) : failed(code, { seen, todo: changeIt });
}

function unprocessable(reason: string): PostState {
  const seen = `YouTube could not process the video: "${reason}".`;
  return failed('PROCESSING_FAILED', {
    seen,
    todo: 'Make another assignment with a video file that YouTube supports.',
  });
}

function failed(code: FailureCode, words: FailureWords): PostState {
  return { kind: 'failed', code, words };
}
