import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { claimSlot, countUploading, releaseSlot, renewSlot } from './slotStatements';
import type { TransferSubject } from './slotStatements';

export type { TransferSubject } from './slotStatements';

/**
 * A transfer that is under way. A workspace has numbered slots, and the primary key lets each slot have one holder:
 * however many tries claim at once, in however many processes, no more transfers run than there are slots. A slot is
 * claimed by a lease of the database's clock, so that the slot of a worker that died becomes free by itself.
 */
export class TransferSlot extends Model<InferAttributes<TransferSlot>, InferCreationAttributes<TransferSlot>> {
  declare workspaceId: string;
  /** The number of the slot, from 1. */
  declare slot: number;
  declare assignmentId: string;
  /** The try that holds the slot; a later try of the same assignment is another holder. */
  declare holder: string;
  declare leaseUntil: Date;

  /**
   * Reads the assignment of a transfer, and takes a slot: the slot that an earlier try of the assignment still has,
   * else a free slot.
   * @returns the assignment, without a slot when its workspace has no free slot; null if the assignment has moved on
   */
  static async claim(
    fence: RunFence,
    { slotsMax, leaseMs, isBeside = false }: SlotTerms,
  ): Promise<ClaimedTransfer | null> {
    for (;;) {
      const row = await claimSlot.first({ ...fence, slotsMax, isBeside, leaseSeconds: leaseMs / 1000 });
      if (!row) return null;
      const { wanted, slot, holder, ...assignment } = row;
      if (slot !== null && holder !== null)
        return { ...assignment, slot: { workspaceId: assignment.workspaceId, slot, holder } };
      if (wanted === null) return { ...assignment, slot: null };
      // Another claim was first at the slot that this claim saw free.
    }
  }

  /**
   * Prolongs the lease, also a lease that has run out and was not taken. A transfer that lasts so long waits for its
   * source or its platform, so its assignment gives up its place: from then on only the slots limit the transfer.
   * @returns false if another try has the slot
   */
  static async renew(slot: ClaimedSlot, leaseMs: number): Promise<boolean> {
    return (await renewSlot.run({ ...slot, leaseSeconds: leaseMs / 1000 })) > 0;
  }

  /** The number of the workspace's assignments that transfer media, or wait for a transfer. */
  static async countUploading(workspaceId: string): Promise<number> {
    const row = await countUploading.first({ workspaceId });
    return row?.count ?? 0;
  }

  /** Releases the slot of a try that has ended. A slot that another try has by now stays. */
  static async release(slot: ClaimedSlot): Promise<void> {
    await releaseSlot.run(slot);
  }
}

interface RunFence {
  assignmentId: string;
  generation: number;
}

interface SlotTerms {
  /** Transfers that a workspace may have under way at the same time, over all processes. */
  slotsMax: number;
  leaseMs: number;
  /** The transferred media are spare media, beside the prepared media. */
  isBeside?: boolean;
}

export type ClaimedSlot = Pick<InferAttributes<TransferSlot>, 'workspaceId' | 'slot' | 'holder'>;

export interface ClaimedTransfer extends TransferSubject {
  slot: ClaimedSlot | null;
}

export function initialize(sequelize: Sequelize): void {
  TransferSlot.init(
    {
      workspaceId: { type: DataTypes.UUID, primaryKey: true },
      slot: { type: DataTypes.INTEGER, primaryKey: true },
      assignmentId: DataTypes.UUID,
      holder: DataTypes.UUID,
      leaseUntil: DataTypes.DATE,
    },
    { sequelize, tableName: 'transfer_slots' },
  );
}
