import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Payload } from '../domain/payload';
import { firstRow, rows } from './sql';

/** What identifies the source's bytes between two reads (RFC 9110 §8.8). */
export interface SourceIdentity {
  etag: string | null;
  lastModified: string | null;
  sizeBytes: number | null;
}

/**
 * The transfer of one job's media: the platform's session (encrypted; context `uploads/<assignmentId>/session`), what
 * is known of the source, how far it is. Each write is fenced by the assignment's generation.
 */
export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare assignmentId: string;
  declare session: string | null;
  declare source: SourceIdentity | null;
  declare sizeBytes: number | null;
  declare bytesTransferred: CreationOptional<number>;
  /** The most that the platform itself said to have since create or the last retry, whatever the session. */
  declare confirmedBytes: CreationOptional<number>;
  /** How often the source was found changed since create or the last retry. */
  declare sourceChanges: CreationOptional<number>;
  /** The payload that the session was opened with, or that was applied since. */
  declare sentPayload: Payload | null;
  /** The platform's object, once the last byte has arrived there. Not public by itself. */
  declare platformPostId: string | null;
  declare updatedAt: CreationOptional<Date>;

  static async ofAssignment(assignmentId: string): Promise<Upload | null> {
    return Upload.findByPk(assignmentId, { raw: true });
  }

  /**
   * Stores a session just opened, before its first byte, in place of `replaced` (null: the job had none).
   * @returns false if the job has moved on or somebody else stored a session first: then the new one must not be used
   */
  static async storeSession(fence: UploadFence, next: NewSession): Promise<boolean> {
    const row = await firstRow(
      Upload,
      `WITH job AS (${liveJob} FOR UPDATE)
       INSERT INTO uploads AS u (assignment_id, session, source, size_bytes, source_changes, sent_payload)
       SELECT id, $session::text, $source::jsonb, $sizeBytes::bigint, $sourceChanges::int, $sentPayload::jsonb FROM job
       ON CONFLICT (assignment_id) DO UPDATE
         SET session = excluded.session, source = excluded.source, size_bytes = excluded.size_bytes,
             source_changes = excluded.source_changes, sent_payload = excluded.sent_payload, bytes_transferred = 0,
             platform_post_id = NULL, updated_at = clock_timestamp()
         WHERE u.session IS NOT DISTINCT FROM $replaced
       RETURNING assignment_id`,
      { ...fence, ...next, source: JSON.stringify(next.source), sentPayload: JSON.stringify(next.sentPayload) },
    );
    return row !== undefined;
  }

  /**
   * Records how many bytes were handed over, for whoever watches.
   * @returns false if the job has moved on
   */
  static async storeProgress(fence: UploadFence, bytesTransferred: number): Promise<boolean> {
    const row = await firstRow(
      Upload,
      `WITH job AS (${liveJob})
       UPDATE uploads SET bytes_transferred = $bytesTransferred, updated_at = clock_timestamp()
       FROM job WHERE assignment_id = job.id RETURNING assignment_id`,
      { ...fence, bytesTransferred },
    );
    return row !== undefined;
  }

  /** Records how many bytes the platform says it has. More than ever before is progress: the tries begin anew. */
  static async storeConfirmed(fence: UploadFence, confirmedBytes: number): Promise<void> {
    await rows(
      Upload,
      `WITH grown AS (
         UPDATE uploads SET confirmed_bytes = $confirmedBytes FROM (${liveJob}) job
         WHERE assignment_id = job.id AND confirmed_bytes < $confirmedBytes RETURNING assignment_id)
       UPDATE assignments SET tries = 0, tries_began_at = NULL FROM grown WHERE id = grown.assignment_id`,
      { ...fence, confirmedBytes },
    );
  }

  /** Records the object that the last byte made. Repeating it changes nothing. */
  static async storeObject(fence: UploadFence, platformPostId: string): Promise<void> {
    await rows(
      Upload,
      `WITH job AS (${liveJob})
       UPDATE uploads SET platform_post_id = $platformPostId, bytes_transferred = coalesce(size_bytes, bytes_transferred),
         updated_at = clock_timestamp()
       FROM job WHERE assignment_id = job.id`,
      { ...fence, platformPostId },
    );
  }

  /** A retry begins to count anew; the session and the object stay, to be gone on with or removed. */
  static async forgetCounts(assignmentId: string, transaction: Transaction): Promise<void> {
    await Upload.update({ confirmedBytes: 0, sourceChanges: 0 }, { where: { assignmentId }, transaction });
  }

  /**
   * What the clean-up of this generation has to remove, read in one statement: nothing that a later generation makes can
   * be taken for it. Null once another generation has taken over, or when nothing is owed.
   */
  static async leftoverOf({ assignmentId, generation }: UploadFence): Promise<StoredLeftover | null> {
    const row = await firstRow<StoredLeftover>(
      Upload,
      `SELECT a.connection_id AS "connectionId", u.session, u.platform_post_id AS "platformPostId"
       FROM assignments a LEFT JOIN uploads u ON u.assignment_id = a.id
       WHERE a.id = $assignmentId AND a.generation = $generation AND a.cleanup = 'due'`,
      { assignmentId, generation },
    );
    return row ?? null;
  }

  /** Records that the platform has the job's payload now. */
  static async storeSentPayload({ assignmentId, generation }: UploadFence): Promise<void> {
    await rows(
      Upload,
      `UPDATE uploads SET sent_payload = a.payload, updated_at = clock_timestamp() FROM assignments a
       WHERE assignment_id = a.id AND a.id = $assignmentId AND a.generation = $generation AND a.status = 'processing'`,
      { assignmentId, generation },
    );
  }
}

const liveJob = `SELECT id FROM assignments WHERE id = $assignmentId AND generation = $generation AND status = 'uploading'`;

/** What the encrypted session is bound to. */
export function sessionContext(assignmentId: string): string {
  return `uploads/${assignmentId}/session`;
}

export interface UploadFence {
  assignmentId: string;
  generation: number;
}

export interface StoredLeftover {
  connectionId: string;
  /** As stored, encrypted. */
  session: string | null;
  platformPostId: string | null;
}

interface NewSession {
  session: string;
  source: SourceIdentity;
  sizeBytes: number | null;
  sourceChanges: number;
  sentPayload: Payload;
  replaced: string | null;
}

export function initialize(sequelize: Sequelize): void {
  Upload.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      session: DataTypes.TEXT,
      source: DataTypes.JSONB,
      sizeBytes: DataTypes.BIGINT,
      bytesTransferred: { type: DataTypes.BIGINT, defaultValue: 0 },
      confirmedBytes: { type: DataTypes.BIGINT, defaultValue: 0 },
      sourceChanges: { type: DataTypes.INTEGER, defaultValue: 0 },
      sentPayload: DataTypes.JSONB,
      platformPostId: DataTypes.TEXT,
      updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'uploads' },
  );
}
