import { z } from 'zod';
import { parseUrl } from '../../http/parseUrl';
import type { FacebookContext } from '../context';
import { refuse, refuseParameter } from '../errors';
import { assertMayPublish } from '../graph/call';
import type { GraphCall } from '../graph/call';
import { readFlag, readOneOf } from '../graph/params';
import type { Params } from '../graph/params';
import { newPostId } from '../ids';
import { readCountries } from '../targeting';
import { findPhoto, isLive, postsOf } from '../objects';
import { assertTakesDrafts, newPost, putPost, readSchedule, whenLive } from '../publish';
import type { Page, Post } from '../records';

const messageMax = 63_206;
const scheduleDaysMax = 30;
const draftTypes = [
  'SCHEDULED',
  'SCHEDULED_RECURRING',
  'DRAFT',
  'ADS_POST',
  'INLINE_CREATED',
  'PUBLISHED',
  'REVIEWABLE_BRANDED_CONTENT',
];
const Attached = z.object({ media_fbid: z.coerce.string() });

/** Makes a post: a text, a link, or photos that were uploaded before; public unless `published=false` (reference §5). */
export function createPost(call: GraphCall, page: Page): object {
  assertMayPublish(call);
  const { context, req, params } = call;
  const content = readContent(call, page);
  if (params.has('unpublished_content_type')) readOneOf(params, 'unpublished_content_type', draftTypes);
  const draft = newPost(context, { id: newPostId(page.id), pageId: page.id, ...content });
  const post = { ...draft, liveAtMs: liveAtOf(call, draft) };
  for (const id of post.mediaIds) markUsed(context, id, post.id);
  putPost(context, req, post);
  return { id: post.id };
}

/** The content of a new post. Throws code 100 for an empty post, and for content that cannot be shown. */
function readContent(
  { context, params }: GraphCall,
  page: Page,
): Pick<Post, 'use' | 'message' | 'link' | 'mediaIds' | 'countries'> {
  const message = params.get('message') ?? '';
  const link = params.get('link') || null;
  const mediaIds = readAttached(params);
  assertText(message);
  if (message === '' && link === null && mediaIds.length === 0)
    throw refuse('invalidParameter', { subcode: 1349125, userTitle: 'Missing Message Or Attachment' });
  if (link !== null) assertLink(link, mediaIds);
  for (const id of mediaIds) assertUnused(context, page, id);
  return {
    use: link !== null ? 'link' : mediaIds.length > 0 ? 'photo' : 'text',
    message,
    link,
    mediaIds,
    countries: readCountries(params),
  };
}

/** When a post that is made now is live, by `published` and `scheduled_publish_time`. Null: it is a draft. Throws codes 100 and 506. */
export function liveAtOf({ context, params }: GraphCall, post: Post): number | null {
  if (readFlag(params, 'published', true)) {
    assertNoDuplicate(context, post);
    return whenLive(context, context.clock());
  }
  if (params.has('scheduled_publish_time')) return readSchedule(context, params, scheduleDaysMax);
  assertTakesDrafts(context);
  return null;
}

/** Throws code 506 where the page's latest live post is the same text. */
export function assertNoDuplicate(context: FacebookContext, post: Post): void {
  if (!context.settings.read().facebook.refusesDuplicates || post.use !== 'text') return;
  const latest = postsOf(context, post.pageId).find((one) => isLive(context, one));
  if (latest?.use === 'text' && latest.message === post.message) throw refuse('duplicate');
}

/** Throws code 100 for a message that is too long. */
export function assertText(message: string): void {
  if (Array.from(message).length > messageMax)
    throw refuseParameter(`Param message must be at most ${messageMax} characters long`);
}

/** Throws code 100 for a photo that is not this page's, and for a photo that a post or story shows already. */
export function assertUnused(context: FacebookContext, page: Page, id: string): void {
  const photo = findPhoto(context, id);
  if (photo?.pageId !== page.id)
    throw refuseParameter(`Invalid photo id ${id}: only photos of the page can be attached`);
  if (photo.postId !== null) throw refuse('photoUsed');
}

export function markUsed({ store }: FacebookContext, photoId: string, postId: string): void {
  const photo = store.photos.get(photoId);
  if (photo) store.photos.put(photoId, { ...photo, postId });
}

/** `attached_media` as one JSON list, or as `attached_media[0]`, `attached_media[1]`… Throws code 100. */
function readAttached(params: Params): string[] {
  const names = params.names().filter((name) => /^attached_media\[\d+\]$/.test(name));
  const texts = names.map((name) => params.get(name) ?? '');
  const list = params.get('attached_media') ?? `[${texts.join(',')}]`;
  try {
    return z
      .array(Attached)
      .parse(JSON.parse(list))
      .map(({ media_fbid: id }) => id);
  } catch {
    throw refuseParameter('Param attached_media must be an array of {media_fbid}');
  }
}

/** The sandbox fetches nothing: it cannot read a link to this machine, and reads any other. */
function assertLink(link: string, mediaIds: readonly string[]): void {
  if (mediaIds.length > 0) throw refuseParameter('Only one of link and attached_media can be specified');
  const url = parseUrl(link);
  if (!url || !/^https?:$/.test(url.protocol)) throw refuseParameter('The url you supplied is invalid');
  const { hostname } = url;
  if (/(^|\.)(facebook\.com|fb\.com|fb\.watch)$/.test(hostname)) throw refuse('linkForbidden');
  if (/^(localhost|127\.|\[|10\.|192\.168\.)/.test(hostname) || !hostname.includes('.')) throw refuse('linkUnreadable');
}
