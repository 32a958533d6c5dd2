import { assertMayRead } from '../graph/call';
import type { GraphCall } from '../graph/call';
import { present } from '../graph/fields';
import type { NodeType } from '../graph/fields';
import { listOf } from '../graph/list';
import { readCount, readFlag } from '../graph/params';
import type { List } from '../graph/list';
import type { Resource, Seen } from '../graph/resource';
import { pageInsights } from '../insights';
import { createdAtMs, findPhoto, findVideo, isLive, postsOf } from '../objects';
import { originOf } from '../present';
import type { Page, Post, Video } from '../records';
import { pageTokenFor } from '../accounts/tokens';
import { uploadVideo } from '../video/classic';
import { uploadReel } from '../video/reels';
import { createPost } from './feed';
import { createPhoto, createPhotoStory, photoType } from './photo';
import { postType } from './post';
import { listStories } from './stories';
import { videoType } from './video';

const followersOf = ({ counts }: Page) => counts.subscriberCount ?? 0;

/** The fields of a page. Its token and tasks are for a user who has a task there. */
export const pageType: NodeType<Seen<Page>> = {
  name: 'Page',
  fields: {
    id: ({ of }) => of.id,
    name: ({ of }) => of.name,
    username: ({ of }) => of.username,
    category: ({ of }) => of.category,
    category_list: ({ of }) => [{ id: '2500', name: of.category }],
    link: ({ of }) => `https://www.facebook.com/${of.id}`,
    about: () => undefined,
    followers_count: ({ of }) => followersOf(of),
    fan_count: ({ of }) => followersOf(of),
    is_published: () => true,
    verification_status: () => 'not_verified',
    picture: (seen) => ({ data: pictureOf(seen) }),
    tasks: ({ call, of }) => (call.viewer.token.userId === of.ownerId ? of.tasks : undefined),
    access_token: ({ call: { context, viewer }, of }) => {
      if (viewer.token.userId !== of.ownerId || of.tasks.length === 0) return undefined;
      if (viewer.page) return viewer.token.token;
      return pageTokenFor(context, viewer.token, of.id).token;
    },
  },
  defaults: ['name', 'id'],
};

function pictureOf(seen: Seen<Page>): object {
  return { height: 100, is_silhouette: false, url: `${originOf(seen.call)}/vi/${seen.of.id}/large.jpg`, width: 100 };
}

/** A page: its fields, its published content, and the calls that publish. */
export const pageResource: Resource<Page> = {
  type: pageType,
  calls: {
    'GET picture': (call, page) => ({ data: pictureOf({ call, of: page }) }),
    'GET feed': listPublished,
    'GET posts': listPublished,
    'GET published_posts': listPublished,
    'GET scheduled_posts': (call, page) =>
      listPosts(call, page, (post) => post.liveAtMs !== null && !isLive(call.context, post)),
    'GET promotable_posts': listPromotable,
    'GET photos': listPhotos,
    'GET videos': (call, page) => listVideos(call, page, ['video', 'reel']),
    'GET video_reels': (call, page) => listVideos(call, page, ['reel']),
    'GET stories': listStories,
    'GET insights': pageInsights,
    'POST feed': createPost,
    'POST photos': createPhoto,
    'POST photo_stories': createPhotoStory,
    'POST videos': uploadVideo,
    'POST video_reels': (call, page) => uploadReel(call, page, 'reel'),
    'POST video_stories': (call, page) => uploadReel(call, page, 'story'),
  },
};

function listPublished(call: GraphCall, page: Page): List {
  return listPosts(call, page, (post) => isLive(call.context, post));
}

/** The posts of a page, drafts too, as `is_published` says. */
function listPromotable(call: GraphCall, page: Page): List {
  const { params, context } = call;
  const isMeant = params.has('is_published') ? readFlag(params, 'is_published', true) : null;
  return listPosts(call, page, (post) => isMeant === null || isLive(context, post) === isMeant);
}

function listPosts(call: GraphCall, page: Page, isMeant: (post: Post) => boolean): List {
  assertMayRead(call);
  const posts = postsOf(call.context, page.id).filter((post) => isMeant(post) && isListed(call, post));
  return listOf(call, posts, (of) => present(postType, { call, of }, call.fields));
}

/** `since` and `until`, in Unix seconds, bound the time of a post; a live post may be listed late. */
function isListed({ context, params }: GraphCall, post: Post): boolean {
  const { listLagMs, listLagsMs } = context.settings.read().facebook;
  const { [post.pageId]: ofPage = listLagMs } = listLagsMs;
  const lagMs = ofPage ?? Infinity;
  if (isLive(context, post) && (post.liveAtMs ?? 0) + lagMs > context.clock()) return false;
  const seconds = Math.floor(createdAtMs(context, post) / 1000);
  const since = params.has('since') ? readCount(params, 'since') : -Infinity;
  const until = params.has('until') ? readCount(params, 'until') : Infinity;
  return seconds >= since && seconds <= until;
}

/** The photos that a live post shows, the latest first. */
function listPhotos(call: GraphCall, page: Page): List {
  assertMayRead(call);
  const { store } = call.context;
  const photos = store.photos.values().filter(({ id, pageId, postId }) => {
    const post = store.posts.get(postId ?? '');
    return pageId === page.id && post !== undefined && isLive(call.context, post) && findPhoto(call.context, id);
  });
  return listOf(call, photos.reverse(), (of) => present(photoType, { call, of }, call.fields));
}

/** The live videos of a page, the latest first. */
function listVideos(call: GraphCall, page: Page, uses: readonly Video['use'][]): List {
  assertMayRead(call);
  const videos = call.context.store.videos
    .values()
    .filter(({ id, pageId, use }) => pageId === page.id && uses.includes(use) && findVideo(call.context, id))
    .filter((video) => isLive(call.context, video));
  return listOf(call, videos.reverse(), (of) => present(videoType, { call, of }, call.fields));
}
