import { statSync } from 'node:fs';
import type { FacebookContext } from '../context';
import { timeText } from '../present';
import type { Video } from '../records';

/** An upload that is not finished is expired a day later. */
export const uploadLifeMs = 24 * 3_600_000;

/** Tells whether the upload of a video has expired: no call finishes it any more. */
export function isExpired({ settings, clock }: FacebookContext, video: Video): boolean {
  if (video.finishedAtMs !== null || video.startedAtMs + uploadLifeMs > clock()) return false;
  return video.uploadedAtMs === null || settings.read().facebook.wholeUploadsExpire;
}

/** The number of a video's bytes that are stored. */
export function storedBytesOf({ store }: FacebookContext, id: string): number {
  return statSync(store.mediaFile(id), { throwIfNoEntry: false })?.size ?? 0;
}

type PhaseStatus = 'not_started' | 'in_progress' | 'complete' | 'error';

/** The status of a video's processing. */
export function processingStatusAt({ processing }: Video, nowMs: number): PhaseStatus {
  if (!processing) return 'not_started';
  if (processing.outcome === 'stuck' || processing.startsAtMs + processing.lengthMs > nowMs) return 'in_progress';
  return processing.outcome === 'failed' ? 'error' : 'complete';
}

/** The field `status` of a video: how it stands as a whole, and its three phases (reference §5). */
export function presentStatus(context: FacebookContext, video: Video): object {
  const { statusWords, processingErrorForm } = context.settings.read().facebook;
  const word = (status: PhaseStatus) => (status === 'complete' && statusWords === 'documented' ? 'completed' : status);
  const now = context.clock();
  const processed = processingStatusAt(video, now);
  const isHidden = processed === 'error' && processingErrorForm === 'notStarted';
  const uploading = uploadingPhase(context, video);
  const { status: publishing, ...published } = publishingPhase(context, video);
  return {
    video_status: isHidden ? 'processing' : videoStatusAt(context, video, now),
    processing_progress: processed === 'complete' ? 100 : 0,
    uploading_phase: { ...uploading, status: word(uploading.status) },
    processing_phase: {
      status: isHidden ? 'not_started' : word(processed),
      ...(processed === 'error' && tellError(video, processingErrorForm)),
    },
    publishing_phase: { status: word(publishing), ...published },
  };
}

function videoStatusAt(context: FacebookContext, video: Video, nowMs: number): string {
  const processed = processingStatusAt(video, nowMs);
  if (processed === 'error') return 'error';
  if (processed === 'complete') return 'ready';
  if (processed === 'in_progress') return 'processing';
  if (isExpired(context, video)) return 'expired';
  return video.uploadedAtMs === null ? 'uploading' : 'upload_complete';
}

function uploadingPhase(context: FacebookContext, video: Video): { status: PhaseStatus } {
  const bytes = storedBytesOf(context, video.id);
  const name = context.settings.read().facebook.statusWords === 'documented' ? 'bytes_transfered' : 'bytes_transferred';
  const status = video.uploadedAtMs !== null ? 'complete' : bytes > 0 ? 'in_progress' : 'not_started';
  return { status, [name]: bytes };
}

function publishingPhase(
  { clock }: FacebookContext,
  { publish, liveAtMs, finishedAtMs }: Video,
): { status: PhaseStatus } & Record<string, unknown> {
  const isLive = liveAtMs !== null && liveAtMs <= clock();
  if (isLive) return { status: 'complete', publish_status: 'published', publish_time: timeText(liveAtMs) };
  if (publish === 'scheduled' && liveAtMs !== null)
    return { status: 'in_progress', publish_status: 'scheduled', publish_time: timeText(liveAtMs) };
  if (publish === 'error')
    return { status: 'error', errors: [{ code: 1363008, message: 'The video could not be published.' }] };
  if (publish === 'draft' || (publish === 'none' && finishedAtMs !== null))
    return { status: 'complete', publish_status: 'draft' };
  return { status: publish === 'published' && liveAtMs !== null ? 'in_progress' : 'not_started' };
}

function tellError({ processing }: Video, form: 'error' | 'errors' | 'notStarted'): object {
  const error = processing?.error ?? { code: 1363008, message: 'Video processing failed.' };
  return form === 'errors' ? { errors: [error] } : { error: { message: error.message } };
}
