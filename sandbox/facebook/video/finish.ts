import type { FacebookContext } from '../context';
import { refuse } from '../errors';
import { whenLive } from '../publish';
import type { Video } from '../records';
import { beginProcessing, readyAtMs } from './processing';

/** A new video of which only these fields are known. */
export function newVideo(context: FacebookContext, video: Pick<Video, 'id' | 'pageId' | 'use' | 'sizeBytes'>): Video {
  return {
    ...video,
    title: '',
    description: '',
    startedAtMs: context.clock(),
    uploadedAtMs: null,
    contentType: 'video/mp4',
    durationMs: null,
    aspect: null,
    isTurned: false,
    isFilm: false,
    comment: '',
    finishedAtMs: null,
    processing: null,
    publish: 'none',
    liveAtMs: null,
    postId: null,
  };
}

/** A video with its texts, finished and in processing. Throws 6000 with 1363033 while bytes are missing. */
export function finished(context: FacebookContext, video: Video, texts: Pick<Video, 'title' | 'description'>): Video {
  if (video.uploadedAtMs === null) throw refuse('videoInterrupted');
  const whole = { ...video, ...texts, finishedAtMs: video.finishedAtMs ?? context.clock() };
  const isTurned = video.isTurned || becomesReel(context, video);
  return beginProcessing(context, isTurned ? { ...whole, use: 'reel', isTurned } : whole);
}

const [tall, tolerance] = [9 / 16, 0.02];
const [reelMsMin, reelMsMax] = [3000, 90_000];

/** Facebook makes a reel of a vertical video of the feed (gitroomhq/postiz-app#1740): here of 9:16, and 3 to 90 s. */
function becomesReel({ settings }: FacebookContext, { use, aspect, durationMs }: Video): boolean {
  if (use !== 'video' || settings.read().facebook.verticalVideos === 'video') return false;
  if (aspect === null || durationMs === null) return false;
  return Math.abs(aspect - tall) < tolerance && durationMs >= reelMsMin && durationMs <= reelMsMax;
}

/** A finished video, public as soon as it is ready, or as a setting has it. A public video stays as it is. */
export function published(context: FacebookContext, video: Video): Video {
  if (video.liveAtMs !== null && video.publish !== 'scheduled') return video;
  const { publishOutcome, verticalVideos } = context.settings.read().facebook;
  if (video.isTurned && verticalVideos === 'draft') return { ...video, publish: 'draft' };
  return { ...video, publish: publishOutcome, liveAtMs: whenLive(context, readyAtMs(video)) };
}

/** A finished video that goes live at a time, or once it is ready if that is later. */
export function scheduled(video: Video, timeMs: number): Video {
  const ready = readyAtMs(video);
  return { ...video, publish: 'scheduled', liveAtMs: ready === null ? null : Math.max(timeMs, ready) };
}
