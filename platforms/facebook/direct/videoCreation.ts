import type { Payload } from '../../../domain/payload/payload';
import type { Call } from '../../Call';
import type { CreationOutcome, PlatformObjects, Post, PostState, PublicCreation } from '../../Publisher';
import { readPayload } from '../capabilities';
import { gone } from '../failures';
import { callGraph } from '../http';
import type { FacebookClient } from '../http';
import { openSealed, requireMediumOf, uploadPath } from '../sessions';
import { isUnfinished, lookAtVideo, publishVideo } from '../videoPublisher';
import { findVideo } from '../videos';
import { requireCreation } from './creatingAnswer';

/** Finishes the upload of a video of the page's feed, and shows it at once (Graph API reference, Page Videos). The video leads to its post. */
export function createVideoCreation(client: FacebookClient): PublicCreation {
  return {
    contentOf: () => null,
    traces: async () => ({ by: 'media' }),
    look: async (call, made) => lookBefore(client, call, requireMediumOf(made)),
    create: async (call, made, payload, isRepeat) => finishInPublic(client, call, { made, payload, isRepeat }),
    outcome: async (call, made) => outcomeOf(client, call, requireMediumOf(made)),
  };
}

/** An upload that is whole and not finished is ready: finishing it publishes the video. */
async function lookBefore(client: FacebookClient, call: Call, id: string): Promise<PostState> {
  const video = await findVideo(client, call, id);
  return video && isUnfinished(video) && video.upload === 'complete'
    ? { kind: 'ready' }
    : lookAtVideo(client, call, id);
}

async function outcomeOf(client: FacebookClient, call: Call, id: string): Promise<CreationOutcome> {
  const video = await findVideo(client, call, id);
  if (video && isUnfinished(video)) return { kind: 'absent' };
  const state = await lookAtVideo(client, call, id);
  if (state.kind === 'processing') return { kind: 'goingLive', phase: 'processing' };
  return state.kind === 'ready' ? { ...state, kind: 'goingLive', phase: 'publishing' } : state;
}

interface PublicVideo {
  made: PlatformObjects;
  payload: Payload;
  isRepeat: boolean;
}

/** A video that was finished as a draft before is published by its id. */
async function finishInPublic(
  client: FacebookClient,
  call: Call,
  { made, payload, isRepeat }: PublicVideo,
): Promise<Post | 'accepted'> {
  const id = requireMediumOf(made);
  const video = await findVideo(client, call, id);
  if (!video) throw gone(id);
  const sessionId = sessionIdOf(made);
  if (sessionId === null || !isUnfinished(video)) return publishVideo(client, call, id);
  const { title, description } = readPayload(payload);
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.video.create',
    path: uploadPath(call, 'videos', 'finish'),
    parameters: { title, description, upload_session_id: sessionId },
  });
  requireCreation(answer, isRepeat);
  return 'accepted';
}

function sessionIdOf({ items: [item] }: PlatformObjects): string | null {
  return (item?.session && openSealed(item.session).chunked?.sessionId) || null;
}
