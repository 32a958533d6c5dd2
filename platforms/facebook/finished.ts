import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Call } from '../Call';
import type { Post, PostState } from '../Publisher';
import { callGraph } from './http';
import type { FacebookClient } from './http';
import { gone } from './failures';
import { whatCameOf } from './published';
import { uploadPath } from './sessions';
import type { VideoEdge } from './sessions';
import { expired, findVideo, unusable } from './videos';
import type { Video } from './videos';

/**
 * The state of a video that the call to publish finishes. Before that call some answers say that processing has not
 * begun, others that it has; both may be published once processing is not under way. After the call, processing comes
 * first, then publication: a fault that Facebook names then may pass.
 */
export function stateOf(id: string, { fault, upload, processing, publication }: Video): PostState {
  const isProcessed = processing !== 'under way';
  if (publication === 'under way') return { kind: 'goingLive', phase: isProcessed ? 'publishing' : 'processing' };
  if (fault !== null) return unusable(fault);
  if (upload === 'expired') return expired(id);
  if (upload === 'open') return { kind: 'processing' };
  return { kind: isProcessed ? 'ready' : 'processing' };
}

/** Nothing is to be staged; a video that is gone is said to be. */
export async function requireUpload(client: FacebookClient, call: Call, id: string): Promise<null> {
  if (!(await findVideo(client, call, id))) throw gone(id);
  return null;
}

interface Finish {
  edge: VideoEdge;
  order: { video_id: string } & Record<string, string>;
  look: () => Promise<PostState>;
}

/** Finishes the upload of a video and so publishes it. The video's id lets a second call make no second post. */
export async function finishUpload(
  client: FacebookClient,
  call: Call,
  { edge, order, look }: Finish,
): Promise<Post | 'accepted'> {
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.upload.publish',
    path: uploadPath(call, edge, 'finish'),
    parameters: order,
  });
  try {
    return await whatCameOf(answer, look);
  } catch (error) {
    // Of a video that is gone Facebook says that its session has expired, or that something is not there: the video, or the
    // page. A post that may have been published stays an open question.
    if (mayBeLost(error)) await requireUpload(client, call, order.video_id);
    throw error;
  }
}

/** A refusal by a limit says nothing of a loss: it refuses existing objects, too. */
export function mayBeLost(error: unknown): boolean {
  return error instanceof PublishFailure && error.isRefusal && !error.rateLimited;
}
