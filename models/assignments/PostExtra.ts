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
  noteCall,
  readDone,
  readSettled,
  readWait,
  succeedTry,
} from './extraStatements';
import type { BegunTry, EndedExtra } from './extraStatements';

/**
 * The last try to give a post one extra, such as its thumbnail (activities/publishing/README.md). A try takes a lease before the
 * call and notes its end after it. So two processes never make the same extra at the same time.
 */
export class PostExtra extends Model<InferAttributes<PostExtra>, InferCreationAttributes<PostExtra>> {
  declare assignmentId: string;
  /** The payload field that asks for the extra. */
  declare field: string;
  /** Tells the items of a list apart; empty for a field that is no list. */
  declare item: CreationOptional<string>;
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
  /** The time of the call that adds the extra, while the outcome of that call is open. */
  declare calledAt: Date | null;
  /** The id of the extra on the platform, where it has one. */
  declare externalId: string | null;
  /** When the extra was made or given up. */
  declare endedAt: Date | null;
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

  /** Notes that the extra is about to be added: until the answer is noted, the outcome is open. */
  static async calling(fence: TryFence): Promise<void> {
    await noteCall.run(fence);
  }

  /** The platform has the extra. No call is on its way any more, so that another value need not wait. */
  static async succeed(fence: TryFence, made: { externalId: string | null; isPicture: boolean }): Promise<void> {
    await succeedTry.run({ ...fence, ...made });
  }

  /**
   * Gives the extra up for this value.
   * @param isAnswered false: the last call may still be on its way
   */
  static async giveUp(fence: TryFence, warning: string, isAnswered: boolean): Promise<void> {
    await (isAnswered ? giveUpAnswered : giveUpUnanswered).run({ ...fence, warning });
  }

  /**
   * Ends a try that will be repeated: the next try waits for a call that may be on its way, not for the lease.
   * @param isAnswered true: the platform has answered that nothing was added
   */
  static async leaveLease(fence: TryFence, isAnswered: boolean): Promise<void> {
    await leaveTry.run({ ...fence, isAnswered });
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
  item: string;
  value: string;
  /** The whole value of the field, as JSON: a run tries only what the row still asks for. */
  wish: string;
  postId: string;
  leaseSeconds: number;
  /** How long after its lease a call may still take effect. */
  settleSeconds: number;
  /** How long a call whose outcome is open keeps another value away. */
  openSeconds: number;
}

export type { EndedExtra } from './extraStatements';

export interface TryFence {
  assignmentId: string;
  field: string;
  item: string;
  nth: number;
}

export function initialize(sequelize: Sequelize): void {
  PostExtra.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      field: { type: DataTypes.TEXT, primaryKey: true },
      item: { type: DataTypes.TEXT, primaryKey: true, defaultValue: '' },
      value: DataTypes.TEXT,
      postId: DataTypes.TEXT,
      nth: { type: DataTypes.INTEGER, defaultValue: 1 },
      tries: { type: DataTypes.INTEGER, defaultValue: 1 },
      isEarly: { type: DataTypes.BOOLEAN, defaultValue: false },
      leaseUntil: DataTypes.DATE,
      calledAt: DataTypes.DATE,
      externalId: DataTypes.TEXT,
      endedAt: DataTypes.DATE,
      warning: DataTypes.TEXT,
    },
    { sequelize, tableName: 'post_extras' },
  );
}
