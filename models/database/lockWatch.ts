import { setTimeout as delay } from 'node:timers/promises';
import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize';
import type { MigrationSession } from './migrationSession';

/** The longest that a table in use may be locked, since its callers wait meanwhile. */
export const lockedMsMax = 1_000;
const lookMs = 100;
/** The locks with which nothing can be written, at the least. */
const strongModes = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/** The tables that have rows. */
export async function tablesInUse({ query }: MigrationSession): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migrations'`,
  );
  if (tables.length === 0) return [];
  const each = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  return (await query<{ name: string }>(each.join(' UNION ALL '))).map(({ name }) => name);
}

export interface LockWatch {
  /**
   * Ends the watch: before the commit, and after failed work.
   * @returns the table that was locked for too long, for which the work was cancelled; null: no table was
   */
  end: () => Promise<string | null>;
}

/**
 * Watches a connection from another connection, and cancels its statement once it has locked a table for too long.
 * @param tables the tables in use
 */
export function watchLocks(sequelize: Sequelize, { pid }: MigrationSession, tables: readonly string[]): LockWatch {
  const stopping = new AbortController();
  const watching = tables.length === 0 ? Promise.resolve(null) : watch(sequelize, { pid, tables }, stopping.signal);
  // `end` handles the rejection.
  watching.catch(() => undefined);
  return {
    end: async () => {
      stopping.abort();
      return watching;
    },
  };
}

async function watch(
  sequelize: Sequelize,
  { pid, tables }: { pid: number; tables: readonly string[] },
  signal: AbortSignal,
): Promise<string | null> {
  const since = new Map<string, number>();
  while (!signal.aborted) {
    for (const name of await lockedBy(sequelize, pid, tables)) {
      const sinceMs = since.get(name) ?? performance.now();
      since.set(name, sinceMs);
      if (performance.now() - sinceMs <= lockedMsMax) continue;
      await sequelize.query('SELECT pg_cancel_backend($pid)', { bind: { pid } });
      return name;
    }
    await delay(lookMs, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

async function lockedBy(sequelize: Sequelize, pid: number, tables: readonly string[]): Promise<string[]> {
  const rows = await sequelize.query<{ name: string }>(
    `SELECT DISTINCT relation::regclass::text AS name FROM pg_locks
     WHERE pid = $pid AND granted AND relation::regclass::text = ANY($tables) AND mode = ANY($modes)`,
    { bind: { pid, tables, modes: strongModes }, type: QueryTypes.SELECT },
  );
  return rows.map(({ name }) => name);
}
