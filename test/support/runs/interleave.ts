import { Client } from 'pg';
import type { TestDatabase } from '../servers/database';
import { until } from '../until';

/**
 * Fixes the order of two transactions: `first` does its work and stays open, `second` is started and gets as far as
 * waiting for a lock, then `first` commits.
 * @returns the result of `second`
 */
export async function interleave<T>(
  database: TestDatabase,
  first: (client: Client) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  const client = new Client(database.url);
  await client.connect();
  try {
    await client.query('BEGIN');
    await first(client);
    const running = second();
    running.catch(() => undefined);
    await untilSomebodyWaits(database);
    await client.query('COMMIT');
    return await running;
  } finally {
    await client.end();
  }
}

/** Until a transaction of this database waits for a lock. */
export async function untilSomebodyWaits(database: TestDatabase): Promise<void> {
  await until(async () => {
    const waiting = await database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  });
}
