import { failureKinds, isFailureCode } from '../../../domain/failures/failures';
import type { Given } from '../../faces/mcpTool';
import type { NextCall } from '../../faces/toolText';
import type { Assignment } from '../schema';

export function readNext(assignmentId: string): NextCall {
  return { tool: 'get_assignment', arguments: { assignmentId } };
}

/** The next step after a post was read. Null: nothing is to be done now. */
export function nextOfAssignment(post: Assignment): NextCall | null {
  const { id: assignmentId, status, removal } = post;
  if (status === 'failed') return nextOfFailed(post);
  if (status === 'cancelled') return null;
  if (status === 'published')
    return removal === null ? { tool: 'get_stats_history', arguments: { assignmentId } } : null;
  const isWaiting = post.scheduledAt !== null && Date.parse(post.scheduledAt) > Date.now();
  return isWaiting ? null : readNext(assignmentId);
}

/** The next step after a failure: to its channel where its owner acts, else another try, or the same post looked at anew. */
function nextOfFailed(post: Assignment): NextCall {
  const { id: assignmentId, connectionId, errors } = post;
  const code = errors[0]?.code ?? '';
  const kind = isFailureCode(code) ? failureKinds[code] : null;
  if (kind?.whoActs === 'channel owner') return { tool: 'get_connection', arguments: { connectionId } };
  if (kind?.remedy === 'retry' || kind === null) return { tool: 'retry_assignment', arguments: { assignmentId } };
  const { type, payload, mediaUrl } = post;
  const same = { connectionId, type, payload, ...(mediaUrl !== null && { mediaUrl }) };
  return { tool: 'validate_assignment', arguments: same };
}

/** The next step after a judgement: the post itself, or a look at the channel that it names. */
export function nextOfValidation({ valid }: { readonly valid: boolean }, given: Given): NextCall {
  if (valid) return { tool: 'create_assignment', arguments: given };
  const { connectionId } = given;
  return typeof connectionId === 'string' && isUuid(connectionId)
    ? { tool: 'get_connection', arguments: { connectionId } }
    : { tool: 'list_connections', arguments: {} };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
