import type { Change } from '../../../domain/assignment/change';
import type { Assignment } from '../Assignment';
import type { Transaction } from '../../database/transaction';
import type { Given } from './changeStatement';
import { loadAssignment, loadAssignments, noLimits } from './loadAssignment';
import type { Loaded } from './loadAssignment';
import { storeChange } from './storeChange';

/** An assignment that a query with a tenant has found, as the rules of its life read it. The transaction holds its row. */
export async function loadFound({ id }: Assignment, transaction: Transaction): Promise<Loaded> {
  const loaded = await loadAssignment(id, noLimits, transaction);
  if (!loaded) throw new Error('an assignment is gone although it was locked');
  return loaded;
}

/** Assignments that the service has found and locked, as the rules of their life read them, ordered by their ids. */
export async function loadLocked(ids: readonly string[], transaction: Transaction): Promise<Loaded[]> {
  return loadAssignments(ids, noLimits, transaction);
}

/**
 * Stores a caller's changes of a found assignment. The transaction holds its row, so that no other write intervenes.
 * @returns the outbox entries to dispatch after the commit
 */
export async function storeFound(
  loaded: Loaded,
  change: Change,
  transaction: Transaction,
  given: Given = {},
): Promise<readonly number[]> {
  if (change.isVoid) throw new Error('what is allowed changes an assignment');
  const stored = await storeChange(loaded, change, given, transaction);
  if (stored === null) throw new Error('an assignment has changed although it was locked');
  return stored.outboxIds;
}
