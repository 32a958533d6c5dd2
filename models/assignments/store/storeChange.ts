import { z } from 'zod';
import type { Change } from '../../../domain/assignment/change';
import type { Time } from '../../../domain/assignment/snapshot';
import { failpoint } from '../../../lib/failpoint';
import { Assignment } from '../Assignment';
import { inTransaction } from '../../database/transaction';
import type { Transaction } from '../../database/transaction';
import { statementFamily } from '../../database/statement';
import { clawBackCredits } from '../../billing/clawBackCredits';
import { changeStatement } from './changeStatement';
import type { Given } from './changeStatement';
import type { Loaded } from './loadAssignment';

/** The statements of `changeStatement`. */
export const changes = statementFamily(
  'assignments.change',
  z.strictObject({
    outboxIds: z.array(z.int()),
    /** The hold that was released has bought credits. */
    hasBought: z.boolean(),
    callId: z.int().exactOptional(),
    askedAt: z.number().exactOptional(),
    /** Empty: watchers were told. */
    told: z.string().exactOptional(),
  }),
);

/** The results of a stored change that its maker goes on with. */
export interface Stored {
  /** The outbox entries to dispatch after the commit. */
  outboxIds: number[];
  /** The number of a call that begins. */
  callId?: number;
  /** When a post that is live now was last asked for; left out where the same change asks for it. */
  askedAt?: Time;
}

/**
 * Stores a change and all its consequences at once, in one statement: the row, its timeline, its statistics, the
 * settlement of its hold, its webhooks and the orders for its runs. If bought credits are released, owed refunds take
 * the credits in the same transaction.
 * @param loaded the row that the change was decided on
 * @returns null, with nothing written, where the row has changed since
 */
export async function storeChange(
  loaded: Loaded,
  change: Change,
  given: Given = {},
  transaction?: Transaction,
): Promise<Stored | null> {
  const store = async (within: Transaction | undefined): Promise<Stored | null> => {
    const { text, values } = changeStatement(loaded, change, given);
    const stored = await changes(text).first(values, within);
    if (stored?.hasBought && within) await clawBackCredits(loaded.facts.workspaceId, within);
    return stored ?? null;
  };
  mark(change, 'before');
  const stored = await (transaction || !change.credits.includes('release')
    ? store(transaction)
    : inOwnTransaction(store));
  if (stored) mark(change, 'after');
  return stored;
}

/** Passes the failpoint of each event and of the last status. The statement has a text for each kind of change. */
function mark({ events, moves }: Change, side: 'before' | 'after'): void {
  for (const event of events) failpoint(`assignments.change.${event}`, side);
  for (const to of moves.slice(-1)) failpoint(`assignments.move.${to}`, side);
}

/** Does the work in a transaction of its own. */
export async function inOwnTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { sequelize } = Assignment;
  if (!sequelize) throw new Error('Assignment is not bound to a database');
  return inTransaction(sequelize, 'ownChange', work);
}
