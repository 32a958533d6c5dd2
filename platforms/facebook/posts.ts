import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Call, PlatformObjects, Post, PostState, Removal } from '../Publisher';
import type { Answer } from '../http/exchange';
import type { FacebookPayload } from './capabilities';
import { gone, readError, saysGone } from './failures';
import { callGraph, readGraph } from './http';
import type { FacebookClient } from './http';
import { changeObject, deleteObject, findObject, Id, notFound, requireObject } from './objects';
import { whatCameOf } from './published';
import { alreadyPostedSubcode } from './rules';

/** The content of a feed post. */
export interface PostContent extends Pick<FacebookPayload, 'message' | 'link'> {
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

async function createPost(client: FacebookClient, call: Call, content: PostContent): Promise<string> {
  const { message, link, photos } = content;
  const parameters = {
    published: 'false',
    ...(message !== '' && { message }),
    ...(link !== undefined && { link }),
    ...(photos.length > 0 && { attached_media: JSON.stringify(photos.map((id) => ({ media_fbid: id }))) }),
  };
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.draft.create',
    path: `${call.channelId}/feed`,
    parameters,
  });
  const earlier = isUsed(answer) ? await findDraftOf(client, call, photos) : null;
  if (earlier !== null) return stagePost(client, call, earlier, content);
  try {
    return readGraph(answer, Id, 'the id of the post').id;
  } catch (error) {
    // Facebook's answer for a missing photo says only that a parameter is wrong, or that an object is missing.
    if (isRejected(error) || saysGone(answer)) await requirePhotos(client, call, photos);
    throw error;
  }
}

function isRejected(error: unknown): boolean {
  return error instanceof PublishFailure && error.code === 'PLATFORM_REJECTED';
}

async function requirePhotos(client: FacebookClient, call: Call, photos: readonly string[]): Promise<void> {
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
export async function findDraftOf(
  client: FacebookClient,
  call: Call,
  [photo]: readonly string[],
): Promise<string | null> {
  const what = { fields: 'page_story_id', schema: z.object({ page_story_id: z.string().optional() }) };
  const { page_story_id: id } = (photo !== undefined && (await findObject(client, call, photo, what))) || {};
  if (id === undefined) return null;
  return (await findObject(client, call, id, publication))?.is_published === false ? id : null;
}

/** The state of a post: one read. */
export async function lookAtPost(client: FacebookClient, call: Call, id: string): Promise<PostState> {
  const found = await findObject(client, call, id, publication);
  if (!found) return notFound(id);
  return found.is_published ? { kind: 'live', post: postOf(id) } : { kind: 'ready' };
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
  return whatCameOf(answer, async () => lookAtPost(client, call, id));
}

/**
 * Removes an unpublished post.
 * @returns `public` for a published post, which stays
 */
export async function removePost(client: FacebookClient, call: Call, id: string): Promise<Removal> {
  const found = await findObject(client, call, id, publication);
  if (!found) return 'unknown';
  return found.is_published ? 'public' : deleteObject(client, call, id);
}

/** @throws Error where no draft was made, which no assignment can cause */
export function draftOf({ draftId }: PlatformObjects): string {
  if (draftId === null) throw new Error('a post without its draft');
  return draftId;
}

function postOf(platformPostId: string): Post {
  return { platformPostId, platformUrl: `https://www.facebook.com/${platformPostId}` };
}
