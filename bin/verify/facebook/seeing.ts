import { z } from 'zod';
import type { PlatformObject, PlatformObjects, Post, PostState, Publisher } from '../../../platforms/Publisher';
import { broken, notSeen, seen } from '../step';
import type { Observation } from '../step';
import { after, found, lookUntil } from '../Walk';
import { callOf, deleteObject, findListed, publisherOf, readObject } from './FacebookWalk';
import type { FacebookWalk, TestPost } from './FacebookWalk';
import type { Kind } from './kinds';
import { upload } from './uploading';

/** The post of a kind that a step before has begun. */
export function postOf(walk: FacebookWalk, { name }: Pick<Kind, 'name'>): TestPost {
  return found(walk.made.get(name), `the ${name}`);
}

/** Begins a post, and notes how it is removed whatever comes. */
export function begin(walk: FacebookWalk, kind: Kind): TestPost {
  const objects = { items: [], draftId: null };
  const post: TestPost = { objects, payload: kind.payload(), forget: () => undefined };
  post.forget = walk.traces.add(`${kind.text} on the page`, async () => remove(walk, kind, post));
  walk.made.set(kind.name, post);
  return post;
}

/** Removes a post: also a public post, which the adapter would leave or knows no draft of, and a post that only its photo names. */
export async function remove(walk: FacebookWalk, kind: Kind, { objects, post }: TestPost): Promise<void> {
  const shown = kind.isVideo ? [] : await postsOfPhotos(walk, objects);
  const removal = await publisherOf(walk, kind.type).remove(callOf(walk), objects);
  const ids = [post?.platformPostId, objects.draftId, ...objects.items.map(({ objectId }) => objectId)];
  const left = [...shown, ...(removal === 'public' ? ids : [post?.platformPostId])];
  for (const id of new Set(left)) if (id) await deleteObject(walk, id);
}

const Shown = z.object({ page_story_id: z.string().optional() });

async function postsOfPhotos(walk: FacebookWalk, { items }: PlatformObjects): Promise<string[]> {
  const posts: string[] = [];
  for (const { objectId } of items) {
    const photo = objectId === null ? null : await readObject(walk, objectId, 'page_story_id', Shown);
    if (photo?.page_story_id !== undefined) posts.push(photo.page_story_id);
  }
  return posts;
}

/** Uploads the files of a post. */
export async function seeUploaded(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const post = begin(walk, kind);
  const words: string[] = [];
  for (const [index, sample] of kind.media().entries()) {
    const note = (object: PlatformObject): void => {
      post.objects = { ...post.objects, items: [...post.objects.items.slice(0, index), object] };
    };
    const place = { payload: post.payload, item: index };
    words.push((await upload(walk, publisherOf(walk, kind.type), sample, note, place)).words);
  }
  return seen(words.join(' '));
}

/** Makes the draft of a post, and looks whether others see it. */
export async function seeDraft(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const post = walk.made.get(kind.name) ?? begin(walk, kind);
  const publisher = publisherOf(walk, kind.type);
  const draftId = await publisher.stage(callOf(walk), post.objects, post.payload);
  post.objects = { ...post.objects, draftId };
  const state = await settled(walk, kind, publisher, post, ['ready', 'live', 'goingLive', 'failed']);
  if (!state && kind.isVideo) return notSeen('It is not processed in time.', 'Run it again with more --minutes.');
  if (!state) return broken('It cannot be read as a draft in time.');
  const { value, afterMs } = state;
  if (value.kind === 'failed') return broken(value.words.seen);
  if (value.kind !== 'ready') return broken(`It is ${value.kind}, though nobody has published it.`);
  const isSeen = draftId !== null && (await findListed(walk, 'published_posts', draftId)) !== null;
  if (isSeen) return broken('It says that it is not published, and is in the list of published posts.');
  return seen(`It was ready ${after(afterMs)}${draftId === null ? '' : ` as ${draftId}`}, and is not published.`);
}

/** Publishes a post, and waits until a read says so. */
export async function seePublished(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const post = postOf(walk, kind);
  const publisher = publisherOf(walk, kind.type);
  await publisher.publish(callOf(walk), post.objects, post.payload);
  const state = await settled(walk, kind, publisher, post, ['live', 'failed']);
  if (!state) return broken('The call was taken, and the post is not public in time.');
  const { value, afterMs } = state;
  if (value.kind === 'failed') return broken(value.words.seen);
  if (value.kind !== 'live') return broken(`It is ${value.kind}.`);
  post.post = value.post;
  const { platformPostId: id } = value.post;
  if (!(await publisher.find(callOf(walk), id, post.payload)))
    return broken(`By its id ${id} alone it is no public post of the page.`);
  return seen(`It was public ${after(afterMs)} as ${id}.`);
}

/** Removes a post, a public one as a take-down does, and waits until it is read no more. */
export async function seeDeleted(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const post = postOf(walk, kind);
  const left = post.post ? await takeDown(walk, kind, post.post, post.objects) : [];
  await remove(walk, kind, post);
  if (left.length > 0) return broken(`After the take-down these were still there: ${left.join(', ')}.`);
  const state = await settled(walk, kind, publisherOf(walk, kind.type), post, ['unknown']);
  if (!state) return broken('It can still be read.');
  post.forget();
  return seen(`Gone ${after(state.afterMs)}.`);
}

/** Takes a public post down. @returns the media that Facebook still has then; a kind without a take-down has none to tell of */
async function takeDown(
  walk: FacebookWalk,
  { type }: Kind,
  { platformPostId }: Post,
  { items }: PlatformObjects,
): Promise<string[]> {
  const publisher = publisherOf(walk, type);
  if (!publisher.takeDown) return [];
  await publisher.takeDown(callOf(walk), platformPostId, 'delete');
  const left: string[] = [];
  for (const { objectId } of items)
    if (objectId !== null && (await readObject(walk, objectId, 'id', z.object({ id: z.string() }))))
      left.push(objectId);
  return left;
}

type Settled = NonNullable<Awaited<ReturnType<typeof lookUntil<PostState>>>>;

/** Looks until the post has one of these states. Null: it has none of them in time. */
async function settled(
  walk: FacebookWalk,
  { isVideo }: Pick<Kind, 'isVideo'>,
  publisher: Publisher,
  { objects, payload }: TestPost,
  kinds: readonly PostState['kind'][],
): Promise<Settled | null> {
  const limitMs = isVideo ? walk.times.processingMs : walk.times.lagMs;
  return lookUntil(walk, limitMs, async () => {
    const state = await publisher.look(callOf(walk), objects, payload);
    return kinds.includes(state.kind) ? state : null;
  });
}
