import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

const takeTurn = command(
  'collections.takeTurn',
  sql`INSERT INTO collection_turns AS t (connection_id, name, lease_until)
      SELECT a.connection_id, ${param('name', 'text')}, clock_timestamp() + make_interval(secs => ${param('seconds', 'float8')})
      FROM assignments a WHERE a.id = ${param('assignmentId', 'uuid')}
      ON CONFLICT (connection_id, name) DO UPDATE SET lease_until = excluded.lease_until
        WHERE t.lease_until <= clock_timestamp()`,
);

/**
 * The turn to make a collection of a name on a channel, such as a playlist. Two posts that name the same new playlist make it once:
 * one makes it, and the other finds it when the turn is over. A platform may list a new playlist late, so a turn only runs out.
 */
export class CollectionTurn extends Model<InferAttributes<CollectionTurn>, InferCreationAttributes<CollectionTurn>> {
  declare connectionId: string;
  declare name: string;
  declare leaseUntil: Date;

  /** @returns false while another try has the turn, or may still have its effect */
  static async take(assignmentId: string, name: string, forMs: number): Promise<boolean> {
    return (await takeTurn.run({ assignmentId, name, seconds: forMs / 1000 })) > 0;
  }
}

export function initialize(sequelize: Sequelize): void {
  CollectionTurn.init(
    {
      connectionId: { type: DataTypes.UUID, primaryKey: true },
      name: { type: DataTypes.TEXT, primaryKey: true },
      leaseUntil: DataTypes.DATE,
    },
    { sequelize, tableName: 'collection_turns' },
  );
}
