import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Payload } from '../../domain/payload/payload';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { Call } from '../Call';
import type { PlatformObjects, Post, PostState, Publisher } from '../Publisher';
import { readPayload } from './capabilities';
import { chunkedUpload } from './chunkedUpload';
import { gone, saysGone } from './failures';
import { callGraph, readGraph } from './http';
import { createExtras } from './comments/firstComment';
import type { FacebookClient } from './http';
import { draftLifeMs, notFound, takeDown } from './objects';
import { askingForDraft, Success, whatCameOf } from './published';
import { openSealed, requireMediumOf, mediumOf, uploadPath } from './sessions';
import { expired, findOwnVideo, findVideo, giveTexts, removeVideo, unusable, updateVideo } from './videos';
import type { Video } from './videos';

/**
 * Publishes a video of the page's feed. Staging finishes its upload, unpublished, so that Facebook processes it; then it
 * is published by its id.
 */
export function createVideoPublisher(client: FacebookClient, capabilities: ContentTypeCapabilities): Publisher {
  return {
    capabilities,
    mediaUrls: ({ mediaUrl }) => (mediaUrl === null ? [] : [mediaUrl]),
    upload: chunkedUpload(client),
    preparedLifeMs: draftLifeMs,
    stage: async (call, made, payload) => {
      await stageVideo(client, call, made, payload);
      return null;
    },
    look: (call, made) => lookAtVideo(client, call, requireMediumOf(made)),
    publish: (call, made) => publishVideo(client, call, requireMediumOf(made)),
    find: async (call, id) => {
      const video = await findOwnVideo(client, call, id);
      return video?.isPublished ? postOf(id, video.reelUrl) : null;
    },
    update: (call, id, payload) => {
      const { title, description } = readPayload(payload);
      return updateVideo(client, call, id, { title, description });
    },
    takeDown: (call, id) => takeDown(client, call, id),
    extras: createExtras(client),
    remove: async (call, made) => {
      const id = mediumOf(made);
      return id === null ? 'gone' : removeVideo(client, call, id, ({ isPublished }) => isPublished);
    },
  };
}

/** Finishes the upload with the payload, or gives the video the payload that differs. */
async function stageVideo(client: FacebookClient, call: Call, made: PlatformObjects, payload: Payload): Promise<void> {
  const id = requireMediumOf(made);
  const { title, description } = readPayload(payload);
  const video = await findVideo(client, call, id);
  if (!video) throw gone(id);
  if (isUnfinished(video) && (await finish(client, call, made, { title, description }))) return;
  await giveTexts(client, call, id, video, { title, description });
}

/** Tells whether only the end of a video's upload is known. Facebook need not show that the upload was finished. */
export function isUnfinished({ processing, isPublished, fault }: Video): boolean {
  return processing === 'not begun' && !isPublished && fault === null;
}

/**
 * @returns false where Facebook refuses to finish the upload because an earlier call has finished it
 * @throws PublishFailure for any other refusal
 */
async function finish(
  client: FacebookClient,
  call: Call,
  { items: [item] }: PlatformObjects,
  payload: { title: string; description: string },
): Promise<boolean> {
  const session = item?.session ? openSealed(item.session) : undefined;
  if (!session?.chunked) return false;
  const parameters = {
    ...payload,
    upload_session_id: session.chunked.sessionId,
    published: 'false',
  };
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.video.finish',
    path: uploadPath(call, 'videos', 'finish'),
    parameters,
  });
  try {
    await askingForDraft(answer, () => readGraph(answer, Success, 'word that it has taken the video'));
    return true;
  } catch (error) {
    const video = mayHaveHappened(error) ? await findVideo(client, call, session.videoId) : undefined;
    if (video && !isUnfinished(video)) return false;
    throw error;
  }
}

/** Tells whether a refusal may mean an earlier success: a final refusal, or a refusal in unknown words. */
function mayHaveHappened(error: unknown): boolean {
  return error instanceof PublishFailure && (!error.transient || error.isUnfamiliar);
}

/** The state of a video of the feed. */
export async function lookAtVideo(client: FacebookClient, call: Call, id: string): Promise<PostState> {
  const video = await findVideo(client, call, id);
  if (!video) return notFound(id);
  const { fault, upload, processing, isPublished, reelUrl } = video;
  const isProcessed = processing === 'done';
  // A fault of a published video may be of another phase, or may pass: it hides no post that others can see.
  if (isPublished)
    return isProcessed ? { kind: 'live', post: postOf(id, reelUrl) } : { kind: 'goingLive', phase: 'processing' };
  if (fault !== null) return unusable(fault);
  if (upload === 'expired') return expired(id);
  if (!isProcessed) return { kind: 'processing' };
  return { kind: 'ready', ...(reelUrl !== null && { ifItStays: draftReel }) };
}

/** Facebook makes reels of vertical videos, and may leave them for a person to share (gitroomhq/postiz-app#1740). */
const draftReel = {
  code: 'PROCESSING_FAILED',
  words: {
    seen: 'Facebook has made a reel of the vertical video, and keeps it as a draft.',
    todo: 'Make another assignment that sends it as type reel.',
  },
} as const;

/** Publishes a finished video that is not public, by its id. */
export async function publishVideo(client: FacebookClient, call: Call, id: string): Promise<Post | 'accepted'> {
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.video.publish',
    path: encodeURIComponent(id),
    parameters: { published: 'true' },
  });
  if (saysGone(answer)) throw gone(id);
  return askingForDraft(answer, async () => whatCameOf(answer, async () => lookAtVideo(client, call, id)));
}

function postOf(platformPostId: string, reelUrl: string | null): Post {
  return { platformPostId, platformUrl: reelUrl ?? `https://www.facebook.com/watch/?v=${platformPostId}` };
}
