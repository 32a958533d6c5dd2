import type { Video } from './records';

/** YouTube's status of a video at a moment (values: reference §2.3). */
export interface VideoStatus {
  readonly uploadStatus: 'uploaded' | 'processed' | 'failed' | 'rejected';
  readonly failureReason?: string;
  readonly rejectionReason?: string;
  readonly processingStatus: 'processing' | 'succeeded' | 'failed' | 'terminated';
  readonly processingFailureReason?: string;
  readonly timeLeftMs: number;
}

/** The status of a video's processing. */
export function statusAt(video: Video, nowMs: number): VideoStatus {
  const { outcome, lengthMs, failureReason, processingFailureReason, rejectionReason } = video.processing;
  const timeLeftMs = Math.max(0, video.uploadedAtMs + lengthMs - nowMs);
  if (outcome === 'stuck' || timeLeftMs > 0)
    return { uploadStatus: 'uploaded', processingStatus: 'processing', timeLeftMs };
  if (outcome === 'succeeded') return { uploadStatus: 'processed', processingStatus: 'succeeded', timeLeftMs };
  if (outcome === 'terminated') return { uploadStatus: 'uploaded', processingStatus: 'terminated', timeLeftMs };
  if (outcome === 'rejected')
    return { uploadStatus: 'rejected', rejectionReason, processingStatus: 'terminated', timeLeftMs };
  return {
    uploadStatus: failureReason === null ? 'uploaded' : 'failed',
    ...(failureReason !== null && { failureReason }),
    processingStatus: 'failed',
    processingFailureReason,
    timeLeftMs,
  };
}

/** The privacy that counts at a moment: a private video whose publishAt has come is public. */
export function privacyAt(
  video: Video,
  nowMs: number,
): { privacyStatus: 'public' | 'unlisted' | 'private'; publishAt?: string } {
  const { privacyStatus, publishAt } = video.status;
  if (publishAt === undefined) return { privacyStatus };
  return Date.parse(publishAt) <= nowMs ? { privacyStatus: 'public' } : { privacyStatus, publishAt };
}

/** When the video was first public; its upload if it never was (resource page, snippet.publishedAt). */
export function publishedAtMs(video: Video, nowMs: number): number {
  if (video.publicSinceMs !== null) return video.publicSinceMs;
  const dueMs = video.status.publishAt === undefined ? Infinity : Date.parse(video.status.publishAt);
  return dueMs <= nowMs ? Math.max(dueMs, video.uploadedAtMs) : video.uploadedAtMs;
}
