import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { pictureDays } from '../../domain/pictures/picture';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { asked } from '../database/fragments';
import { statement } from '../database/statement';

/**
 * The small picture of a post, and when it is to be read from its source (contract.md §2). The statements that create, change, publish
 * and take down a post say that; the columns of the assignment are copied, so that nothing here touches its row.
 */
export class PostPicture extends Model<InferAttributes<PostPicture>, InferCreationAttributes<PostPicture>> {
  declare assignmentId: string;
  declare workspaceId: string;
  declare connectionId: string;
  /** Null: there is nothing to be read. */
  declare nextAt: Date | null;
  /** In a row. */
  declare failedTries: CreationOptional<number>;
  /** Null, as the picture is: there is none. */
  declare readAt: CreationOptional<Date | null>;
  /** Another picture has another version. */
  declare version: CreationOptional<string | null>;
  /** A JPEG. */
  declare bytes: CreationOptional<Buffer | null>;

  /** The JPEG that is shown for an assignment, of this version; null: there is none, any more. */
  static async shown(assignmentId: string, version: string): Promise<Buffer | null> {
    return (await readShown.first({ assignmentId, version }))?.bytes ?? null;
  }
}

/** The version of a picture. */
export function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Of a picture `p` and the connection `c` of its post: it may be shown. */
const isShown = sql`p.read_at > now() - make_interval(days => ${constant(pictureDays)})
  AND (c.erase_posts_until IS NULL OR p.read_at > c.erase_posts_until)`;

/** The version of the picture that is shown for an assignment `a`; null: none. */
export const shownPicture = sql`(
  SELECT p.version FROM post_pictures p
  CROSS JOIN LATERAL (SELECT erase_posts_until FROM connections WHERE id = p.connection_id ${asked}) c
  WHERE p.assignment_id = a.id AND ${isShown}) AS "pictureVersion"`;
export const ShownPicture = z.string().nullable();

const readShown = statement(
  'pictures.readShown',
  z.strictObject({ bytes: z.instanceof(Buffer).nullable() }),
  sql`SELECT p.bytes FROM post_pictures p JOIN connections c ON c.id = p.connection_id
      WHERE p.assignment_id = ${param('assignmentId', 'uuid')} AND p.version = ${param('version', 'text')} AND ${isShown}`,
);

const columns = sql`post_pictures (assignment_id, workspace_id, connection_id, next_at)`;

/** The part of the statement that creates a post: its picture is read, if it has one. */
export const pictureBegun = <Binds>(created: Fragment, hasPicture: Fragment<Binds>) => sql`pictured AS (
  INSERT INTO ${columns} SELECT id, workspace_id, connection_id, now() FROM ${created} WHERE ${hasPicture})`;

/** The part of the statement that gives a post another picture: the earlier one is not shown any more. */
export const pictureReplaced = sql`pictured AS (
  INSERT INTO ${columns} SELECT id, workspace_id, connection_id, now() FROM stored
  ON CONFLICT (assignment_id) DO UPDATE
    SET next_at = excluded.next_at, failed_tries = 0, read_at = NULL, version = NULL, bytes = NULL)`;

/** The part of the statement that publishes a post: its picture is that of the platform. The earlier one is shown meanwhile. */
export const pictureLive = sql`pictured AS (
  INSERT INTO ${columns} SELECT id, workspace_id, connection_id, now() FROM stored
  ON CONFLICT (assignment_id) DO UPDATE SET next_at = excluded.next_at, failed_tries = 0)`;

/** The part of the statement that stores the end of a removal. */
export const pictureGone = sql`pictured AS (DELETE FROM post_pictures p USING stored s WHERE p.assignment_id = s.id)`;

export function initialize(sequelize: Sequelize): void {
  PostPicture.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      connectionId: DataTypes.UUID,
      nextAt: DataTypes.DATE,
      failedTries: { type: DataTypes.INTEGER, defaultValue: 0 },
      readAt: DataTypes.DATE,
      version: DataTypes.TEXT,
      bytes: DataTypes.BLOB,
    },
    { sequelize, tableName: 'post_pictures' },
  );
}
