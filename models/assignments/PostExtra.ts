import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Assignment } from './Assignment';
import { isUpdated } from './openAttempts';
import { firstRow, rows } from '../database/sql';

/** The warning of an extra whose last try has no known end, or was made for another value. */
export const maybeOnItsWay = 'an earlier change of it may still be on its way; change it again in a moment';

/** SQL, of an assignment `a`: it is before its point of no return. No failure is final there (contract.md §2). */
const isEarly = `a.status NOT IN ('processing', 'published')`;

/**
 * The last try to set one extra of a post, such as its thumbnail (activities/publishing/README.md). A try takes a lease before the
 * call and notes its end after it. So two processes never set the same extra at the same time.
 */
export class PostExtra extends Model<InferAttributes<PostExtra>, InferCreationAttributes<PostExtra>> {
  declare assignmentId: string;
  /** The payload field that asks for it. */
  declare field: string;
  /** The value of the field, for the post below: another value or another post begins anew. */
  declare value: string;
  declare postId: string;
  /** Counts all tries: one that was overtaken notes nothing. */
  declare nth: CreationOptional<number>;
  /** The number of tries for this value and this post, before or after the point of no return. */
  declare tries: CreationOptional<number>;
  /** The last try was made before the point of no return: after it the extra is tried anew (contract.md §2). */
  declare isEarly: CreationOptional<boolean>;
  declare leaseUntil: Date;
  declare doneAt: Date | null;
  /** Why it was given up, for the caller. */
  declare warning: string | null;

  /** The extras of a job that are done or given up. Those that were given up too early are not, once the job is due. */
  static async settled(assignmentId: string): Promise<EndedExtra[]> {
    return rows(
      PostExtra,
      `SELECT x.field, x.value, x.post_id AS "postId" FROM post_extras x JOIN assignments a ON a.id = x.assignment_id
       WHERE x.assignment_id = $assignmentId
         AND (x.done_at IS NOT NULL OR x.warning IS NOT NULL AND (NOT x.is_early OR ${isEarly}))`,
      { assignmentId },
    );
  }

  /** Those that its post has. */
  static async done({ id: assignmentId }: Assignment, transaction?: Transaction): Promise<EndedExtra[]> {
    return rows(
      PostExtra,
      `SELECT field, value, post_id AS "postId" FROM post_extras
       WHERE assignment_id = $assignmentId AND done_at IS NOT NULL`,
      { assignmentId },
      transaction,
    );
  }

  /**
   * Takes the lease for one try, unless an earlier one may still be on its way or the job has moved on. A run gives way to
   * an update of the published post, and to the payload that the row has by then.
   */
  static async begin(next: NewTry): Promise<BegunTry | 'movedOn' | { waitMs: number }> {
    const { assignmentId, field, settleSeconds } = next;
    const begun = await firstRow<BegunTry>(
      PostExtra,
      `WITH job AS (
         SELECT id, ${isEarly} AS is_early FROM assignments a WHERE id = $assignmentId AND generation = $generation
           AND status NOT IN ('failed', 'cancelled')
           AND (NOT $isOfRun::boolean OR payload->>$field::text = $value::text AND NOT ${isUpdated}) FOR SHARE)
       INSERT INTO post_extras AS e (assignment_id, field, value, post_id, is_early, lease_until)
       SELECT id, $field::text, $value::text, $postId::text, is_early,
              clock_timestamp() + make_interval(secs => $leaseSeconds) FROM job
       ON CONFLICT (assignment_id, field) DO UPDATE
         SET value = excluded.value, post_id = excluded.post_id, is_early = excluded.is_early,
             lease_until = excluded.lease_until, nth = e.nth + 1,
             tries = CASE WHEN (e.value, e.post_id, e.is_early) = (excluded.value, excluded.post_id, excluded.is_early)
               THEN e.tries + 1 ELSE 1 END,
             done_at = NULL, warning = NULL
         WHERE e.lease_until + make_interval(secs => $settleSeconds) <= clock_timestamp()
       RETURNING nth, tries`,
      { ...next },
    );
    if (begun) return begun;
    const busy = await firstRow<{ waitMs: number }>(
      PostExtra,
      `SELECT ceil(extract(epoch FROM e.lease_until + make_interval(secs => $settleSeconds) - clock_timestamp()) * 1000)::float AS "waitMs"
       FROM post_extras e JOIN assignments a ON a.id = e.assignment_id
       WHERE assignment_id = $assignmentId AND field = $field AND generation = $generation
         AND status NOT IN ('failed', 'cancelled')`,
      { assignmentId, field, settleSeconds, generation: next.generation },
    );
    return busy ? { waitMs: Math.max(1, busy.waitMs) } : 'movedOn';
  }

