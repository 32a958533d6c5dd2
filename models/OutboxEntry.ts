import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { paced } from '../domain/pace';
import { withoutUnstorable } from '../domain/text';
import { retentionDays } from '../domain/workflowContract';
import { joined } from './joined';
import { firstRow, rows } from './sql';

export type OutboxKind = 'start' | 'cancel' | 'terminate';

/**
 * A promise to Temporal, written in the transaction that made it: start, cancel or terminate one workflow. It says
 * which, never when or with what data: that is read from the database at dispatch.
 */
export class OutboxEntry extends Model<InferAttributes<OutboxEntry>, InferCreationAttributes<OutboxEntry>> {
  declare id: CreationOptional<number>;
  declare kind: OutboxKind;
  declare workflow: string;
  declare subjectId: string;
  declare generation: number;
  declare availableAt: CreationOptional<Date>;
  /** Somebody is dispatching it until then. */
  declare claimedUntil: Date | null;
  declare tries: CreationOptional<number>;
  declare lastError: string | null;
  declare dispatchedAt: Date | null;
  /** Until it is dispatched: `unknown` if it was sent and not answered, else null. */
  declare outcome: string | null;
  declare createdAt: CreationOptional<Date>;

  /**
   * Writes an entry that the caller itself will dispatch after commit; the relay leaves it alone for `claimSeconds`.
   * @returns the entry's id
   */
  static async add(entry: OutboxOrder, transaction: Transaction): Promise<number> {
    const row = await firstRow<{ id: number }>(
      OutboxEntry,
      `INSERT INTO outbox (kind, workflow, subject_id, generation, claimed_until)
       VALUES ($kind, $workflow, $subjectId, $generation, clock_timestamp() + make_interval(secs => ${claimSeconds}))
       RETURNING id`,
      { ...entry },
      transaction,
    );
    if (!row) throw new Error('the outbox entry was not written');
    return row.id;
  }

  /** Claims up to `limit` entries that are due and that nobody is dispatching, oldest first. */
  static async claimDue(limit: number): Promise<number[]> {
    const claimed = await rows<{ id: number }>(
      OutboxEntry,
      `WITH due AS MATERIALIZED (
         SELECT id FROM outbox
         WHERE dispatched_at IS NULL AND available_at <= clock_timestamp()
           AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
         ORDER BY available_at, id LIMIT $limit FOR UPDATE SKIP LOCKED),
       claimed AS (
         UPDATE outbox o SET claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
         FROM due WHERE o.id = due.id RETURNING o.id, o.available_at)
       SELECT id FROM claimed ORDER BY available_at, id`,
      { limit },
    );
    return claimed.map(({ id }) => id);
  }

  /** Keeps an entry that is being dispatched from everybody else for another `claimSeconds`. */
  static async renewClaim(id: number): Promise<void> {
    await rows(
      OutboxEntry,
      `UPDATE outbox SET claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
       WHERE id = $id AND dispatched_at IS NULL AND claimed_until IS NOT NULL`,
      { id },
    );
  }

  /** An entry that is still to be dispatched, or null. */
  static readonly waiting = joined(async (ids: readonly number[]): Promise<(WaitingOrder | null)[]> => {
    const orders = await rows<WaitingOrder & { id: number }>(
      OutboxEntry,
      `SELECT id, kind, workflow, subject_id AS "subjectId", generation,
              outcome IS NOT DISTINCT FROM 'unknown' AS "isUnknown",
              kind <> 'start' AND EXISTS (
                SELECT 1 FROM outbox s
                WHERE s.subject_id = o.subject_id AND s.generation = o.generation AND s.workflow = o.workflow
                  AND s.kind = 'start' AND s.dispatched_at IS NULL) AS "isBeforeStart"
       FROM outbox o WHERE id = ANY($ids) AND dispatched_at IS NULL`,
      { ids },
    );
    const byId = new Map(orders.map(({ id, ...order }) => [id, order]));
    return ids.map((id) => byId.get(id) ?? null);
  });

  /** Gives entries back to the relay at once: whoever wrote them could not dispatch them. */
  static async release(ids: readonly number[]): Promise<void> {
    await rows(
      OutboxEntry,
      `WITH released AS (UPDATE outbox SET claimed_until = NULL WHERE id = ANY($ids) AND dispatched_at IS NULL)
       SELECT pg_notify('${outboxChannel}', '')`,
      { ids },
    );
  }

