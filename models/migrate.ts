import type { Sequelize } from 'sequelize';
import { SequelizeStorage, Umzug } from 'umzug';
import type { Migration } from './migrations/Migration';
import { spine } from './migrations/0001-spine';

export const migrations: readonly Migration[] = [spine];

/** Any number; two processes that migrate one database must only agree on it. */
const migrationLock = 7_261_954;

/**
 * Brings the schema up to the newest migration, or takes the newest `downSteps` back. Safe to call from several
 * processes at once: an advisory lock lets one work while the others wait and then find nothing to do.
 * @returns the names of the migrations that were run
 */
export async function migrate(sequelize: Sequelize, direction: 'up' | 'down', downSteps = 1): Promise<string[]> {
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: async () => runSql(sequelize, up),
      down: async () => runSql(sequelize, down),
    })),
    storage: new SequelizeStorage({ sequelize, tableName: 'schema_migrations' }),
    logger: undefined,
  });
  return sequelize.transaction(async (transaction) => {
    await sequelize.query('SELECT pg_advisory_xact_lock($lock)', { bind: { lock: migrationLock }, transaction });
    const done = direction === 'up' ? await umzug.up() : await umzug.down({ step: downSteps });
    return done.map(({ name }) => name);
  });
}

/** Whether the schema is at the newest migration; part of readiness. */
export async function isMigrated(sequelize: Sequelize): Promise<boolean> {
  const [rows] = await sequelize.query('SELECT name FROM schema_migrations ORDER BY name').catch(() => [[]]);
  return rows.length === migrations.length;
}

async function runSql(sequelize: Sequelize, sql: string): Promise<void> {
  await sequelize.transaction(async (transaction) => {
    await sequelize.query(sql, { transaction });
  });
}
