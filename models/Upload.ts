import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { MediaFacts } from '../domain/media';
import type { Payload } from '../domain/payload';
import type { SourceIdentity } from '../lib/media/sourceIdentity';
import { tellChange } from './AssignmentEvent';
import { owesAtEnd } from './cleanupOwed';
import { firstRow, rows } from './sql';

/**
 * The transfer of one of a job's media: the platform's session (encrypted; `sessionContext`), what is known of the
 * source, how far it is. Each write is fenced by the assignment's generation.
 */
export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare assignmentId: string;
  /** The place of its medium among those of the job, from 0. */
  declare item: number;
  declare session: string | null;
  declare source: SourceIdentity | null;
  /** The findings of the last probe of the media; null: none was worth keeping. */
  declare probe: StoredProbe | null;
  /** The media type by the first bytes, when the session was opened. */
  declare contentType: string | null;
  declare sizeBytes: number | null;
  declare bytesTransferred: CreationOptional<number>;
  /** The most that the platform itself said to have since create or the last retry, whatever the session. */
  declare confirmedBytes: CreationOptional<number>;
  /** The number of changes of the source since create or the last retry. */
  declare sourceChanges: CreationOptional<number>;
  /** The platform's object, once the last byte has arrived there. Not public by itself. */
  declare objectId: string | null;
  /** When the object came to be; while it has none, its session. */
  declare madeAt: CreationOptional<Date>;
  /** Beside it (models/spareMedia.ts): a newer version of its medium, or the older one that it has replaced. */
  declare spareSession: string | null;
  declare spareObjectId: string | null;
  declare spareSource: SourceIdentity | null;
  declare spareMadeAt: Date | null;
  declare updatedAt: CreationOptional<Date>;

  /** All of a job's, in the order of its media. */
  static async ofAssignment(assignmentId: string): Promise<Upload[]> {
    return Upload.findAll({ where: { assignmentId }, order: ['item'], raw: true });
  }

  /**
   * Stores a session just opened, before its first byte, in place of `replaced` (null: the job had none).
   * @returns false if the job has moved on or somebody else stored a session first: then the new one must not be used
   */
  static async storeSession(fence: ItemFence, next: NewSession): Promise<boolean> {
    const row = await firstRow(
      Upload,
      `WITH job AS (${liveJob} FOR UPDATE),
       stored AS (
         INSERT INTO uploads AS u (assignment_id, item, session, source, content_type, size_bytes, source_changes)
         SELECT id, $item::smallint, $session::text, $source::jsonb, $contentType::text, $sizeBytes::bigint, $sourceChanges::int FROM job
         ON CONFLICT (assignment_id, item) DO UPDATE
           SET session = excluded.session, source = excluded.source, content_type = excluded.content_type, size_bytes = excluded.size_bytes,
               source_changes = excluded.source_changes, bytes_transferred = 0, object_id = NULL,
               made_at = clock_timestamp(), updated_at = clock_timestamp()
           WHERE u.session IS NOT DISTINCT FROM $replaced
         RETURNING assignment_id),
       staged AS (
         INSERT INTO drafts (assignment_id, payload) SELECT assignment_id, $staged::jsonb FROM stored WHERE $staged IS NOT NULL
         ON CONFLICT (assignment_id) DO UPDATE SET payload = excluded.payload, updated_at = clock_timestamp())
       SELECT assignment_id FROM stored`,
      { ...fence, ...next, source: JSON.stringify(next.source), staged: next.staged && JSON.stringify(next.staged) },
    );
    return row !== undefined;
  }

  /** Keeps what a probe found, so that the next try need not read the media for it again. */
  static async storeProbe(fence: ItemFence, probe: StoredProbe): Promise<void> {
    await rows(
      Upload,
      `WITH job AS (${liveJob})
       INSERT INTO uploads AS u (assignment_id, item, probe) SELECT id, $item::smallint, $probe::jsonb FROM job
       ON CONFLICT (assignment_id, item) DO UPDATE SET probe = excluded.probe, updated_at = clock_timestamp()`,
      { ...fence, probe: JSON.stringify(probe) },
    );
  }

  /**
   * Records how many bytes were handed over, where the upload has a session already.
   * @returns false if the job has moved on
   */
  static async storeProgress(fence: ItemFence, bytesTransferred: number): Promise<boolean> {
    const row = await firstRow(
      Upload,
      `WITH job AS (${liveJob}),
       stored AS (
         UPDATE uploads SET bytes_transferred = $bytesTransferred, updated_at = clock_timestamp()
         FROM job WHERE assignment_id = job.id AND item = $item)
       SELECT id, ${tellChange('id')} FROM job`,
      { ...fence, bytesTransferred },
    );
    return row !== undefined;
  }

  /** Records how many bytes the platform says it has. More than ever before is progress: the tries begin anew. */
  static async storeConfirmed(fence: ItemFence, confirmedBytes: number): Promise<void> {
    await rows(
      Upload,
      `WITH grown AS (
         UPDATE uploads SET confirmed_bytes = $confirmedBytes FROM (${liveJob}) job
         WHERE assignment_id = job.id AND item = $item AND confirmed_bytes < $confirmedBytes RETURNING assignment_id)
       UPDATE assignments SET tries = 0, tries_began_at = NULL FROM grown WHERE id = $assignmentId`,
      { ...fence, confirmedBytes },
    );
  }

  /**
   * Records the object that the last byte made. Repeating it changes nothing.
   * @param source the identity of the source that was sent; null: the session was stored with it
   * @returns false if the job has moved on, or another try has recorded its object first: then nobody knows this one
   */
  static async storeObject(fence: ItemFence, objectId: string, source: SourceIdentity | null = null): Promise<boolean> {
    const row = await firstRow(
      Upload,
      `WITH job AS (${liveJob} FOR NO KEY UPDATE),
       stored AS (
         INSERT INTO uploads AS u (assignment_id, item, object_id, source)
         SELECT id, $item::smallint, $objectId::text, $source::jsonb FROM job
         ON CONFLICT (assignment_id, item) DO UPDATE
           SET object_id = excluded.object_id, source = coalesce(excluded.source, u.source), bytes_transferred = coalesce(u.size_bytes, u.bytes_transferred),
               made_at = CASE WHEN u.object_id IS NULL THEN clock_timestamp() ELSE u.made_at END, updated_at = clock_timestamp()
           WHERE u.object_id IS NULL OR u.object_id = excluded.object_id
         RETURNING assignment_id)
       SELECT ${tellChange('assignment_id')} FROM stored`,
      { ...fence, objectId, source: source && JSON.stringify(source) },
    );
    return row !== undefined;
  }

  /**
   * Notes what came when its job had ended, so that its removal is owed and survives this process.
   * @returns false if the job owes no removal, or has noted another one in its place: then nothing is noted
   */
  static async owe(
    { assignmentId, item }: Omit<ItemFence, 'generation'>,
    { session = null, objectId = null }: { session?: string | null; objectId?: string | null },
  ): Promise<boolean> {
    const row = await firstRow(
      Upload,
      `WITH job AS (SELECT id FROM assignments a WHERE id = $assignmentId AND ${owesAtEnd} FOR NO KEY UPDATE),
       noted AS (
         INSERT INTO uploads AS u (assignment_id, item, session, object_id)
         SELECT id, $item::smallint, $session::text, $objectId::text FROM job
         ON CONFLICT (assignment_id, item) DO UPDATE
           SET session = excluded.session, object_id = excluded.object_id, made_at = clock_timestamp(), updated_at = clock_timestamp()
           WHERE coalesce(u.session, u.object_id) IS NULL
         RETURNING assignment_id)
       UPDATE assignments SET cleanup = 'due', updated_at = clock_timestamp() FROM noted WHERE id = assignment_id RETURNING id`,
      { assignmentId, item, session, objectId },
    );
    return row !== undefined;
  }

  /** A retry begins to count anew; the session and the object stay, to be gone on with or removed. */
  static async forgetCounts(assignmentId: string, transaction: Transaction): Promise<void> {
    await Upload.update({ confirmedBytes: 0, sourceChanges: 0 }, { where: { assignmentId }, transaction });
  }
}

