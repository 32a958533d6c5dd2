import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize';
import { migrations } from '../migrations/index';

/** Tells whether the schema has every migration that this code knows; part of readiness. A newer one may have more. */
export async function isMigrated(sequelize: Sequelize): Promise<boolean> {
  const done = await appliedMigrations(sequelize).catch((): string[] => []);
  return migrations.every(({ name }) => done.includes(name));
}

/** The names of the migrations that were run, oldest first. @throws when the schema was never migrated */
async function appliedMigrations(sequelize: Sequelize): Promise<string[]> {
  const rows = await sequelize.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name', {
    type: QueryTypes.SELECT,
  });
  return rows.map(({ name }) => name);
}
