import { z } from 'zod';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { comparable } from '../../http/comparable';
import type { Call } from '../../Call';
import { firstCommentField } from '../capabilities';
import type { Extras } from '../../Publisher';
import { saysGone } from '../failures';
import { callGraph, readGraph } from '../http';
import type { FacebookClient } from '../http';
import { Id, listRows } from '../objects';

/** The first comment is made seconds after the post: it stands among the first comments. */
const commentsMax = 500;

const Comment = z.object({
  id: z.string().min(1),
  message: z.string().default(''),
  from: z.object({ id: z.string() }).optional(),
});

/** A comment of the page on its own post, the first one (Graph API reference, Object Comments). */
export function createExtras(client: FacebookClient): Extras {
  return {
    comment: {
      kind: 'addition',
      ...firstCommentField,
      isMadeOnce: true,
      find: (call, postId, text) => findComment(client, call, postId, text),
      add: (call, postId, text) => addComment(client, call, postId, text),
    },
  };
}

async function findComment(client: FacebookClient, call: Call, postId: string, text: string): Promise<string | null> {
  const parameters = { fields: 'id,message,from{id}', filter: 'stream', order: 'chronological', limit: '100' };
  let seen = 0;
  for await (const { id, message, from } of listRows(client, call, {
    path: edgeOf(postId),
    parameters,
    row: Comment,
  })) {
    if (from?.id === call.channelId && comparable(message) === comparable(text)) return id;
    seen += 1;
    if (seen >= commentsMax) break;
  }
  return null;
}

async function addComment(client: FacebookClient, call: Call, postId: string, text: string): Promise<string> {
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.comment.add',
    path: edgeOf(postId),
    parameters: { message: text },
  });
  if (saysGone(answer)) throw notFoundYet();
  return readGraph(answer, Id, 'a comment').id;
}

function edgeOf(postId: string): string {
  return `${encodeURIComponent(postId)}/comments`;
}

/** A post that is seconds old may not be found. */
function notFoundYet(): PublishFailure {
  const seen = 'Facebook does not find the post for its comment yet.';
  return new PublishFailure('PLATFORM_UNAVAILABLE', { seen, todo: 'Retry later.' }, { transient: true });
}
