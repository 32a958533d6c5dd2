import type { Sequelize, Transaction } from 'sequelize';
import { Umzug } from 'umzug';
import type { UmzugStorage } from 'umzug';
import { migrations } from './migrations/index';
import { appliedMigrations } from './schemaVersion';

/** Any number; two processes that migrate one database must only agree on it. */
const migrationLock = 7_261_954;

/**
 * Brings the schema up to the newest migration, or takes the newest `downSteps` back, all in one transaction: a process
 * that dies leaves nothing half done. Safe to call from several processes at once: an advisory lock lets one work while
 * the others wait and then find nothing to do.
 * @returns the names of the migrations that were run
 */
export async function migrate(sequelize: Sequelize, direction: 'up' | 'down', downSteps = 1): Promise<string[]> {
  return sequelize.transaction(async (transaction) => {
    await waitForTurn(sequelize, transaction);
    const umzug = new Umzug({
      migrations: migrations.map(({ name, up, down }) => ({
        name,
        up: async () => sequelize.query(up, { transaction }),
        down: async () => sequelize.query(down, { transaction }),
      })),
      storage: storageIn(sequelize, transaction),
      logger: undefined,
    });
    const done = direction === 'up' ? await umzug.up() : await umzug.down({ step: downSteps });
    return done.map(({ name }) => name);
  });
}

/** The turn may be long in coming and the migrations long in running; a lock on a table is still not waited for forever. */
async function waitForTurn(sequelize: Sequelize, transaction: Transaction): Promise<void> {
  await sequelize.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0', { transaction });
  await sequelize.query('SELECT pg_advisory_xact_lock($lock)', { bind: { lock: migrationLock }, transaction });
  await sequelize.query('SET LOCAL lock_timeout TO DEFAULT', { transaction });
}

/** The record of what was run, written in the transaction that runs it. */
function storageIn(sequelize: Sequelize, transaction: Transaction): UmzugStorage {
  const write = async (sql: string, name: string): Promise<void> => {
    await sequelize.query(sql, { bind: { name }, transaction });
  };
  return {
    logMigration: async ({ name }) => write('INSERT INTO schema_migrations (name) VALUES ($name)', name),
    unlogMigration: async ({ name }) => write('DELETE FROM schema_migrations WHERE name = $name', name),
    executed: async () => {
      await sequelize.query('CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY)', { transaction });
      return appliedMigrations(sequelize, transaction);
    },
  };
}
