import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import type { MediaFacts } from '../../domain/media';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import { tellChange } from './AssignmentEvent';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

/** The condition that the media of an assignment may be transferred. */
export const takesMedia = sql`(status = 'uploading' OR status IN ('uploaded', 'processing') AND is_media_due)`;

const isLive = sql`id = ${param('assignmentId', 'uuid')} AND generation = ${param('generation', 'integer')} AND ${takesMedia}`;
const liveAssignment = sql`SELECT id FROM assignments WHERE ${isLive}`;
const item = param('item', 'smallint');
const confirmedBytes = param('confirmedBytes', 'bigint');

const storeProbe = command(
  'media.storeProbe',
  sql`WITH assignment AS (${liveAssignment})
      INSERT INTO uploads AS u (assignment_id, item, probe) SELECT id, ${item}, ${param('probe', 'jsonb')} FROM assignment
      ON CONFLICT (assignment_id, item) DO UPDATE SET probe = excluded.probe, updated_at = clock_timestamp()`,
);

const storeProgress = command(
  'media.storeProgress',
  sql`WITH assignment AS (${liveAssignment}),
      stored AS (
        UPDATE uploads SET bytes_transferred = ${param('bytesTransferred', 'bigint')}, updated_at = clock_timestamp()
        FROM assignment WHERE assignment_id = assignment.id AND item = ${item})
      SELECT FROM (SELECT ${tellChange(sql`id`)} FROM assignment) told`,
);

const storeConfirmed = statement(
  'media.storeConfirmed',
  z.strictObject({ hasTries: z.boolean() }),
  sql`UPDATE uploads SET confirmed_bytes = ${confirmedBytes}
      FROM (SELECT id, tries IS NOT NULL AS has_tries FROM assignments WHERE ${isLive}) assignment
      WHERE assignment_id = assignment.id AND item = ${item} AND confirmed_bytes < ${confirmedBytes}
      RETURNING has_tries AS "hasTries"`,
);

/**
 * The transfer of one medium of an assignment: the platform's session (encrypted; `sessionContext`), the known facts of
 * the source, and the progress. Each write is fenced by the assignment's generation.
 */
export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare assignmentId: string;
  /** The place of the medium among the media of the assignment, from 0. */
  declare item: number;
  declare session: string | null;
  declare source: SentSource | null;
  /** The findings of the last probe of the media; null: no findings worth keeping. */
  declare probe: StoredProbe | null;
  /** The media type by the first bytes, when the session was opened. */
  declare contentType: string | null;
  declare sizeBytes: number | null;
  declare bytesTransferred: CreationOptional<number>;
  /** The most bytes that the platform itself has confirmed since create or the last retry, whatever the session. */
  declare confirmedBytes: CreationOptional<number>;
  /** The number of changes of the source since create or the last retry. */
  declare sourceChanges: CreationOptional<number>;
  /** The platform's object, once the last byte has arrived there. Not public by itself. */
  declare objectId: string | null;
  /** When the object came to be; without an object, when the session did. */
  declare madeAt: CreationOptional<Date>;
  /** The spare transfer (models/publishing/spareMedia.ts): the medium's newer version, or its replaced version. */
  declare spareSession: string | null;
  declare spareObjectId: string | null;
  declare spareSource: SentSource | null;
  declare spareMadeAt: Date | null;
  declare updatedAt: CreationOptional<Date>;

  /** All uploads of an assignment, in the order of its media. */
  static async ofAssignment(assignmentId: string): Promise<Upload[]> {
    return Upload.findAll({ where: { assignmentId }, order: ['item'], raw: true });
  }

  /** Keeps the findings of a probe, so that the next try need not read the media for them again. */
  static async storeProbe(fence: ItemFence, probe: StoredProbe): Promise<void> {
    await storeProbe.run({ ...fence, probe: JSON.stringify(probe) });
  }

  /**
   * Records how many bytes were handed over, where the upload has a session already.
   * @returns false if the assignment has moved on
   */
  static async storeProgress(fence: ItemFence, bytesTransferred: number): Promise<boolean> {
    return (await storeProgress.run({ ...fence, bytesTransferred })) > 0;
  }

  /**
   * Records the number of bytes that the platform confirms.
   * @returns whether the number is higher than ever before, and tries have failed
   */
  static async storeConfirmed(fence: ItemFence, confirmedBytes: number): Promise<boolean> {
    const row = await storeConfirmed.first({ ...fence, confirmedBytes });
    return row?.hasTries ?? false;
  }
}

/** The source of a medium as it was sent. */
export interface SentSource extends SourceIdentity {
  /** The length of a video; absent: its file does not tell it, or it is no video. */
  durationSeconds?: number;
}

/** The findings of a probe, with the identity of the media that the source served. */
export interface StoredProbe {
  source: SourceIdentity;
  /** The facts that the probe read; null: the media tell no facts. */
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
