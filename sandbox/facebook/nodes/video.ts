import { assertMayPublish } from '../graph/call';
import type { GraphCall } from '../graph/call';
import type { NodeType } from '../graph/fields';
import type { Resource, Seen } from '../graph/resource';
import { listComments, makeComment } from './comments';
import { videoInsights } from '../insights';
import { isLive } from '../objects';
import { asksForSummary, countEdge, originOf, timeText } from '../present';
import { assertPublishesDrafts, asksToPublish, dropVideo, putVideo } from '../publish';
import type { Post, Video } from '../records';
import { published } from '../video/finish';
import { presentStatus } from '../video/status';

/** The post that shows a video; undefined: it is not finished. */
function postOf({ call, of }: Seen<Video>): Post | undefined {
  return call.context.store.posts.get(of.postId ?? '');
}

const textOf = (text: string) => (text === '' ? undefined : text);

/** The fields of a video, reels and stories included. */
export const videoType: NodeType<Seen<Video>> = {
  name: 'Video',
  fields: {
    id: ({ of }) => of.id,
    title: ({ of }) => textOf(of.title),
    description: ({ of }) => textOf(of.description),
    created_time: ({ of }) => timeText(of.startedAtMs),
    updated_time: ({ of }) => timeText(of.finishedAtMs ?? of.startedAtMs),
    // Seconds; 0 while the play time is not known.
    length: ({ of }) => (of.durationMs ?? 0) / 1000,
    published: ({ call, of }) => isLive(call.context, of),
    status: ({ call, of }) => presentStatus(call.context, of),
    post_id: ({ of }) => of.postId?.replace(/^\d+_/, ''),
    permalink_url: ({ of }) => (of.use === 'reel' ? `/reel/${of.id}/` : `/${of.pageId}/videos/${of.id}/`),
    source: ({ call, of }) => `${originOf(call)}/facebook/media/${of.id}`,
    picture: ({ call, of }) => `${originOf(call)}/vi/${of.id}/large.jpg`,
    from: ({ call, of }) => ({ name: call.context.store.pages.get(of.pageId)?.name, id: of.pageId }),
    scheduled_publish_time: ({ of }) =>
      of.publish === 'scheduled' && of.liveAtMs !== null ? Math.floor(of.liveAtMs / 1000) : undefined,
    views: (seen) => postOf(seen)?.viewCount ?? 0,
    likes: (seen, field) => countEdge(postOf(seen)?.likeCount ?? 0, asksForSummary(field)),
    reactions: (seen, field) => countEdge(postOf(seen)?.likeCount ?? 0, asksForSummary(field)),
    comments: (seen, field) => countEdge(postOf(seen)?.commentCount ?? 0, asksForSummary(field)),
  },
  defaults: ['description', 'updated_time', 'id'],
};

/** A video of a page. */
export const videoResource: Resource<Video> = {
  type: videoType,
  calls: {
    POST: updateVideo,
    DELETE: (call, video) => {
      assertMayPublish(call);
      dropVideo(call.context, call.req, video);
      return { success: true };
    },
    'GET video_insights': videoInsights,
    'GET comments': (call, of) => listComments(call, postOf({ call, of })),
    'POST comments': (call, of) => makeComment(call, postOf({ call, of })),
    'GET likes': (call, of) => countEdge(postOf({ call, of })?.likeCount ?? 0, call.params.has('summary')),
    'GET reactions': (call, of) => countEdge(postOf({ call, of })?.likeCount ?? 0, call.params.has('summary')),
  },
};

/**
 * Changes the texts of a video, or makes a finished one public. The same again changes nothing. An update of a video has
 * `name` and no `title`, `description` and no `message` (reference §5, Meta's specification of AdVideo).
 */
function updateVideo(call: GraphCall, video: Video): object {
  const { params } = call;
  const texts = { title: params.get('name'), description: params.get('description') };
  return changeVideo(call, video, texts, 'published');
}

/** Changes a video by its own node, or by its post; a text that is null stays. */
export function changeVideo(
  call: GraphCall,
  video: Video,
  asked: { title: string | null; description: string | null },
  publishedBy: 'published' | 'is_published',
): object {
  const { context, req, params } = call;
  assertMayPublish(call);
  const texts = { title: asked.title ?? video.title, description: asked.description ?? video.description };
  const isDraft = video.finishedAtMs !== null && video.liveAtMs === null;
  const isPublishing = isDraft && asksToPublish(context, params, publishedBy);
  if (isPublishing) assertPublishesDrafts(context, 'published');
  const isRewritten = texts.title !== video.title || texts.description !== video.description;
  const changed = { ...video, ...texts };
  if (isRewritten || isPublishing) putVideo(context, req, isPublishing ? published(context, changed) : changed);
  return { success: true };
}
