import type { Request } from 'express';
import { exchangeOf } from '../http/exchange';
import type { FacebookContext } from './context';
import { refuse, refuseParameter } from './errors';
import { readFlag } from './graph/params';
import type { Params } from './graph/params';
import { newObjectId, newPostId } from './ids';
import type { Post, Video } from './records';

const [minuteMs, dayMs] = [60_000, 24 * 3_600_000];

/** The audience of a post in the record of effects. An accepted post counts as public: no caller can stop it. */
export function audienceOf(object: Pick<Post, 'liveAtMs'> | undefined): 'public' | 'draft' | null {
  if (!object) return null;
  return object.liveAtMs === null ? 'draft' : 'public';
}

/** The time at which a post published now is live, ready at `readyAtMs`. Null: never, despite an answer of success. */
export function whenLive({ settings, clock }: FacebookContext, readyAtMs: number | null): number | null {
  const { publishOutcome, liveDelayMs } = settings.read().facebook;
  if (publishOutcome !== 'published' || readyAtMs === null) return null;
  return Math.max(clock(), readyAtMs) + liveDelayMs;
}

/** Tells whether a call makes a draft public: by the parameter of its kind, or by either one if a setting says so. */
export function asksToPublish(
  { settings }: FacebookContext,
  params: Params,
  own: 'is_published' | 'published',
): boolean {
  const names = settings.read().facebook.publishParameter === 'own' ? [own] : ['is_published', 'published'];
  return names.some((name) => readFlag(params, name, false));
}

/** Throws code 200 where the page takes no drafts. */
export function assertTakesDrafts({ settings }: FacebookContext): void {
  if (settings.read().facebook.drafts === 'refused') throw refuse('unpublishedForbidden');
}

/** Throws code 100 where a draft of the page cannot be made public. */
export function assertPublishesDrafts({ settings }: FacebookContext, parameter: 'is_published' | 'published'): void {
  if (settings.read().facebook.drafts !== 'taken')
    throw refuseParameter(`(#100) Param ${parameter} is not allowed for this object`);
}

/**
 * The time of `scheduled_publish_time`: Unix seconds or ISO 8601, 10 minutes to `daysMax` days ahead. Throws code 100.
 */
export function readSchedule({ clock }: FacebookContext, params: Params, daysMax: number): number {
  const text = params.get('scheduled_publish_time') ?? '';
  const timeMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  const aheadMs = timeMs - clock();
  if (aheadMs >= 10 * minuteMs && aheadMs <= daysMax * dayMs) return timeMs;
  throw refuseParameter('The specified scheduled publish time is invalid.');
}

/** A new post of which only these fields are known. */
export function newPost(context: FacebookContext, post: Pick<Post, 'id' | 'pageId' | 'use'> & Partial<Post>): Post {
  const now = context.clock();
  const counts = { viewCount: 0, likeCount: 0, commentCount: 0, shareCount: 0 };
  const content = { message: '', link: null, mediaIds: [], countries: [], appId: appOf(context) };
  return { ...content, madeAtMs: now, updatedAtMs: now, liveAtMs: null, ...counts, ...post };
}

function appOf({ app, settings }: FacebookContext): string | null {
  const { postsBy } = settings.read().facebook;
  if (postsBy === 'person') return null;
  return postsBy === 'app' ? app.clientId : `${app.clientId}0`;
}

/** Makes or changes a post, and notes that the request did it. */
export function putPost(context: FacebookContext, req: Request, post: Post): void {
  const { store } = context;
  const from = audienceOf(store.posts.get(post.id));
  store.posts.put(post.id, post);
  const title = textOf(context, post);
  exchangeOf(req).noteEffect?.({ resource: post.id, title, from, to: audienceOf(post) });
}

/** The title of a post in the record of effects: its text; of a story, which has no text, the comment in its file. */
function textOf({ store }: FacebookContext, { use, message, mediaIds: [id = ''] }: Post): string {
  if (use !== 'story' || message !== '') return message;
  return (store.photos.get(id) ?? store.videos.get(id))?.comment ?? '';
}

/** Removes a post, and notes that the request did it. The photos that it showed stay. */
export function dropPost(context: FacebookContext, req: Request, post: Post): void {
  context.store.posts.delete(post.id);
  const title = textOf(context, post);
  exchangeOf(req).noteEffect?.({ resource: post.id, title, from: audienceOf(post), to: null });
}

/** The title of a video in the record of effects: its text; of a story without text, the comment in its file. */
const titleOf = ({ use, title, description, comment }: Video) =>
  [title, description].filter((text) => text !== '').join(' ') || (use === 'story' ? comment : '');

/** The id of the post that a video has, or is to have. */
const postIdOf = ({ postId, use, pageId }: Video): string =>
  postId ?? (use === 'story' ? newObjectId() : newPostId(pageId));

/** Changes a video, and notes that the request did it. A finished video has a post, which follows the video. */
export function putVideo(context: FacebookContext, req: Request, changed: Video): Video {
  const { store } = context;
  const before = store.videos.get(changed.id);
  const postId = postIdOf(changed);
  const video = changed.finishedAtMs === null ? changed : { ...changed, postId };
  store.videos.put(video.id, video);
  if (video.finishedAtMs === null) return video;
  const { id, pageId, use, description: message, liveAtMs } = video;
  const post = store.posts.get(postId) ?? newPost(context, { id: postId, pageId, use, mediaIds: [id] });
  store.posts.put(postId, { ...post, message, liveAtMs, updatedAtMs: context.clock() });
  const from = before && before.finishedAtMs !== null ? audienceOf(before) : null;
  const [title, to] = [titleOf(video), audienceOf(video)];
  if (!before || from !== to || title !== titleOf(before))
    exchangeOf(req).noteEffect?.({ resource: use === 'story' ? postId : id, title, from, to });
  return video;
}

/** Removes a video and its post, and notes that the request did it. */
export function dropVideo({ store }: FacebookContext, req: Request, video: Video): void {
  store.videos.delete(video.id);
  if (video.postId !== null) store.posts.delete(video.postId);
  if (video.finishedAtMs === null) return;
  const resource = (video.use === 'story' && video.postId) || video.id;
  exchangeOf(req).noteEffect?.({ resource, title: titleOf(video), from: audienceOf(video), to: null });
}
