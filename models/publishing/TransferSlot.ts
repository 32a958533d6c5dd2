import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { Assignment } from '../assignments/Assignment';
import { giveUpPlaces } from '../outbox/places';
import { firstRow, rows } from '../database/sql';
import { takesSpares } from './spareMedia';
import { takesMedia } from '../assignments/Upload';

/**
 * A transfer that is under way. A workspace has numbered slots, and the primary key lets each have one holder: however
 * many claim at once, in however many processes, no more transfers run than there are slots. A slot is claimed by a lease of
 * the database's clock, so that the slot of a worker that died is free by itself.
 */
export class TransferSlot extends Model<InferAttributes<TransferSlot>, InferCreationAttributes<TransferSlot>> {
  declare workspaceId: string;
  /** The number of the slot, from 1. */
  declare slot: number;
  declare assignmentId: string;
  /** The try that holds it: a later try of the same job is another one. */
  declare holder: string;
  declare leaseUntil: Date;

  /**
   * Reads the job of a transfer, and takes a slot for it: the one that an earlier try of the job still has, else one that
   * is free.
   * @returns the job, without a slot when its workspace has none free; null if the job has moved on
   */
  static async claim(fence: JobFence, { slotsMax, leaseMs, isBeside = false }: SlotTerms): Promise<ClaimedJob | null> {
    for (;;) {
      const row = await firstRow<ClaimRow>(TransferSlot, claimSql, {
        ...fence,
        slotsMax,
        isBeside,
        leaseSeconds: leaseMs / 1000,
      });
      if (!row) return null;
      const { wanted, slot, holder, ...job } = row;
      if (slot !== null && holder !== null) return { ...job, slot: { workspaceId: job.workspaceId, slot, holder } };
      if (wanted === null) return { ...job, slot: null };
      // Another claim was first at the slot that this one saw free.
    }
  }

  /**
   * Prolongs the lease, also one that has run out while nobody wanted the slot. A transfer that lasts so long waits for its
   * source or its platform, so its job gives up its place: from then on only the slots limit it.
   * @returns false if another try has the slot
   */
  static async renew(slot: ClaimedSlot, leaseMs: number): Promise<boolean> {
    const row = await firstRow(
      TransferSlot,
      `WITH renewed AS (
         UPDATE transfer_slots SET lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds)
         WHERE workspace_id = $workspaceId AND slot = $slot AND holder = $holder RETURNING assignment_id),
       given_up AS (${giveUpPlaces('(SELECT assignment_id FROM renewed)')})
       SELECT assignment_id FROM renewed`,
      { ...slot, leaseSeconds: leaseMs / 1000 },
    );
    return row !== undefined;
  }

  /** The number of the workspace's jobs that transfer media, or wait to. */
  static async countUploading(workspaceId: string): Promise<number> {
    const row = await firstRow<{ count: number }>(
      TransferSlot,
      `SELECT count(*)::int AS count FROM assignments WHERE workspace_id = $workspaceId AND status = 'uploading'`,
      { workspaceId },
    );
    return row?.count ?? 0;
  }

  /** The try has ended. A slot that another try has by now is left to it. */
  static async release(slot: ClaimedSlot): Promise<void> {
    await rows(
      TransferSlot,
      'DELETE FROM transfer_slots WHERE workspace_id = $workspaceId AND slot = $slot AND holder = $holder',
      { ...slot },
    );
  }
}

/**
 * One statement, so that a transfer costs no round trip more than it takes to read its job. Which slot is free is judged
 * again on the newest version of its row, where two claims meet.
 */
const claimSql = `
  WITH job AS (
    SELECT * FROM assignments WHERE id = $assignmentId AND generation = $generation
      AND (${takesMedia} OR $isBeside::boolean AND ${takesSpares})),
  free AS (
    SELECT n FROM job CROSS JOIN generate_series(1, $slotsMax::int) n
    LEFT JOIN transfer_slots s ON s.workspace_id = job.workspace_id AND s.slot = n
    WHERE s.slot IS NULL OR s.lease_until <= clock_timestamp() OR s.assignment_id = job.id
    ORDER BY (s.assignment_id = job.id) IS TRUE DESC, random() LIMIT 1),
  claimed AS (
    INSERT INTO transfer_slots AS s (workspace_id, slot, assignment_id, holder, lease_until)
    SELECT workspace_id, n, id, gen_random_uuid(), clock_timestamp() + make_interval(secs => $leaseSeconds) FROM job, free
    ON CONFLICT (workspace_id, slot) DO UPDATE
      SET assignment_id = excluded.assignment_id, holder = excluded.holder, lease_until = excluded.lease_until
      WHERE s.lease_until <= clock_timestamp() OR s.assignment_id = excluded.assignment_id
    RETURNING slot, holder)
  SELECT job.workspace_id AS "workspaceId", job.connection_id AS "connectionId", job.platform, job.type, job.payload,
         job.media_url AS "mediaUrl", job.cleanup,
         job.tries IS NOT NULL AS "hasTries", job.absent_since IS NOT NULL AS "isAbsent",
         EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = job.id) AS "hasUploads",
         coalesce(job.scheduled_at > clock_timestamp(), false) AS "isAhead", free.n AS wanted, claimed.slot, claimed.holder
  FROM job LEFT JOIN free ON true LEFT JOIN claimed ON true`;

interface JobFence {
  assignmentId: string;
  generation: number;
}

interface SlotTerms {
  /** Transfers that a workspace may have under way at the same time, over all processes. */
  slotsMax: number;
  leaseMs: number;
  /** The media come beside those that are prepared. */
  isBeside?: boolean;
}

/** The facts about a job that its transfer needs. */
export type TransferJob = Pick<
  InferAttributes<Assignment>,
  'workspaceId' | 'connectionId' | 'platform' | 'type' | 'payload' | 'mediaUrl' | 'cleanup'
> & {
  /** Tries have failed. */
  hasTries: boolean;
  /** The last look has not found what the job has made. */
  isAbsent: boolean;
  /** An earlier try has begun. */
  hasUploads: boolean;
  /** Its post is due later: this can wait a moment. */
  isAhead: boolean;
};

export type ClaimedSlot = Pick<InferAttributes<TransferSlot>, 'workspaceId' | 'slot' | 'holder'>;

export interface ClaimedJob extends TransferJob {
  slot: ClaimedSlot | null;
}

interface ClaimRow extends TransferJob {
  /** The slot that the statement found free. */
  wanted: number | null;
  slot: number | null;
  holder: string | null;
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