/** Of an assignment: its media may be transferred. */
export const takesMedia = `(status = 'uploading' OR status IN ('uploaded', 'processing') AND is_media_due)`;

const liveJob = `SELECT id FROM assignments WHERE id = $assignmentId AND generation = $generation
  AND ${takesMedia}`;

/** The findings of a probe, with the identity of the media that the source served. */
export interface StoredProbe {
  source: SourceIdentity;
  /** Null: the media tell nothing. */
  facts: MediaFacts | null;
}

/** The context of the encrypted session. */
export function sessionContext(assignmentId: string): string {
  return `uploads/${assignmentId}/session`;
}

interface ItemFence {
  assignmentId: string;
  generation: number;
  item: number;
}

interface NewSession {
  session: string;
  source: SourceIdentity;
  contentType: string;
  sizeBytes: number | null;
  sourceChanges: number;
  /** The payload that the session was opened with, where it needs no staging; else null. */
  staged: Payload | null;
  replaced: string | null;
}

export interface UploadProgress {
  bytesTransferred: number;
  bytesTotal: number | null;
}

/**
 * The progress of an assignment's media, all together.
 * @param announcedBytes the caller's hint, which counts until every source has named its size
 */
export function progressOf(
  uploads: readonly Pick<InferAttributes<Upload>, 'bytesTransferred' | 'sizeBytes'>[],
  announcedBytes: number | null,
): UploadProgress {
  const sizes = uploads.map(({ sizeBytes }) => sizeBytes);
  const known = sizes.length > 0 && sizes.every((size) => size !== null);
  return {
    bytesTransferred: uploads.reduce((sum, { bytesTransferred }) => sum + bytesTransferred, 0),
    bytesTotal: known ? sizes.reduce((sum, size) => sum + (size ?? 0), 0) : announcedBytes,
  };
}

export function initialize(sequelize: Sequelize): void {
  Upload.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      item: { type: DataTypes.SMALLINT, primaryKey: true },
      session: DataTypes.TEXT,
      source: DataTypes.JSONB,
      probe: DataTypes.JSONB,
      contentType: DataTypes.TEXT,
      sizeBytes: DataTypes.BIGINT,
      bytesTransferred: { type: DataTypes.BIGINT, defaultValue: 0 },
      confirmedBytes: { type: DataTypes.BIGINT, defaultValue: 0 },
      sourceChanges: { type: DataTypes.INTEGER, defaultValue: 0 },
      objectId: DataTypes.TEXT,
      madeAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      spareSession: DataTypes.TEXT,
      spareObjectId: DataTypes.TEXT,
      spareSource: DataTypes.JSONB,
      spareMadeAt: DataTypes.DATE,
      updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'uploads' },
  );
}