  /** The promise was kept, or has become void (`dropped`: the job has moved on). */
  static readonly markDispatched = joined(async (done: readonly { id: number; outcome: DispatchOutcome }[]) => {
    await rows(
      OutboxEntry,
      `UPDATE outbox o SET dispatched_at = clock_timestamp(), outcome = done.outcome, claimed_until = NULL, last_error = NULL
       FROM unnest($ids::bigint[], $outcomes::text[]) AS done (id, outcome)
       WHERE o.id = done.id AND o.dispatched_at IS NULL`,
      { ids: done.map(({ id }) => id), outcomes: done.map(({ outcome }) => outcome) },
    );
    return done.map(() => undefined);
  });

  /**
   * The entry stays and is due again: after 1 s, doubling to 32 s, when it was refused; otherwise after 1 s each time,
   * since the fault is not the entry's.
   */
  static async postpone(id: number, lastError: string, why: PostponeReason): Promise<void> {
    await rows(
      OutboxEntry,
      `UPDATE outbox SET tries = tries + 1, last_error = $lastError, claimed_until = NULL,
         outcome = CASE WHEN $why = 'unknown' THEN 'unknown' ELSE outcome END,
         available_at = clock_timestamp()
           + make_interval(secs => CASE WHEN $why = 'refused' THEN power(2, least(tries, 5)) ELSE 1 END * $pace)
       WHERE id = $id AND dispatched_at IS NULL`,
      { id, why, lastError: withoutUnstorable(lastError.slice(0, 500)), pace: paced(1) },
    );
  }

  /** Removes up to `limit` entries dispatched so long ago that no open job depends on them. @returns how many */
  static async removeDispatched(limit: number): Promise<number> {
    const removed = await rows(
      OutboxEntry,
      `DELETE FROM outbox WHERE id IN (
         SELECT o.id FROM outbox o
         WHERE o.dispatched_at < now() - make_interval(days => ${retentionDays}) AND NOT EXISTS (
           SELECT 1 FROM assignments a WHERE a.id = o.subject_id AND a.generation = o.generation
             AND (a.status IN ('pending', 'uploading', 'uploaded', 'processing') OR a.cleanup = 'due'))
         LIMIT $limit)
       RETURNING 1`,
      { limit },
    );
    return removed.length;
  }

  /** Age in seconds of the oldest entry that is due and not dispatched; 0 if there is none. */
  static async oldestDueSeconds(): Promise<number> {
    const row = await firstRow<{ seconds: number }>(
      OutboxEntry,
      `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(available_at)), 0)::float AS seconds
       FROM outbox WHERE dispatched_at IS NULL AND available_at <= clock_timestamp()`,
      {},
    );
    return row?.seconds ?? 0;
  }
}

/** PostgreSQL channel that wakes the relay before its next turn. */
export const outboxChannel = 'outbox';
/** Whoever takes an entry has this long before somebody else does. */
export const claimSeconds = 5;

/** What is to be done to which workflow: the one of this subject's generation. */
export interface OutboxOrder {
  kind: OutboxKind;
  workflow: string;
  subjectId: string;
  generation: number;
}

/**
 * `refused`: Temporal, or we, said no. `unknown`: Temporal did not answer, so that it may have happened. `early`: another
 * order comes first.
 */
export type PostponeReason = 'refused' | 'unknown' | 'early';

export type DispatchOutcome = 'sent' | 'already' | 'dropped';

export interface WaitingOrder extends OutboxOrder {
  /** It was sent before, and nobody knows whether it has happened. */
  isUnknown: boolean;
  /** It is to end a run whose start has not been dispatched. */
  isBeforeStart: boolean;
}

export function initialize(sequelize: Sequelize): void {
  OutboxEntry.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      kind: DataTypes.TEXT,
      workflow: DataTypes.TEXT,
      subjectId: DataTypes.UUID,
      generation: DataTypes.INTEGER,
      availableAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      claimedUntil: DataTypes.DATE,
      tries: { type: DataTypes.INTEGER, defaultValue: 0 },
      lastError: DataTypes.TEXT,
      dispatchedAt: DataTypes.DATE,
      outcome: DataTypes.TEXT,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'outbox' },
  );
}
