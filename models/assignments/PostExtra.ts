import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Assignment } from './Assignment';
import {
  beginTry,
  findGivenUp,
  forgetUndone,
  giveUpAnswered,
  giveUpUnanswered,
  leaveTry,
  readDone,
  readSettled,
  readWait,
  succeedTry,
} from './extraStatements';
import type { BegunTry, EndedExtra } from './extraStatements';

/** The warning of an extra whose last try has no known end, or was made for another value. */
export const maybeOnItsWay = 'an earlier change of it may still be on its way; change it again in a moment';

/**
 * The last try to set one extra of a post, such as its thumbnail (activities/publishing/README.md). A try takes a lease before the
 * call and notes its end after it. So two processes never set the same extra at the same time.
 */
export class PostExtra extends Model<InferAttributes<PostExtra>, InferCreationAttributes<PostExtra>> {
  declare assignmentId: string;
  /** The payload field that asks for the extra. */
  declare field: string;
  /** The value of the field, for the post below; another value or another post starts the count of tries again. */
  declare value: string;
  declare postId: string;
  /** The number of all tries; an overtaken try records nothing. */
  declare nth: CreationOptional<number>;
  /** The number of tries for this value and this post, before or after the point of no return. */
  declare tries: CreationOptional<number>;
  /** The last try was made before the point of no return; after it the extra is tried again (contract.md §2). */
  declare isEarly: CreationOptional<boolean>;
  declare leaseUntil: Date;
  declare doneAt: Date | null;
  /** The reason why the extra was given up, for the caller. */
  declare warning: string | null;

  /** An assignment's extras that are done or given up. Past the point of no return, earlier give-ups do not count. */
  static async settled(assignmentId: string): Promise<EndedExtra[]> {
    return readSettled.all({ assignmentId });
  }

  /** The extras that the assignment's post has. */
  static async done({ id: assignmentId }: Assignment, transaction?: Transaction): Promise<EndedExtra[]> {
    return readDone.all({ assignmentId }, transaction);
  }

  /**
   * Takes the lease for one try, unless an earlier try may still be on its way or the assignment has moved on. A run
   * gives way to an update of the published post, and to the payload that the row has by then.
   */
  static async begin(next: NewTry): Promise<BegunTry | 'movedOn' | { waitMs: number }> {
    const begun = await beginTry.first(next);
    if (begun) return begun;
    const busy = await readWait.first(next);
    return busy ? { waitMs: Math.max(1, busy.waitMs) } : 'movedOn';
  }

  /** The platform has the extra. No call is on its way any more, so that another value need not wait. */
  static async succeed(fence: TryFence): Promise<void> {
    await succeedTry.run(fence);
  }

  /**
   * Gives the extra up for this value.
   * @param isAnswered false: the last call may still be on its way
   */
  static async giveUp(fence: TryFence, warning: string, isAnswered: boolean): Promise<void> {
    await (isAnswered ? giveUpAnswered : giveUpUnanswered).run({ ...fence, warning });
  }

  /** Ends a try that will be repeated: the next try waits for a call that may be on its way, not for the lease. */
  static async leaveLease(fence: TryFence): Promise<void> {
    await leaveTry.run(fence);
  }

  /** Whether the extra of one of these payload fields was given up. */
  static async hasFailed(
    { id: assignmentId, payload }: Assignment,
    fields: readonly string[],
    transaction: Transaction,
  ): Promise<boolean> {
    const asked = { assignmentId, fields, payload: JSON.stringify(payload) };
    return (await findGivenUp.run(asked, transaction)) > 0;
  }

  /** Lets the next run try extras again that were given up or have no known end. The run waits for calls under way. */
  static async forgetUndone({ id: assignmentId }: Assignment, transaction: Transaction): Promise<void> {
    await forgetUndone.run({ assignmentId }, transaction);
  }
}

interface NewTry {
  assignmentId: string;
  generation: number;
  /** False: an update of the published post makes the try. */
  isOfRun: boolean;
  field: string;
  value: string;
  postId: string;
  leaseSeconds: number;
  /** How long after its lease a call may still take effect. */
  settleSeconds: number;
}

export type { EndedExtra } from './extraStatements';

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
