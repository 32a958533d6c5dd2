import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import { pictureDays } from '../../domain/pictures/picture';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { asked, isAmong } from '../database/fragments';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

/**
 * The small picture of a post or of a channel, and when it is to be read from its source (contract.md §2). The statements that create,
 * change, publish and take down a post, and that connect a channel, set that time; the columns are copied, so that nothing here touches the
 * row of an assignment.
 */
export class KeptPicture extends Model<InferAttributes<KeptPicture>, InferCreationAttributes<KeptPicture>> {
  /** Of the assignment, or, for the picture of a channel, of the connection. */
  declare id: string;
  declare workspaceId: string;
  declare connectionId: string;
  /** Null for the picture of a channel. The database derives it, as the next one. */
  declare assignmentId: CreationOptional<string | null>;
  /** Null for the picture of a post. */
  declare channelId: CreationOptional<string | null>;
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

  /** The JPEG that is shown for an assignment or a connection, of this version; null: there is none, any more. */
  static async shown(id: string, version: string): Promise<Buffer | null> {
    return (await readShown.first({ id, version }))?.bytes ?? null;
  }

  /** The versions of the pictures that are shown for connections of a tenant, by their ids; a connection without a picture is left out. */
  static async ofChannels({ workspaceId }: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    return new Map(
      (await readOfChannels.all({ workspaceId, ids })).flatMap(({ id, version }) => (version ? [[id, version]] : [])),
    );
  }

  /** A channel was connected: its picture is read. The earlier one is shown meanwhile, unless the channel has none now. */
  static async channelConnected(connectionId: string, transaction: Transaction): Promise<void> {
    await channelConnected.run({ id: connectionId }, transaction);
  }
}

/** The version of a picture. */
export function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Of a picture `p` and its connection `o`: it may be shown. */
const isShown = sql`p.read_at > now() - make_interval(days => ${constant(pictureDays)})
  AND (o.erase_posts_until IS NULL OR p.read_at > o.erase_posts_until)`;

/** The version of the picture that is shown for an assignment `a`; null: none. */
export const shownPicture = sql`(
  SELECT p.version FROM pictures p
  CROSS JOIN LATERAL (SELECT erase_posts_until FROM connections WHERE id = p.connection_id ${asked}) o
  WHERE p.id = a.id AND ${isShown}) AS "pictureVersion"`;
export const ShownPicture = z.string().nullable();
/** The version of the picture that is shown for a connection `c`; null: none. */
export const shownOfChannel = sql`(
  SELECT p.version FROM pictures p, (SELECT c.erase_posts_until) o WHERE p.id = c.id AND ${isShown})`;

const readShown = statement(
  'pictures.readShown',
  z.strictObject({ bytes: z.instanceof(Buffer).nullable() }),
  sql`SELECT p.bytes FROM pictures p JOIN connections o ON o.id = p.connection_id
      WHERE p.id = ${param('id', 'uuid')} AND p.version = ${param('version', 'text')} AND ${isShown}`,
);

const readOfChannels = statement(
  'pictures.ofChannels',
  z.strictObject({ id: z.uuid(), version: z.string().nullable() }),
  sql`SELECT p.id, p.version FROM pictures p JOIN connections o ON o.id = p.connection_id
      WHERE ${isAmong(sql`p.id`)} AND p.workspace_id = ${param('workspaceId', 'uuid')} AND ${isShown}`,
);

const columns = sql`pictures (id, workspace_id, connection_id, next_at)`;
/** The picture is read (again). The earlier one is shown meanwhile. */
const readAnew = sql`ON CONFLICT (id) DO UPDATE SET next_at = excluded.next_at, failed_tries = 0`;

const channelConnected = command(
  'pictures.channelConnected',
  sql`WITH channel AS (SELECT * FROM connections WHERE id = ${param('id', 'uuid')}),
        without AS (DELETE FROM pictures p USING channel c WHERE p.id = c.id AND c.thumbnail_url IS NULL)
      INSERT INTO ${columns} SELECT id, workspace_id, id, now() FROM channel WHERE thumbnail_url IS NOT NULL ${readAnew}`,
);

/** The part of the statement that creates a post: its picture is read, if it has one. */
export const pictureBegun = <Binds>(created: Fragment, hasPicture: Fragment<Binds>) => sql`pictured AS (
  INSERT INTO ${columns} SELECT id, workspace_id, connection_id, now() FROM ${created} WHERE ${hasPicture})`;

/** The part of the statement that gives a post another picture: the earlier one is not shown any more. */
export const pictureReplaced = sql`pictured AS (
  INSERT INTO ${columns} SELECT id, workspace_id, connection_id, now() FROM stored
  ${readAnew}, read_at = NULL, version = NULL, bytes = NULL)`;

/** The part of the statement that publishes a post: the platform has its picture. */
export const pictureLive = sql`pictured AS (
  INSERT INTO ${columns} SELECT id, workspace_id, connection_id, now() FROM stored ${readAnew})`;

/** The part of the statement that stores the end of a removal. */
export const pictureGone = sql`pictured AS (DELETE FROM pictures p USING stored s WHERE p.id = s.id)`;

export function initialize(sequelize: Sequelize): void {
  KeptPicture.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      connectionId: DataTypes.UUID,
      assignmentId: DataTypes.UUID,
      channelId: DataTypes.UUID,
      nextAt: DataTypes.DATE,
      failedTries: { type: DataTypes.INTEGER, defaultValue: 0 },
      readAt: DataTypes.DATE,
      version: DataTypes.TEXT,
      bytes: DataTypes.BLOB,
    },
    { sequelize, tableName: 'pictures' },
  );
}
