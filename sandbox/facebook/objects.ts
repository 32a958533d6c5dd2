import type { FacebookContext } from './context';
import type { Photo, Post, Video } from './records';

const temporaryLifeMs = 24 * 3_600_000;

/** Tells whether others can see it at this moment. */
export function isLive({ clock }: Pick<FacebookContext, 'clock'>, { liveAtMs }: Pick<Post, 'liveAtMs'>): boolean {
  return liveAtMs !== null && liveAtMs <= clock();
}

/** The post or story of that id. Undefined: there is none, or its time as a draft, or that of its photos, is over. */
export function findPost(context: FacebookContext, id: string): Post | undefined {
  const post = context.store.posts.get(id);
  if (!post || !isKept(context, post, post.madeAtMs)) return undefined;
  const { photos } = context.store;
  const photosOf = post.mediaIds.flatMap((one) => photos.get(one) ?? []);
  return post.liveAtMs !== null || photosOf.every((photo) => isPhotoKept(context, photo)) ? post : undefined;
}

export function findVideo(context: FacebookContext, id: string): Video | undefined {
  const video = context.store.videos.get(id);
  return video && isKept(context, video, video.startedAtMs) ? video : undefined;
}

/** The photo of that id. Undefined: there is none, or its time without a published post is over. */
export function findPhoto(context: FacebookContext, id: string): Photo | undefined {
  const photo = context.store.photos.get(id);
  if (!photo) return undefined;
  const post = context.store.posts.get(photo.postId ?? '');
  return (post && post.liveAtMs !== null) || isPhotoKept(context, photo) ? photo : undefined;
}

function isPhotoKept({ settings, clock }: FacebookContext, { isTemporary, madeAtMs }: Photo): boolean {
  const { photoLifetimeMs } = settings.read().facebook;
  const lifeMs = Math.min(isTemporary ? temporaryLifeMs : Infinity, photoLifetimeMs ?? Infinity);
  return madeAtMs + lifeMs > clock();
}

/** The posts of a page that are not gone, the latest first; stories are none of them. */
export function postsOf(context: FacebookContext, pageId: string): Post[] {
  return objectsOf(context, pageId).filter(({ use }) => use !== 'story');
}

export function storiesOf(context: FacebookContext, pageId: string): Post[] {
  return objectsOf(context, pageId).filter(({ use }) => use === 'story');
}

function objectsOf(context: FacebookContext, pageId: string): Post[] {
  const posts = context.store.posts.values().filter((post) => post.pageId === pageId && findPost(context, post.id));
  return posts.reverse().sort((a, b) => createdAtMs(context, b) - createdAtMs(context, a));
}

/** The time for `created_time`, which a setting decides (README.md, "Assumed"). */
export function createdAtMs({ settings }: FacebookContext, { madeAtMs, liveAtMs }: Post): number {
  return settings.read().facebook.createdTime === 'published' ? (liveAtMs ?? madeAtMs) : madeAtMs;
}

function isKept({ settings, clock }: FacebookContext, { liveAtMs }: Pick<Post, 'liveAtMs'>, madeAtMs: number): boolean {
  const { draftLifetimeMs } = settings.read().facebook;
  return liveAtMs !== null || draftLifetimeMs === null || madeAtMs + draftLifetimeMs > clock();
}
