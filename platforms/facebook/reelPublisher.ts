import type { ContentTypeCapabilities } from '../../domain/platform';
import type { Call } from '../Call';
import type { PlatformObjects, Post, PostState, Publisher, Removal } from '../Publisher';
import { readPayload } from './capabilities';
import { finishUpload, requireUpload, stateOf } from './finished';
import { createExtras } from './comments/firstComment';
import type { FacebookClient } from './http';
import { draftLifeMs, notFound, takeDown } from './objects';
import { ruploadTo } from './rupload';
import { requireMediumOf, mediumOf } from './sessions';
import { findOwnVideo, findVideo, removeVideo, updateVideo } from './videos';

/**
 * Publishes a reel. Facebook takes its text with the call that finishes the upload and publishes. The answer to that
 * call is only an acknowledgement, and processing follows it. So nothing is staged.
 */
export function createReelPublisher(client: FacebookClient, capabilities: ContentTypeCapabilities): Publisher {
  return {
    capabilities,
    mediaUrls: ({ mediaUrl }) => (mediaUrl === null ? [] : [mediaUrl]),
    upload: ruploadTo(client, 'video_reels'),
    preparedLifeMs: draftLifeMs,
    stage: (call, made) => requireUpload(client, call, requireMediumOf(made)),
    look: (call, made) => lookAtReel(client, call, requireMediumOf(made)),
    publish: (call, made, payload) => {
      const { title, description } = readPayload(payload);
      const id = requireMediumOf(made);
      const text = { ...(title !== '' && { title }), ...(description !== '' && { description }) };
      const order = { video_id: id, video_state: 'PUBLISHED', ...text };
      return finishUpload(client, call, { edge: 'video_reels', order, look: async () => lookAtReel(client, call, id) });
    },
    find: async (call, id) => ((await findOwnVideo(client, call, id))?.publication === 'done' ? postOf(id) : null),
    update: (call, id, payload) => updateVideo(client, call, id, { description: readPayload(payload).description }),
    takeDown: (call, id) => takeDown(client, call, id),
    extras: createExtras(client),
    remove: (call, made) => removeReel(client, call, made),
  };
}

async function lookAtReel(client: FacebookClient, call: Call, id: string): Promise<PostState> {
  const video = await findVideo(client, call, id);
  if (!video) return notFound(id);
  if (video.publication !== 'done') return stateOf(id, video);
  return { kind: 'live', post: postOf(id) };
}

function postOf(platformPostId: string): Post {
  return { platformPostId, platformUrl: `https://www.facebook.com/reel/${platformPostId}` };
}

async function removeReel(client: FacebookClient, call: Call, made: PlatformObjects): Promise<Removal> {
  const id = mediumOf(made);
  return id === null ? 'gone' : removeVideo(client, call, id, ({ publication }) => publication !== 'not begun');
}
