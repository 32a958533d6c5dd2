import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { paced } from '../../domain/pace';
import { withoutUnstorable } from '../../domain/payload/text';
import { retentionDefaults } from '../../domain/retention';
import { batchCalls } from '../database/batchCalls';
import type { DispatchOutcome, DueEntries, NewOrder, OutboxKind, PostponeReason, WaitingOrder } from './outboxOrders';
import {
  addEntry,
  markDispatched,
  postponeEntry,
  readDue,
  readWaiting,
  releaseEntries,
  removeDispatched,
  renewClaim,
} from './outboxStatements';
import { claimDue } from './outboxTurns';
import type { Places } from './places';

/**
 * A promise to Temporal, written in the transaction that made it: start, cancel or terminate one workflow. The entry
 * names the workflow, never a time or data: the data are read from the database at dispatch.
 */
export class OutboxEntry extends Model<InferAttributes<OutboxEntry>, InferCreationAttributes<OutboxEntry>> {
  declare id: CreationOptional<number>;
  declare kind: OutboxKind;
  declare workflow: string;
  declare subjectId: string;
  declare generation: number;
  /** The workspace of the order: workspaces take turns. */
  declare workspaceId: string;
  /** The line in which the order waits for a workspace's place, or holds a place until its work ends; may be empty. */
  declare line: CreationOptional<string>;
  declare availableAt: CreationOptional<Date>;
  /** A start of a post, for which a place was free when the start was ordered. */
  declare isAtOnce: CreationOptional<boolean>;
  /** The end of the claim of the process that dispatches the entry. */
  declare claimedUntil: Date | null;
  declare tries: CreationOptional<number>;
  declare lastError: string | null;
  declare dispatchedAt: Date | null;
  /** Before the dispatch: `unknown` if the order was sent and not answered, else null. */
  declare outcome: string | null;
  declare createdAt: CreationOptional<Date>;
  /** The work that has written the entry, if it is traced. */
  declare traceparent: string | null;

  /** The limits of each workspace. `openDatabase` sets them. */
  static places: Places;

  /**
   * Writes an entry that the caller itself will dispatch after commit; the relay leaves the entry alone for
   * `claimSeconds`. An order that ends a run takes the start out of its line, so that neither waits for a place.
   * @returns the entry's id
   */
  static async add(entry: NewOrder, transaction: Transaction): Promise<number> {
    const row = await addEntry.first(entry, transaction);
    if (!row) throw new Error('the outbox entry was not written');
    return row.id;
  }

  /**
   * Claims up to `limit` due entries that no process is dispatching, and of a line no more than its free places.
   * Workspaces take turns, and so do the lines of each workspace, with their oldest entry. Their order is drawn again
   * each time, so that no backlog is always ahead of the others.
   */
  static async claimDue(limit: number): Promise<number[]> {
    const claimed = await claimDue.all({ limit, ...OutboxEntry.places });
    return claimed.map(({ id }) => id);
  }

  /** Keeps an entry that is being dispatched from all other processes for another `claimSeconds`. */
  static async renewClaim(id: number): Promise<void> {
    await renewClaim.run({ id });
  }

  /** An entry that is still to be dispatched, or null. */
  static readonly waiting = batchCalls(async (ids: readonly number[]): Promise<(WaitingOrder | null)[]> => {
    const orders = await readWaiting.all({ ids });
    const byId = new Map(orders.map(({ id, ...order }) => [id, order]));
    return ids.map((id) => byId.get(id) ?? null);
  });

  /** Leaves entries to the relay at once: their writer could not dispatch them. */
  static async release(ids: readonly number[]): Promise<void> {
    await releaseEntries.run({ ids });
  }

  /** The promise was kept, or has become void (`dropped`: the assignment has moved on). */
  static readonly markDispatched = batchCalls(async (done: readonly { id: number; outcome: DispatchOutcome }[]) => {
    await markDispatched.run({ ids: done.map(({ id }) => id), outcomes: done.map(({ outcome }) => outcome) });
    return done.map(() => undefined);
  });

  /**
   * Makes an entry due again: after 1 s, doubling to 32 s, when it was refused; otherwise after 1 s each time, since
   * the fault is not the entry's.
   */
  static async postpone(id: number, lastError: string, why: PostponeReason): Promise<void> {
    await postponeEntry.run({ id, why, lastError: withoutUnstorable(lastError.slice(0, 500)), pace: paced(1) });
  }

  /** Removes up to `limit` entries dispatched so long ago that no open assignment needs them. @returns the number */
  static async removeDispatched(limit: number, days = retentionDefaults.outbox): Promise<number> {
    return removeDispatched.run({ limit, days });
  }

  /** The due entries that are not dispatched, by the kind of their line; `none` counts entries that need no place. */
  static async due(): Promise<DueEntries[]> {
    return readDue.all({});
  }
}

export type {
  DispatchOutcome,
  DueEntries,
  NewOrder,
  OutboxKind,
  OutboxOrder,
  PostponeReason,
  WaitingOrder,
} from './outboxOrders';

export function initialize(sequelize: Sequelize): void {
  OutboxEntry.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      kind: DataTypes.TEXT,
      workflow: DataTypes.TEXT,
      subjectId: DataTypes.UUID,
      generation: DataTypes.INTEGER,
      workspaceId: DataTypes.UUID,
      line: { type: DataTypes.TEXT, defaultValue: '' },
      availableAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      isAtOnce: { type: DataTypes.BOOLEAN, defaultValue: false },
      claimedUntil: DataTypes.DATE,
      tries: { type: DataTypes.INTEGER, defaultValue: 0 },
      lastError: DataTypes.TEXT,
      dispatchedAt: DataTypes.DATE,
      outcome: DataTypes.TEXT,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      traceparent: DataTypes.TEXT,
    },
    { sequelize, tableName: 'outbox' },
  );
}
