import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Call } from '../Call';
import type { PlatformObjects, Post, PostState, Removal } from '../Publisher';
import type { Answer } from '../http/exchange';
import type { FacebookPayload } from './capabilities';
import { gone, readError, saysGone } from './failures';
import { callGraph, readGraph } from './http';
import type { FacebookClient } from './http';
import { changeObject, deleteForGood, findObject, Id, notFound, requireObject } from './objects';
import { askingForDraft, whatCameOf } from './published';
import { alreadyPostedSubcode } from './rules';

/** The content of a feed post. */
export interface PostContent extends Pick<FacebookPayload, 'message' | 'link' | 'countries'> {
  /** Ids of unpublished photos. */
  photos: readonly string[];
}

const Publication = z.object({ is_published: z.boolean() });
const publication = { fields: 'id,is_published', schema: Publication };

/** The attachments that a post shows beside its text. */
export const Attachments = z
  .object({ data: z.array(z.object({ unshimmed_url: z.string().optional(), url: z.string().optional() })) })
  .optional();

/** The addresses that a post shows. */
export function attachmentUrls(attachments: z.infer<typeof Attachments>): string[] {
  return (attachments?.data ?? []).flatMap(({ unshimmed_url: url, url: shimmed }) => url ?? shimmed ?? []);
}

const Text = z.object({ message: z.string().default('') });
const text = { fields: 'id,message', schema: Text };

const Draft = Publication.extend({ message: z.string().default(''), attachments: Attachments });
const draft = { fields: 'id,is_published,message,attachments{unshimmed_url,url}', schema: Draft };

/**
 * Makes the unpublished post, or gives the existing draft the message of `content`. Facebook does not let the link of a
 * post be changed, so another link makes another post. A post that is published stays as it is.
 * @returns the id of the unpublished post
 */
export async function stagePost(
  client: FacebookClient,
  call: Call,
  draftId: string | null,
  content: PostContent,
): Promise<string> {
  if (draftId === null) return createPost(client, call, content);
  const { is_published: isPublished, message, attachments } = await requireObject(client, call, draftId, draft);
  if (isPublished) return draftId;
  if (content.link !== undefined && !attachmentUrls(attachments).includes(content.link))
    return createPost(client, call, content);
  if (message !== content.message) await changeObject(client, call, draftId, { message: content.message });
  return draftId;
}

/** The parameters that give a new post its content. */
export function parametersOf({ message, link, countries, photos }: PostContent): Record<string, string> {
  return {
    ...(message !== '' && { message }),
    ...(link !== undefined && { link }),
    // Page Feed: `targeting` limits who can see the post, `feed_targeting` only whose feed it comes into.
    ...(countries.length > 0 && { targeting: JSON.stringify({ geo_locations: { countries } }) }),
    ...(photos.length > 0 && { attached_media: JSON.stringify(photos.map((id) => ({ media_fbid: id }))) }),
  };
}

async function createPost(client: FacebookClient, call: Call, content: PostContent): Promise<string> {
  const { photos } = content;
  const parameters = { published: 'false', ...parametersOf(content) };
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.draft.create',
    path: `${call.channelId}/feed`,
    parameters,
  });
  const earlier = isUsed(answer) ? await findDraftOf(client, call, photos) : null;
  if (earlier !== null) return stagePost(client, call, earlier, content);
  try {
    return await askingForDraft(answer, () => readGraph(answer, Id, 'the id of the post').id);
  } catch (error) {
    // Facebook's answer for a missing photo says only that a parameter is wrong, or that an object is missing.
    if (isRejected(error) || saysGone(answer)) await requirePhotos(client, call, photos);
    throw error;
  }
}

/** Facebook has refused a request as it is. */
export function isRejected(error: unknown): boolean {
  return error instanceof PublishFailure && error.code === 'PLATFORM_REJECTED';
}

