import { refuse } from '../errors';
import { assertMayPublish } from '../graph/call';
import type { GraphCall } from '../graph/call';
import { readOneOf, readRequired } from '../graph/params';
import { newObjectId } from '../ids';
import { findVideo } from '../objects';
import { originOf } from '../present';
import { putVideo, readSchedule } from '../publish';
import type { Page, Video } from '../records';
import { finished, newVideo, published, scheduled } from './finish';
import { isExpired } from './status';

const states = ['PUBLISHED', 'DRAFT', 'SCHEDULED'] as const;
const scheduleDaysMax = 29;
const dayMs = 24 * 3_600_000;

/** The upload of a reel or a video story: `start` gives an upload address, `finish` decides its use (reference §5). */
export function uploadReel(call: GraphCall, page: Page, use: 'reel' | 'story'): object {
  assertMayPublish(call);
  const { context, params } = call;
  if (readOneOf(params, 'upload_phase', ['start', 'finish']) === 'start') {
    const video = newVideo(context, { id: newObjectId(), pageId: page.id, use, sizeBytes: null });
    context.store.videos.put(video.id, video);
    return { video_id: video.id, upload_url: `${originOf(call)}/video-upload/v27.0/${video.id}` };
  }
  const video = findVideo(context, readRequired(params, 'video_id'));
  if (video?.pageId !== page.id || video.use !== use || isExpired(context, video)) throw refuse('videoSessionExpired');
  return use === 'reel' ? finishReel(call, video) : finishStory(call, video);
}

/** An acknowledgement only. A draft is made public by a second `finish`; the same again changes nothing. */
function finishReel(call: GraphCall, video: Video): object {
  const { context, params, req } = call;
  const state = params.has('video_state') ? readOneOf(params, 'video_state', states) : 'PUBLISHED';
  if (state !== 'DRAFT' && video.liveAtMs === null) assertMayAdd(call, video.pageId);
  const texts = {
    title: params.get('title') ?? video.title,
    description: params.get('description') ?? video.description,
  };
  const done = finished(context, video, texts);
  if (state === 'PUBLISHED') putVideo(context, req, published(context, done));
  else if (state === 'SCHEDULED')
    putVideo(context, req, scheduled(done, readSchedule(context, params, scheduleDaysMax)));
  else if (video.publish === 'none') putVideo(context, req, { ...done, publish: 'draft' });
  return { success: true };
}

function finishStory({ context, req }: GraphCall, video: Video): object {
  const { postId } = putVideo(context, req, published(context, finished(context, video, video)));
  return { success: true, post_id: postId };
}

/** Throws code 613 for one reel more than a page may publish in 24 hours. */
function assertMayAdd({ context }: GraphCall, pageId: string): void {
  const since = context.clock() - dayMs;
  const count = context.store.videos
    .values()
    .filter((one) => one.pageId === pageId && one.use === 'reel' && one.publish === 'published')
    .filter(({ finishedAtMs }) => (finishedAtMs ?? 0) > since).length;
  if (count >= context.settings.read().facebook.reelsPerDay) throw refuse('customLimit');
}
