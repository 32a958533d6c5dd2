import { Client } from 'pg';
import { migrate } from '../../../models/database/migrate';
import type { TestDatabase } from '../../support/servers/database';
import { untilSomebodyWaits } from '../../support/runs/interleave';

/**
 * Migrates while another process does, which ends when `meanwhile` is over.
 * @returns the migrations applied then
 */
export async function migrateBehind(
  database: TestDatabase,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const other = new Client(database.url);
  await other.connect();
  try {
    await other.query('SELECT pg_advisory_lock(7261954)');
    const waiting = migrate(database.sequelize, 'up');
    waiting.catch(() => undefined);
    await untilSomebodyWaits(database);
    await meanwhile();
    await other.query('SELECT pg_advisory_unlock(7261954)');
    return await waiting;
  } finally {
    await other.end();
  }
}
