import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import { uploadSessionStatuses } from '../../domain/uploadSession';
import type { Assignment } from '../assignments/Assignment';
import { param, sql } from '../database/fragment';
import { isAmong } from '../database/fragments';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

const workspaceId = param('workspaceId', 'uuid');
const assignmentId = param('assignmentId', 'uuid');

const Usable = z.strictObject({ id: z.uuid(), mediaContentType: z.string(), mediaSizeBytes: z.int() });
const usable = sql`SELECT s.id, s.media_content_type AS "mediaContentType", s.media_size_bytes AS "mediaSizeBytes"
      FROM upload_sessions s WHERE ${isAmong(sql`s.id`)} AND s.workspace_id = ${workspaceId} AND s.status = 'complete'
      ORDER BY s.id`;
const claimable = statement('uploads.claimable', Usable, usable);
const claim = statement('uploads.claim', Usable, sql`${usable} FOR SHARE`);

const usedOfThese = statement(
  'uploads.usedOfThese',
  z.strictObject({ id: z.uuid() }),
  sql`SELECT upload_session_id AS id FROM upload_uses
      WHERE assignment_id = ${assignmentId} AND ${isAmong(sql`upload_session_id`)}`,
);

const replaceUses = command(
  'uploads.replaceUses',
  sql`WITH own AS (SELECT id, status FROM assignments WHERE id = ${assignmentId} AND workspace_id = ${workspaceId}),
      dropped AS (
        DELETE FROM upload_uses u USING own
        WHERE u.assignment_id = own.id AND u.upload_session_id <> ALL(${param('ids', 'uuid[]')}))
      INSERT INTO upload_uses (assignment_id, upload_session_id, is_late)
      SELECT own.id, s.id, own.status = 'published' FROM own, upload_sessions s
      WHERE ${isAmong(sql`s.id`)} AND s.workspace_id = ${workspaceId} ON CONFLICT DO NOTHING`,
);

const holdUsed = statement(
  'uploads.holdUsed',
  z.strictObject({ status: z.enum(uploadSessionStatuses) }),
  sql`SELECT s.status FROM upload_sessions s WHERE s.id IN (
        SELECT u.upload_session_id FROM upload_uses u
        WHERE u.assignment_id = ${assignmentId} AND ${isAmong(sql`u.upload_session_id`)})
      ORDER BY s.id FOR SHARE`,
);

const Used = z.strictObject({ id: z.uuid(), mediaSizeBytes: z.int(), isThere: z.boolean() });
const findUsed = statement(
  'uploads.findUsed',
  Used,
  sql`SELECT s.id, s.media_size_bytes AS "mediaSizeBytes", s.status = 'complete' AS "isThere"
      FROM upload_uses u JOIN upload_sessions s ON s.id = u.upload_session_id
      WHERE u.assignment_id = ${assignmentId} AND u.upload_session_id = ${param('uploadSessionId', 'uuid')}`,
);

/** The use of an upload session's file by an assignment, for which the file is kept (contract.md §3). */
export class UploadUse extends Model<InferAttributes<UploadUse>, InferCreationAttributes<UploadUse>> {
  declare assignmentId: string;
  declare uploadSessionId: string;
  /** The assignment was published before it referred to the file. */
  declare isLate: CreationOptional<boolean>;

  /**
   * Finds the given sessions whose file the workspace has. With a transaction, no session ends before the transaction:
   * the clean-up leaves out locked sessions, and looks at the uses of sessions that it has locked itself.
   */
  static async claimable(
    { workspaceId }: Tenant,
    ids: readonly string[],
    transaction?: Transaction,
  ): Promise<UsableUpload[]> {
    if (ids.length === 0) return [];
    return transaction ? claim.all({ ids, workspaceId }, transaction) : claimable.all({ ids, workspaceId });
  }

  /** The given sessions that the assignment refers to. The transaction holds the assignment's row. */
  static async ofThese(
    { id: assignmentId }: Assignment,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const used = await usedOfThese.all({ assignmentId, ids }, transaction);
    return used.map(({ id }) => id);
  }

  /** Makes the assignment refer to these sessions and no others. The transaction has claimed them. */
  static async replace(
    { workspaceId }: Tenant,
    { assignmentId, ids }: { assignmentId: string; ids: readonly string[] },
    transaction: Transaction,
  ): Promise<void> {
    await replaceUses.run({ workspaceId, assignmentId, ids }, transaction);
  }

  /**
   * Tells whether the files of the given sessions that the assignment refers to still exist. The files stay until the
   * transaction ends.
   */
  static async areThere(
    { id: assignmentId }: Assignment,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<boolean> {
    const used = await holdUsed.all({ assignmentId, ids }, transaction);
    return used.every(({ status }) => status === 'complete');
  }

  /** A session that the assignment refers to; undefined if it does not refer to the session. */
  static async find(assignmentId: string, uploadSessionId: string): Promise<UsedUpload | undefined> {
    return findUsed.first({ assignmentId, uploadSessionId });
  }
}

/** A file that an assignment may refer to. */
export type UsableUpload = z.infer<typeof Usable>;

/** A file that an assignment refers to. */
export type UsedUpload = z.infer<typeof Used>;

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