/** @throws PublishFailure for a photo that Facebook does not have */
export async function requirePhotos(client: FacebookClient, call: Call, photos: readonly string[]): Promise<void> {
  const what = { fields: 'id', schema: Id };
  await Promise.all(photos.map(async (id) => requireObject(client, call, id, what)));
}

/** A photo can be shown by one post alone. */
function isUsed(answer: Answer): boolean {
  return readError(answer)?.error_subcode === alreadyPostedSubcode;
}

/**
 * The unpublished post that an earlier call has made of these photos, and whose id was lost with the answer: the photo
 * names the post. Null where the photo names no post, or where the post is published.
 */
async function findDraftOf(client: FacebookClient, call: Call, photos: readonly string[]): Promise<string | null> {
  const post = await findPostOf(client, call, photos);
  return post?.isPublished === false ? post.id : null;
}

/** The post that shows these photos, by their first one; null where Facebook names none. */
export async function findPostOf(
  client: FacebookClient,
  call: Call,
  [photo]: readonly string[],
): Promise<{ id: string; isPublished: boolean } | null> {
  const found = photo !== undefined && (await findObject(client, call, photo, shown));
  return found ? findShownPost(client, call, found) : null;
}

/** The fields of a photo that name the post by which it is shown. */
export const shown = { fields: 'page_story_id', schema: z.object({ page_story_id: z.string().optional() }) };

/** The post that a photo names; null where there is none. */
export async function findShownPost(
  client: FacebookClient,
  call: Call,
  { page_story_id: id }: z.infer<typeof shown.schema>,
): Promise<{ id: string; isPublished: boolean } | null> {
  const post = id !== undefined && (await findObject(client, call, id, publication));
  return id !== undefined && post ? { id, isPublished: post.is_published } : null;
}

/** The state of a post: one read. */
export async function lookAtPost(client: FacebookClient, call: Call, id: string): Promise<PostState> {
  const found = await findObject(client, call, id, publication);
  if (!found) return notFound(id);
  return found.is_published ? { kind: 'live', post: postOf(id) } : { kind: 'ready' };
}

const Published = Publication.extend({ from: z.object({ id: z.string() }).optional() });
const published = { fields: 'id,is_published,from{id}', schema: Published };

/** A published post of the page by its id; null: there is none. An id of another form names no post. */
export async function findPublishedPost(client: FacebookClient, call: Call, id: string): Promise<Post | null> {
  if (!/^\d+_\d+$/.test(id)) return null;
  const found = await findObject(client, call, id, published);
  return found?.is_published && found.from?.id === call.channelId ? postOf(id) : null;
}

/** Publishes an unpublished post by its id, so that a second call cannot make a second post. */
export async function publishPost(client: FacebookClient, call: Call, id: string): Promise<Post | 'accepted'> {
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.post.publish',
    path: encodeURIComponent(id),
    parameters: { is_published: 'true' },
  });
  if (saysGone(answer)) throw gone(id);
  return askingForDraft(answer, async () => whatCameOf(answer, async () => lookAtPost(client, call, id)));
}

/** Gives a public post its message: one read, and one change where it differs. @throws PublishFailure, with `isAbsent` for an unknown post */
export async function updatePost(client: FacebookClient, call: Call, id: string, message: string): Promise<void> {
  const found = await requireObject(client, call, id, text);
  if (found.message !== message) await changeObject(client, call, id, { message });
}

/**
 * Removes an unpublished post.
 * @returns `public` for a published post, which stays
 */
export async function removePost(client: FacebookClient, call: Call, id: string): Promise<Removal> {
  const found = await findObject(client, call, id, publication);
  if (!found) return 'unknown';
  return found.is_published ? 'public' : deleteForGood(client, call, id);
}

/** @throws Error where no draft was made, which no assignment can cause */
export function draftOf({ draftId }: PlatformObjects): string {
  if (draftId === null) throw new Error('a post without its draft');
  return draftId;
}

/** A feed post by its id. */
export function postOf(platformPostId: string): Post {
  return { platformPostId, platformUrl: `https://www.facebook.com/${platformPostId}` };
}