  /** The platform has it. Nothing is on its way any more, so that another value need not wait. */
  static async succeed(fence: TryFence): Promise<void> {
    await endTry(fence, `done_at = clock_timestamp(), lease_until = '-infinity'`);
  }

  /**
   * It is given up for this value.
   * @param isAnswered false: the last call may still be on its way
   */
  static async giveUp(fence: TryFence, warning: string, isAnswered: boolean): Promise<void> {
    const lease = isAnswered ? `'-infinity'` : 'least(lease_until, clock_timestamp())';
    await endTry(fence, `warning = $warning, lease_until = ${lease}`, { warning });
  }

  /** The try is over and will be made again: the next one waits for what may still be on its way, not for the lease. */
  static async leaveLease(fence: TryFence): Promise<void> {
    await endTry(fence, 'lease_until = least(lease_until, clock_timestamp())');
  }

  /** Of these fields of a job's payload, whether one was given up. */
  static async hasFailed(
    { id: assignmentId, payload }: Assignment,
    fields: readonly string[],
    transaction: Transaction,
  ): Promise<boolean> {
    const row = await firstRow(
      PostExtra,
      `SELECT 1 FROM post_extras
       WHERE assignment_id = $assignmentId AND field = ANY($fields::text[]) AND value = $payload::jsonb->>field
         AND warning IS NOT NULL LIMIT 1`,
      { assignmentId, fields, payload: JSON.stringify(payload) },
      transaction,
    );
    return row !== undefined;
  }

  /** Lets the next run try again extras that were given up or whose end is unknown. It waits for calls under way. */
  static async forgetUndone({ id: assignmentId }: Assignment, transaction: Transaction): Promise<void> {
    await rows(
      PostExtra,
      `UPDATE post_extras SET warning = NULL, tries = 0 WHERE assignment_id = $assignmentId AND done_at IS NULL`,
      { assignmentId },
      transaction,
    );
  }
}

/** Does nothing for a try that was overtaken. */
async function endTry(
  { assignmentId, field, nth }: TryFence,
  change: string,
  values: Record<string, string> = {},
): Promise<void> {
  await rows(
    PostExtra,
    `UPDATE post_extras SET ${change} WHERE assignment_id = $assignmentId AND field = $field AND nth = $nth`,
    { assignmentId, field, nth, ...values },
  );
}

/** An extra that a try has ended for this value and this post. */
export type EndedExtra = Pick<InferAttributes<PostExtra>, 'field' | 'value' | 'postId'>;

interface NewTry {
  assignmentId: string;
  generation: number;
  /** False: it is made by an update of the published post. */
  isOfRun: boolean;
  field: string;
  value: string;
  postId: string;
  leaseSeconds: number;
  /** How long after its lease a call may still take effect. */
  settleSeconds: number;
}

interface BegunTry {
  nth: number;
  tries: number;
}

export interface TryFence {
  assignmentId: string;
  field: string;
  nth: number;
}

export function initialize(sequelize: Sequelize): void {
  PostExtra.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      field: { type: DataTypes.TEXT, primaryKey: true },
      value: DataTypes.TEXT,
      postId: DataTypes.TEXT,
      nth: { type: DataTypes.INTEGER, defaultValue: 1 },
      tries: { type: DataTypes.INTEGER, defaultValue: 1 },
      isEarly: { type: DataTypes.BOOLEAN, defaultValue: false },
      leaseUntil: DataTypes.DATE,
      doneAt: DataTypes.DATE,
      warning: DataTypes.TEXT,
    },
    { sequelize, tableName: 'post_extras' },
  );
}
