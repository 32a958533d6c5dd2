import { inspectFile } from '../../media/inspectFile';
import { movieCommentOf } from '../../media/movieComment';
import { looksLikeVideo } from '../../media/sniff';
import type { FacebookContext } from '../context';
import type { Processing, Video } from '../records';

/** The longest film of each use (reference §5, "Limits"). */
const durationsMs = {
  video: { min: 1000, max: 4 * 3_600_000 },
  reel: { min: 3000, max: 90_000 },
  story: { min: 3000, max: 60_000 },
};

/** A video whose last byte has come, with the facts of its file. A setting may process a reel or story at once. */
export async function uploaded(context: FacebookContext, video: Video): Promise<Video> {
  const { store, clock, settings } = context;
  const { head, sizeBytes, durationMs, aspect } = await inspectFile(store.mediaFile(video.id));
  const found = { durationMs, aspect, isFilm: looksLikeVideo(head), comment: movieCommentOf(head) };
  const whole = { ...video, sizeBytes, ...found, uploadedAtMs: clock() };
  return video.use !== 'video' && settings.read().facebook.processesDrafts ? beginProcessing(context, whole) : whole;
}

/** Begins to process a video, unless it has begun. Its end is decided now: by the file first, then by the settings. */
export function beginProcessing({ settings, clock }: FacebookContext, video: Video): Video {
  if (video.processing) return video;
  const { outcome, processingMs: lengthMs } = settings.read();
  const error = findFault(video);
  const begun = { startsAtMs: clock(), lengthMs };
  if (error) return { ...video, processing: { ...begun, outcome: 'failed', error } };
  if (outcome === 'succeeded' || outcome === 'stuck')
    return { ...video, processing: { ...begun, outcome, error: null } };
  return { ...video, processing: { ...begun, outcome: 'failed', error: refusals[outcome] } };
}

const refusals = {
  failed: { code: 1363047, message: 'There was a problem encoding the video.' },
  terminated: { code: 1363008, message: 'Video processing failed.' },
  rejected: {
    code: 1609010,
    message: "Your video couldn't be published because it may contain content owned by someone else.",
  },
};

function findFault({ use, isFilm, durationMs }: Video): Processing['error'] {
  const { min, max } = durationsMs[use];
  if (!isFilm) return { code: 1363024, message: "The video file you selected is in a format that we don't support." };
  if (durationMs === null) return null;
  if (durationMs < min) return { code: 1363025, message: 'The video is too short.' };
  return durationMs > max ? { code: 1363026, message: 'The video is too long.' } : null;
}

/** When a video is ready to be shown. Null: never, as far as is known. */
export function readyAtMs({ processing }: Video): number | null {
  if (processing?.outcome !== 'succeeded') return null;
  return processing.startsAtMs + processing.lengthMs;
}
