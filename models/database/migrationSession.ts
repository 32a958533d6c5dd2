import { setTimeout as delay } from 'node:timers/promises';
import type { Sequelize } from 'sequelize';
import { DatabaseClient } from './DatabaseClient';

/** A connection for one migration alone: its locks end with the connection, also where the process dies. */
export interface MigrationSession {
  /** The process of the server. */
  readonly pid: number;
  query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
}

/** The time between two tries to get a lock, for which no statement may wait. */
const againMs = 500;

/**
 * Does the work on one connection of the pool, without limits of time. A pooler between must keep the connection, too.
 */
export async function withSession<T>(
  sequelize: Sequelize,
  work: (session: MigrationSession) => Promise<T>,
): Promise<T> {
  const client: unknown = await sequelize.connectionManager.getConnection({ type: 'write', useMaster: true });
  if (!(client instanceof DatabaseClient)) throw new Error('the pool has connections of another kind');
  const query: MigrationSession['query'] = async (sql, values = []) => (await client.query(sql, [...values])).rows;
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    const [self] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return await work({ pid: self?.pid ?? 0, query });
  } finally {
    // The connection has settings and perhaps locks of its own: it does not go back to the pool.
    await sequelize.connectionManager.destroyConnection(client);
  }
}

/** Waits for a lock, works, and gives the lock back. If the work fails, the lock ends with the session. */
export async function holding<T>({ query }: MigrationSession, lock: number, work: () => Promise<T>): Promise<T> {
  await query('SELECT pg_advisory_lock($1)', [lock]);
  const done = await work();
  await query('SELECT pg_advisory_unlock($1)', [lock]);
  return done;
}

/**
 * As `holding`, for work that builds an index concurrently. Such work waits for all older statements: also for a
 * statement that waits for the lock. So the lock is asked for, and not waited for.
 */
export async function holdingQuietly<T>({ query }: MigrationSession, lock: number, work: () => Promise<T>): Promise<T> {
  while (!(await query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lock]))[0]?.got)
    await delay(againMs);
  const done = await work();
  await query('SELECT pg_advisory_unlock($1)', [lock]);
  return done;
}

/** Gives a lock back while it works. */
export async function letting<T>({ query }: MigrationSession, lock: number, work: () => Promise<T>): Promise<T> {
  await query('SELECT pg_advisory_unlock($1)', [lock]);
  const done = await work();
  await query('SELECT pg_advisory_lock($1)', [lock]);
  return done;
}
