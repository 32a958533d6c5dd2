import { moves } from '../../../bin/docs/moves';
import type { AssignmentError } from '../../../domain/assignment';
import { moveTo } from '../../../domain/assignment/change';
import type { Change } from '../../../domain/assignment/change';
import { isOutcomeOpen } from '../../../domain/assignment/snapshot';
import { isFailureCode } from '../../../domain/failures/failures';
import { ofOpenOutcome } from '../../../domain/failures/PublishFailure';
import { storeChange } from '../../../models/assignments/store/storeChange';
import type { Transaction } from '../../../models/database/transaction';
import type { Post } from '../../../platforms/Publisher';
import { loadAssignment } from '../../../models/assignments/store/loadAssignment';
import type { Loaded } from '../../../models/assignments/store/loadAssignment';
import { limits } from '../limits';

/** A status that an assignment comes to. `published` brings the post, `failed` the error. */
export type Target =
  | { to: 'uploading' | 'uploaded' | 'processing' | 'cancelled' }
  | { to: 'published'; post: Post }
  | { to: 'failed'; error: AssignmentError };

/**
 * Brings an assignment to another status with all that follows from it, whatever its time and its channel say. Where no way leads
 * there, nothing is changed.
 * @returns the outbox entries to dispatch
 * @throws where there is no such assignment
 */
export async function moveOn(id: string, target: Target, transaction?: Transaction): Promise<readonly number[]> {
  for (;;) {
    const loaded = await loadAssignment(id, limits, transaction);
    if (!loaded) throw new Error(`there is no assignment ${id}`);
    const { status } = loaded.assignment;
    if (!moves.some(({ from, to }) => from === status && to === target.to)) return [];
    const given = target.to === 'published' ? { post: target.post } : {};
    const stored = await storeChange(loaded, changeTo(loaded, target), given, transaction);
    if (stored) return stored.outboxIds;
  }
}

function changeTo({ assignment, now }: Loaded, target: Target): Change {
  const { call } = assignment;
  const isOpen = isOutcomeOpen(assignment);
  const fresh = { ...assignment, tries: null, refusals: null, busy: null };
  if (target.to === 'published' && call && isOpen)
    return { ...moveTo({ ...fresh, call: { ...call, hasHappened: true } }, 'published', now), call: 'happened' };
  if (target.to !== 'failed') return moveTo(fresh, target.to, now);
  const { code, message } = target.error;
  const error = { code: isFailureCode(code) ? code : ('INTERNAL' as const), message };
  return moveTo(fresh, 'failed', now, isOpen ? ofOpenOutcome(error, assignment.kind.platform) : error);
}
