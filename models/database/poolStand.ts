import type { Sequelize } from 'sequelize';
import { z } from 'zod';
import type { PoolStand } from '../../lib/metrics/readings';

/** The counts of Sequelize's pool, which its types leave out. */
const Pool = z.object({ using: z.int(), available: z.int(), waiting: z.int(), maxSize: z.int() });

/** The connections of this process to the database, now. */
export function poolStand({ connectionManager }: Sequelize): PoolStand {
  const { using: used, available: idle, waiting, maxSize: max } = Pool.parse(Reflect.get(connectionManager, 'pool'));
  return { used, idle, waiting, max };
}
