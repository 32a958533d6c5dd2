import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { withoutUnstorable } from '../../domain/payload/text';
import type { ListItem } from '../../platforms/ChannelLists';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Connection } from './Connection';

const Kept = z.strictObject({
  items: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  fetchedAt: z.date(),
});
export type KeptList = z.infer<typeof Kept>;

const over = sql`now() - interval '1 hour'`;

const readKept = statement(
  'channelLists.kept',
  Kept,
  sql`SELECT items, fetched_at AS "fetchedAt" FROM channel_lists
      WHERE connection_id = ${param('connectionId', 'uuid')} AND name = ${param('name', 'text')} AND fetched_at > ${over}`,
);

const keep = statement(
  'channelLists.keep',
  Kept,
  sql`INSERT INTO channel_lists (connection_id, name, items)
      SELECT id, ${param('name', 'text')}, ${param('items', 'jsonb')} FROM connections
      WHERE id = ${param('connectionId', 'uuid')} AND removed_at IS NULL AND data_erased_at IS NULL
      ON CONFLICT (connection_id, name) DO UPDATE SET items = excluded.items, fetched_at = excluded.fetched_at
      RETURNING items, fetched_at AS "fetchedAt"`,
);

const removeOver = command(
  'channelLists.removeExpired',
  sql`DELETE FROM channel_lists WHERE ctid IN (
        SELECT ctid FROM channel_lists WHERE fetched_at < ${over} ORDER BY fetched_at LIMIT ${param('limit', 'bigint')})`,
);

/** A list of a channel as its platform told it within the last hour: what a person picks from. */
export class ChannelList extends Model<InferAttributes<ChannelList>, InferCreationAttributes<ChannelList>> {
  declare connectionId: string;
  /** The kind of list, with the region of one that depends on a region. */
  declare name: string;
  declare items: ListItem[];
  declare fetchedAt: Date;

  /** The list that was read within the last hour. */
  static async kept({ id: connectionId }: Pick<Connection, 'id'>, name: string): Promise<KeptList | undefined> {
    return readKept.first({ connectionId, name });
  }

  /** Keeps a list that was just read, in place of an earlier one. @returns undefined for a connection that is removed */
  static async keep(
    { id: connectionId }: Pick<Connection, 'id'>,
    name: string,
    items: readonly ListItem[],
  ): Promise<KeptList | undefined> {
    const storable = items.map(({ id, title }) => ({ id, title: withoutUnstorable(title) }));
    return keep.first({ connectionId, name, items: JSON.stringify(storable) });
  }

  /** Removes up to `limit` lists that are older. @returns the number of rows */
  static async removeExpired(limit: number): Promise<number> {
    return removeOver.run({ limit });
  }
}

export function initialize(sequelize: Sequelize): void {
  ChannelList.init(
    {
      connectionId: { type: DataTypes.UUID, primaryKey: true },
      name: { type: DataTypes.TEXT, primaryKey: true },
      items: DataTypes.JSONB,
      fetchedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'channel_lists' },
  );
}
