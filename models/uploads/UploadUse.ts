import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Assignment } from '../assignments/Assignment';
import { rows, firstRow } from '../database/sql';
import type { Tenant } from '../database/Tenant';
import { UploadSession } from './UploadSession';

/** An assignment refers to the file of an upload session, which is kept for it (contract.md §3). */
export class UploadUse extends Model<InferAttributes<UploadUse>, InferCreationAttributes<UploadUse>> {
  declare assignmentId: string;
  declare uploadSessionId: string;
  /** Its assignment was published before it came to refer to the file. */
  declare isLate: CreationOptional<boolean>;

  /**
   * Finds those of the sessions whose file the workspace has. With a transaction, none of them ends before it does: the
   * clean-up leaves out locked sessions, and looks at the uses of those that it has locked itself.
   */
  static async claimable(
    { workspaceId }: Tenant,
    ids: readonly string[],
    transaction?: Transaction,
  ): Promise<UsableUpload[]> {
    if (ids.length === 0) return [];
    return rows(
      UploadSession,
      `SELECT s.id, s.media_content_type AS "mediaContentType", s.media_size_bytes AS "mediaSizeBytes"
       FROM upload_sessions s WHERE s.id = ANY($ids::uuid[]) AND s.workspace_id = $workspaceId AND s.status = 'complete'
       ORDER BY s.id ${transaction ? 'FOR SHARE' : ''}`,
      { ids, workspaceId },
      transaction,
    );
  }

  /** Those of the sessions that the assignment refers to. The transaction holds its row. */
  static async ofThese(
    { id: assignmentId }: Assignment,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const used = await rows<{ id: string }>(
      UploadUse,
      `SELECT upload_session_id AS id FROM upload_uses
       WHERE assignment_id = $assignmentId AND upload_session_id = ANY($ids::uuid[])`,
      { assignmentId, ids },
      transaction,
    );
    return used.map(({ id }) => id);
  }

  /** From now on the assignment refers to these and no others. The transaction has claimed them. */
  static async replace(
    { workspaceId }: Tenant,
    { assignmentId, ids }: { assignmentId: string; ids: readonly string[] },
    transaction: Transaction,
  ): Promise<void> {
    await rows(
      UploadUse,
      `WITH own AS (SELECT id, status FROM assignments WHERE id = $assignmentId AND workspace_id = $workspaceId),
       dropped AS (
         DELETE FROM upload_uses u USING own WHERE u.assignment_id = own.id AND u.upload_session_id <> ALL($ids::uuid[]))
       INSERT INTO upload_uses (assignment_id, upload_session_id, is_late)
       SELECT own.id, s.id, own.status = 'published' FROM own, upload_sessions s
       WHERE s.id = ANY($ids::uuid[]) AND s.workspace_id = $workspaceId ON CONFLICT DO NOTHING`,
      { workspaceId, assignmentId, ids },
      transaction,
    );
  }

  /**
   * Tells whether the files of these sessions that the assignment refers to still exist. They stay until the
   * transaction ends.
   */
  static async areThere(
    { id: assignmentId }: Assignment,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<boolean> {
    const used = await rows<{ status: string }>(
      UploadUse,
      `SELECT s.status FROM upload_sessions s WHERE s.id IN (
         SELECT u.upload_session_id FROM upload_uses u
         WHERE u.assignment_id = $assignmentId AND u.upload_session_id = ANY($ids::uuid[]))
       ORDER BY s.id FOR SHARE`,
      { assignmentId, ids },
      transaction,
    );
    return used.every(({ status }) => status === 'complete');
  }

  /** A session that the assignment refers to; undefined if it refers to no such one. */
  static async find(assignmentId: string, uploadSessionId: string): Promise<UsedUpload | undefined> {
    return firstRow(
      UploadUse,
      `SELECT s.id, s.media_size_bytes AS "mediaSizeBytes", s.status = 'complete' AS "isThere"
       FROM upload_uses u JOIN upload_sessions s ON s.id = u.upload_session_id
       WHERE u.assignment_id = $assignmentId AND u.upload_session_id = $uploadSessionId`,
      { assignmentId, uploadSessionId },
    );
  }
}

/** A file that an assignment may refer to. */
export type UsableUpload = Pick<InferAttributes<UploadSession>, 'id' | 'mediaContentType' | 'mediaSizeBytes'>;

/** A file that an assignment refers to. */
export interface UsedUpload {
  id: string;
  mediaSizeBytes: number;
  isThere: boolean;
}

export function initialize(sequelize: Sequelize): void {
  UploadUse.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      uploadSessionId: { type: DataTypes.UUID, primaryKey: true },
      isLate: { type: DataTypes.BOOLEAN, defaultValue: false },
    },
    { sequelize, tableName: 'upload_uses' },
  );
}
