import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../Bench';
import { until } from '../tools/until';
import { withDatabase } from '../tools/withDatabase';

/** @returns the database's log of the time in which `work` runs, each statement of every program included */
export async function logStatements(
  { dir }: Pick<Workshop, 'dir'>,
  databaseUrl: string,
  work: () => Promise<unknown>,
): Promise<string> {
  await setLogging(databaseUrl, 'all');
  const [, log] = await logBetween({ dir }, databaseUrl, work, 'the database does not log its statements');
  await setLogging(databaseUrl, 'none');
  return log;
}

/** @returns what the work has brought, and what the database has logged meanwhile: it has to log at least one statement of no use */
export async function logBetween<T>(
  { dir }: Pick<Workshop, 'dir'>,
  databaseUrl: string,
  work: () => Promise<T>,
  fault = 'the database logs nothing',
): Promise<[done: T, log: string]> {
  const file = join(dir, 'logs', 'postgres.log');
  const from = await mark(file, databaseUrl, fault);
  const done = await work();
  const to = await mark(file, databaseUrl, fault);
  return [done, readFileSync(file, 'utf8').slice(from, to)];
}

async function setLogging(databaseUrl: string, what: 'all' | 'none'): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET log_statement = '${what}'`);
    await client.query('SELECT pg_reload_conf()');
  });
}

/** Sends a statement that no other program sends. @returns where it is in the log, which shows that statements are logged */
async function mark(file: string, databaseUrl: string, fault: string): Promise<number> {
  const name = randomUUID();
  const find = async (): Promise<number | undefined> => {
    await withDatabase(databaseUrl, async (client) => client.query(`SELECT '${name}'`));
    const found = readFileSync(file, 'utf8').indexOf(name);
    return found < 0 ? undefined : found;
  };
  return until(find, { limitMs: 10_000, pollMs: 100, complaint: () => fault });
}

const sent = /^\d{4}-\S+ \S+ \S+ \[(\d+)\] LOG: {2}(?:statement|execute [^:]+): /gm;

/** The number of statements that these processes of the database were sent, by its log; transactions included. */
export function countStatements(log: string, pids: ReadonlySet<number>): number {
  return [...log.matchAll(sent)].filter(([, pid]) => pids.has(Number(pid))).length;
}
