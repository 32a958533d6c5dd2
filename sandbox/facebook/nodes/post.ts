import { refuseParameter } from '../errors';
import { assertMayPublish } from '../graph/call';
import type { GraphCall } from '../graph/call';
import type { NodeType } from '../graph/fields';
import type { Resource, Seen } from '../graph/resource';
import { postInsights } from '../insights';
import { createdAtMs, findVideo, isLive } from '../objects';
import { asksForSummary, countEdge, originOf, timeText } from '../present';
import { assertPublishesDrafts, asksToPublish, dropPost, dropVideo, putPost, whenLive } from '../publish';
import type { Post } from '../records';
import { listComments, makeComment } from './comments';
import { attachmentsOf } from './attachments';
import { assertText, assertNoDuplicate } from './feed';
import { changeVideo } from './video';

const statusTypes = {
  text: 'mobile_status_update',
  link: 'shared_story',
  photo: 'added_photos',
  video: 'added_video',
  reel: 'added_video',
  story: 'added_photos',
};

/** The fields of a post. */
export const postType: NodeType<Seen<Post>> = {
  name: 'PagePost',
  fields: {
    id: ({ of }) => of.id,
    message: ({ of }) => (of.message === '' ? undefined : of.message),
    created_time: ({ call, of }) => timeText(createdAtMs(call.context, of)),
    updated_time: ({ of }) => timeText(of.updatedAtMs),
    is_published: ({ call, of }) => isLive(call.context, of),
    is_hidden: () => false,
    is_expired: () => false,
    scheduled_publish_time: ({ call, of }) =>
      of.liveAtMs !== null && !isLive(call.context, of) ? Math.floor(of.liveAtMs / 1000) : undefined,
    permalink_url: ({ of }) => `https://www.facebook.com/${of.pageId}/posts/${of.id.replace(/^\d+_/, '')}`,
    application: ({ of }) => (of.appId === null ? undefined : { id: of.appId, name: `App ${of.appId}` }),
    status_type: ({ of }) => statusTypes[of.use],
    from: ({ call, of }) => ({ name: call.context.store.pages.get(of.pageId)?.name, id: of.pageId }),
    targeting: ({ of }) => (of.countries.length === 0 ? undefined : { geo_locations: { countries: of.countries } }),
    full_picture: pictureOf,
    attachments: ({ call, of }) => attachmentsOf(call.context, of),
    shares: ({ of }) => (of.shareCount === 0 ? undefined : { count: of.shareCount }),
    reactions: ({ of }, field) => countEdge(of.likeCount, asksForSummary(field)),
    likes: ({ of }, field) => countEdge(of.likeCount, asksForSummary(field)),
    comments: ({ of }, field) => countEdge(of.commentCount, asksForSummary(field)),
    insights: ({ call, of }, { modifiers }) => postInsights(call, of, modifiers.get('metric') ?? null),
  },
  defaults: ['created_time', 'message', 'id'],
};

/** A post of a page: text, link, photos, or the post that shows a video. */
export const postResource: Resource<Post> = {
  type: postType,
  calls: {
    POST: updatePost,
    DELETE: (call, post) => {
      assertMayPublish(call);
      const video = videoOf(call, post);
      if (video) dropVideo(call.context, call.req, video);
      else dropPost(call.context, call.req, post);
      return { success: true };
    },
    'GET insights': (call, post) => postInsights(call, post, call.params.get('metric')),
    'GET attachments': ({ context }, post) => attachmentsOf(context, post),
    'GET reactions': ({ params }, post) => countEdge(post.likeCount, params.has('summary')),
    'GET likes': ({ params }, post) => countEdge(post.likeCount, params.has('summary')),
    'GET comments': listComments,
    'POST comments': makeComment,
  },
};

/** The photo that a post shows first, a picture of its film, or the picture of the page that it links to. A text has none. */
function pictureOf({ call, of }: Seen<Post>): string | undefined {
  const [first] = of.mediaIds;
  if (of.use === 'photo') return `${originOf(call)}/facebook/media/${first}`;
  return of.use === 'text' ? undefined : `${originOf(call)}/vi/${first ?? of.id}/large.jpg`;
}

function videoOf({ context }: GraphCall, { use, mediaIds }: Post) {
  const [id = ''] = mediaIds;
  return use === 'video' || use === 'reel' || use === 'story' ? findVideo(context, id) : undefined;
}

/** Changes the text of a post, or makes a draft public. The same again changes nothing. */
function updatePost(call: GraphCall, post: Post): object {
  assertMayPublish(call);
  const { context, req, params } = call;
  const video = videoOf(call, post);
  if (video) return changeVideo(call, video, { title: null, description: params.get('message') }, 'is_published');
  if (post.use === 'story') throw refuseParameter('A story cannot be changed');
  const message = params.get('message') ?? post.message;
  assertText(message);
  const liveAtMs = liveAtAfter(call, { ...post, message });
  if (message !== post.message || liveAtMs !== post.liveAtMs)
    putPost(context, req, { ...post, message, liveAtMs, updatedAtMs: context.clock() });
  return { success: true };
}

/** When a post is live after an update: a draft from now on where the update asks for it. Throws codes 100 and 506. */
function liveAtAfter({ context, params }: GraphCall, post: Post): number | null {
  const isAsked = asksToPublish(context, params, 'is_published');
  if (post.liveAtMs === null && isAsked) {
    assertPublishesDrafts(context, 'is_published');
    assertNoDuplicate(context, post);
    return whenLive(context, context.clock());
  }
  if (post.liveAtMs !== null && params.has('is_published') && !isAsked)
    throw refuseParameter('A published post cannot be unpublished');
  return post.liveAtMs;
}
