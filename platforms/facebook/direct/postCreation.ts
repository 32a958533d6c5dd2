import type { ContentTypeCapabilities } from '../../../domain/platform';
import type { Payload } from '../../../domain/payload/payload';
import type { Call } from '../../Call';
import type { CreationOutcome, Post, PublicCreation } from '../../Publisher';
import { readPayload } from '../capabilities';
import { saysGone } from '../failures';
import { callGraph, readGraph } from '../http';
import type { FacebookClient } from '../http';
import { findObject, Id, notFound } from '../objects';
import { photosOf } from '../photos';
import { findShownPost, isRejected, parametersOf, postOf, requirePhotos, shown } from '../posts';
import { requireCreation } from './creatingAnswer';
import { contentOf, equalPostsBefore, postsSince } from './equalPosts';

/**
 * Makes a post of the page's feed and shows it at once: a text, a link, or photos that were uploaded unpublished (Graph API reference,
 * Page Feed). The photos lead to their post; a post without photos is known by its content and its time.
 */
export function createPostCreation(client: FacebookClient, { media }: ContentTypeCapabilities): PublicCreation {
  const hasPhotos = media.image !== undefined;
  return {
    contentOf: (payload) => (hasPhotos ? null : contentOf(payload)),
    traces: async (call, payload, leaseMs) =>
      hasPhotos ? { by: 'media' } : equalPostsBefore(client, call, payload, leaseMs),
    look: async (call, made) => {
      const found = await postOfPhotos(client, call, photosOf(made));
      return found.kind === 'absent' ? { kind: 'ready' } : found;
    },
    create: async (call, made, payload, isRepeat) =>
      createPublicPost(client, call, { payload, photos: photosOf(made), isRepeat }),
    outcome: async (call, made, payload, traces) =>
      traces.by === 'media' ? postOfPhotos(client, call, photosOf(made)) : postsSince(client, call, payload, traces),
  };
}

type PhotosOutcome = Extract<CreationOutcome, { kind: 'live' | 'absent' | 'unknown' }>;

/** The published post that shows one of the photos. A photo that Facebook does not find says nothing. */
async function postOfPhotos(client: FacebookClient, call: Call, photos: readonly string[]): Promise<PhotosOutcome> {
  const found = await Promise.all(photos.map(async (id) => findObject(client, call, id, shown)));
  const posts = await Promise.all(found.map(async (photo) => (photo ? findShownPost(client, call, photo) : null)));
  const live = posts.find((post) => post?.isPublished === true);
  if (live) return { kind: 'live', post: postOf(live.id) };
  const missing = photos.find((_id, index) => found[index] === undefined);
  return missing === undefined ? { kind: 'absent' } : notFound(missing);
}

interface PublicPost {
  payload: Payload;
  photos: readonly string[];
  isRepeat: boolean;
}

/** @throws PublishFailure `isRefusal` where the post was certainly not made */
async function createPublicPost(
  client: FacebookClient,
  call: Call,
  { payload, photos, isRepeat }: PublicPost,
): Promise<Post> {
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.post.create',
    path: `${call.channelId}/feed`,
    parameters: parametersOf({ ...readPayload(payload), photos }),
  });
  try {
    requireCreation(answer, isRepeat);
    return postOf(readGraph(answer, Id, 'the id of the post').id);
  } catch (error) {
    // Of a photo that is gone Facebook says no more than that a parameter is wrong, or that something is not there.
    if (isRejected(error) || saysGone(answer)) await requirePhotos(client, call, photos);
    throw error;
  }
}
