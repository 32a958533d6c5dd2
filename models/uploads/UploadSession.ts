import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { AssignmentError } from '../../domain/assignment';
import { uploadAfterUseHours, uploadOpenHours, uploadSessionsMax, uploadUnusedHours } from '../../domain/uploadSession';
import type { UploadSessionStatus } from '../../domain/uploadSession';
import { isUpdated } from '../assignments/openAttempts';
import { firstRow, rows } from '../database/sql';
import { belongsTo, tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

/**
 * A file that a caller uploads before an assignment refers to it (contract.md §3). The row decides what may be done with
 * the file; the store (lib/mediaStore) has its bytes. Times are the database's.
 */
export class UploadSession extends Model<InferAttributes<UploadSession>, InferCreationAttributes<UploadSession>> {
  declare id: string;
  declare workspaceId: string;
  /** The organization in which a user opened it; null: an API key did. */
  declare organizationId: string | null;
  declare fileName: string;
  declare mediaContentType: string;
  declare mediaSizeBytes: number;
  declare status: CreationOptional<UploadSessionStatus>;
  /** The store may have something of it. */
  declare isBegun: CreationOptional<boolean>;
  /** Why its file was refused when it was whole. */
  declare error: AssignmentError | null;
  /** Until then it takes bytes. */
  declare expiresAt: Date;
  declare completedAt: Date | null;
  /** When the store had nothing of it any more. */
  declare removedAt: Date | null;
  declare createdAt: CreationOptional<Date>;

  /**
   * Opens a session, unless the files of the workspace would then be larger than its quota, or too many. The declared size
   * counts from the opening until the file is removed.
   * @returns null if the quota does not allow it
   */
  static async insert(session: NewSession, quotaBytes: number, transaction: Transaction): Promise<UploadState | null> {
    const { workspaceId } = session;
    // A statement of its own: the next one sees what was committed while this one waited.
    await rows(
      UploadSession,
      'SELECT 1 FROM workspaces WHERE id = $workspaceId FOR NO KEY UPDATE',
      { workspaceId },
      transaction,
    );
    const row = await firstRow<UploadState>(
      UploadSession,
      `INSERT INTO upload_sessions AS s
         (id, workspace_id, organization_id, file_name, media_content_type, media_size_bytes, expires_at)
       SELECT $id, $workspaceId, $organizationId::uuid, $fileName, $mediaContentType, $mediaSizeBytes::bigint,
              clock_timestamp() + make_interval(hours => ${uploadOpenHours})
       FROM (SELECT coalesce(sum(media_size_bytes), 0) AS bytes, count(*) AS count
             FROM upload_sessions WHERE workspace_id = $workspaceId AND removed_at IS NULL) kept
       WHERE $mediaSizeBytes::bigint + kept.bytes <= $quotaBytes::bigint AND kept.count < ${uploadSessionsMax}
       RETURNING ${stateColumns}, s.expires_at AS "expiresAt"`,
      { ...session, quotaBytes },
      transaction,
    );
    return row ?? null;
  }

  /** A session of this tenant; a foreign id is undefined as an unknown one is. */
  static async ofTenant(tenant: Tenant, id: string): Promise<UploadState | undefined> {
    return firstRow(
      UploadSession,
      `SELECT ${stateColumns}, ${endsAt} AS "expiresAt" FROM upload_sessions s WHERE s.id = $id AND ${belongsTo('s')}`,
      { id, ...tenantValues(tenant) },
    );
  }

  /** A session that a query with a tenant has found, as it is now. */
  static async read({ id }: UploadState): Promise<UploadState | undefined> {
    return firstRow(
      UploadSession,
      `SELECT ${stateColumns}, ${endsAt} AS "expiresAt" FROM upload_sessions s WHERE s.id = $id`,
      { id },
    );
  }

  /** Its first bytes are about to be stored. @returns false if the session has ended before */
  static async begin({ id }: UploadState): Promise<boolean> {
    const row = await firstRow(
      UploadSession,
      `UPDATE upload_sessions SET is_begun = true
       WHERE id = $id AND status = 'open' AND expires_at > clock_timestamp() RETURNING id`,
      { id },
    );
    return row !== undefined;
  }

  /** Its file is whole, and is what it was said to be: of this type. @returns false if the session has ended before */
  static async complete({ id }: UploadState, mediaContentType: string): Promise<boolean> {
    const row = await firstRow(
      UploadSession,
      `UPDATE upload_sessions SET status = 'complete', completed_at = coalesce(completed_at, clock_timestamp()),
         media_content_type = $mediaContentType
       WHERE id = $id AND (status = 'complete' OR status = 'open' AND expires_at > clock_timestamp()) RETURNING id`,
      { id, mediaContentType },
    );
    return row !== undefined;
  }

  /** Its file is not what it was said to be: the session ends. */
  static async refuse({ id }: UploadState, error: AssignmentError): Promise<void> {
    await rows(
      UploadSession,
      `UPDATE upload_sessions SET status = 'expired', error = $error::jsonb WHERE id = $id AND status = 'open'`,
      { id, error: JSON.stringify(error) },
    );
  }

  /**
   * Ends a session that its caller does not want any more.
   * @returns false if an assignment refers to its file and has not ended
   */
  static async end({ id }: UploadState, transaction: Transaction): Promise<boolean> {
    await rows(UploadSession, 'SELECT 1 FROM upload_sessions WHERE id = $id FOR UPDATE', { id }, transaction);
    const row = await firstRow(
      UploadSession,
      `UPDATE upload_sessions s SET status = 'expired', removed_at = CASE WHEN NOT is_begun THEN clock_timestamp() END
       WHERE id = $id AND NOT EXISTS (
         SELECT 1 FROM upload_uses u JOIN assignments a ON a.id = u.assignment_id
         WHERE u.upload_session_id = s.id AND NOT ${hasEnded}) RETURNING id`,
      { id },
      transaction,
    );
    return row !== undefined;
  }

  /** The store has nothing of it any more. */
  static async noteRemoved({ id }: UploadState | EndedUpload): Promise<void> {
    await rows(
      UploadSession,
      `UPDATE upload_sessions SET removed_at = clock_timestamp() WHERE id = $id AND status = 'expired' AND removed_at IS NULL`,
      { id },
    );
  }
}

export type NewSession = Pick<
  InferAttributes<UploadSession>,
  'id' | 'workspaceId' | 'organizationId' | 'fileName' | 'mediaContentType' | 'mediaSizeBytes'
>;

/** A session that has ended, as housekeeping finds it: its file is still to be removed. */
export type EndedUpload = Pick<InferAttributes<UploadSession>, 'id' | 'status' | 'isBegun' | 'createdAt'>;

/** A session as it is at this moment. */
export type UploadState = Pick<
  InferAttributes<UploadSession>,
  | 'id'
  | 'workspaceId'
  | 'fileName'
  | 'mediaContentType'
  | 'mediaSizeBytes'
  | 'status'
  | 'isBegun'
  | 'error'
  | 'createdAt'
> & {
  /** When it ends, or its file is removed; null: an assignment that has not ended refers to it. */
  expiresAt: Date | null;
};

/** Of an assignment `a`: nothing will be read for it any more, unless it is retried or updated. An update reads under its lease. */
const hasEnded = `(a.status IN ('published', 'failed', 'cancelled') AND NOT ${isUpdated})`;

/** Of a session `s`, once nobody takes bytes for it any more it is expired, whether a clean-up has come by or not. */
const stateColumns = `s.id, s.workspace_id AS "workspaceId", s.file_name AS "fileName", s.media_content_type AS "mediaContentType",
  s.media_size_bytes AS "mediaSizeBytes", s.is_begun AS "isBegun", s.error, s.created_at AS "createdAt",
  CASE WHEN s.status = 'open' AND s.expires_at <= clock_timestamp() THEN 'expired' ELSE s.status END AS status`;

const unusedUntil = `s.completed_at + make_interval(hours => ${uploadUnusedHours})`;

/**
 * Of a session `s`: when it is due to end (contract.md §3). Answers and clean-up go by this alone. An update of a published post
 * may name a file long after its assignment has ended; that takes nothing from the time that an unused file has.
 */
export const endsAt = `CASE s.status WHEN 'complete' THEN (
  SELECT CASE WHEN count(*) = 0 THEN ${unusedUntil}
              WHEN bool_and(${hasEnded}) THEN greatest(max(last.at) + make_interval(hours => ${uploadAfterUseHours}),
                                                       CASE WHEN bool_or(u.is_late) THEN ${unusedUntil} END) END
  FROM upload_uses u JOIN assignments a ON a.id = u.assignment_id CROSS JOIN LATERAL (
    SELECT max(e.at) AS at FROM assignment_events e WHERE e.assignment_id = a.id) last
  WHERE u.upload_session_id = s.id) ELSE s.expires_at END`;

export function initialize(sequelize: Sequelize): void {
  UploadSession.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      fileName: DataTypes.TEXT,
      mediaContentType: DataTypes.TEXT,
      mediaSizeBytes: DataTypes.BIGINT,
      status: { type: DataTypes.TEXT, defaultValue: 'open' },
      isBegun: { type: DataTypes.BOOLEAN, defaultValue: false },
      error: DataTypes.JSONB,
      expiresAt: DataTypes.DATE,
      completedAt: DataTypes.DATE,
      removedAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'upload_sessions' },
  );
}
