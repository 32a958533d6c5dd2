import type { Payload } from '../../domain/payload/payload';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { Call } from '../Call';
import type { PlatformObjects, Publisher, Removal } from '../Publisher';
import { readPayload } from './capabilities';
import { createExtras } from './comments/firstComment';
import type { FacebookClient } from './http';
import { lostDraftsOf } from './lostDrafts';
import { deleteObject, draftLifeMs, photoLifeMs, takeDown } from './objects';
import { photosOf, photoUpload, takePostDown } from './photos';
import {
  draftOf,
  findPostOf,
  findPublishedPost,
  lookAtPost,
  publishPost,
  removePost,
  stagePost,
  updatePost,
} from './posts';

/**
 * Publishes a post of the page's feed: a text, a link, or photos. It is staged as an unpublished post and published by
 * its id.
 */
export function createPostPublisher(client: FacebookClient, capabilities: ContentTypeCapabilities): Publisher {
  const hasPhotos = capabilities.media.image !== undefined;
  return {
    capabilities,
    mediaUrls: ({ mediaUrl, payload }) => (hasPhotos ? photoUrlsOf(mediaUrl, payload) : []),
    ...(hasPhotos ? { upload: photoUpload(client) } : { lostDrafts: lostDraftsOf(client) }),
    preparedLifeMs: hasPhotos ? photoLifeMs : draftLifeMs,
    stage: (call, made, payload) => {
      const { message, link, countries } = readPayload(payload);
      return stagePost(client, call, made.draftId, { message, link, countries, photos: photosOf(made) });
    },
    look: (call, made) => lookAtPost(client, call, draftOf(made)),
    publish: (call, made) => publishPost(client, call, draftOf(made)),
    find: (call, id) => findPublishedPost(client, call, id),
    update: (call, id, payload) => updatePost(client, call, id, readPayload(payload).message),
    takeDown: (call, id) => (hasPhotos ? takePostDown(client, call, id) : takeDown(client, call, id)),
    extras: createExtras(client),
    remove: (call, made) => remove(client, call, made),
  };
}

/** The addresses of a post's photos: the list in the payload of a carousel, or the address of an image. */
function photoUrlsOf(mediaUrl: string | null, payload: Payload): readonly string[] {
  const { mediaUrls } = readPayload(payload);
  return mediaUrls.length > 0 || mediaUrl === null ? mediaUrls : [mediaUrl];
}

/** Removes the post, even if its id was lost, and then its photos. A published post stays, with its photos. */
async function remove(client: FacebookClient, call: Call, made: PlatformObjects): Promise<Removal> {
  const photos = photosOf(made);
  const draftId = made.draftId ?? (await findPostOf(client, call, photos))?.id ?? null;
  const left = [draftId === null ? 'gone' : await removePost(client, call, draftId)];
  if (left.includes('public')) return 'public';
  for (const id of photos) left.push(await deleteObject(client, call, id));
  return left.includes('unknown') ? 'unknown' : 'gone';
}
