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
  return beginProcessing(context, { ...video, ...texts, finishedAtMs: video.finishedAtMs ?? context.clock() });
}

/** A finished video, public as soon as it is ready, or as a setting has it. A public video stays as it is. */
export function published(context: FacebookContext, video: Video): Video {
  if (video.liveAtMs !== null && video.publish !== 'scheduled') return video;
  const { publishOutcome } = context.settings.read().facebook;
  return { ...video, publish: publishOutcome, liveAtMs: whenLive(context, readyAtMs(video)) };
}

/** A finished video that goes live at a time, or once it is ready if that is later. */
export function scheduled(video: Video, timeMs: number): Video {
  const ready = readyAtMs(video);
  return { ...video, publish: 'scheduled', liveAtMs: ready === null ? null : Math.max(timeMs, ready) };
}
