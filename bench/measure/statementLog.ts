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
  const file = join(dir, 'logs', 'postgres.log');
  await setLogging(databaseUrl, 'all');
  const from = await mark(file, databaseUrl);
  await work();
  const to = await mark(file, databaseUrl);
  await setLogging(databaseUrl, 'none');
  return readFileSync(file, 'utf8').slice(from, to);
}

async function setLogging(databaseUrl: string, what: 'all' | 'none'): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET log_statement = '${what}'`);
    await client.query('SELECT pg_reload_conf()');
  });
}

/** Sends a statement that no other program sends. @returns where it is in the log, which shows that statements are logged */
async function mark(file: string, databaseUrl: string): Promise<number> {
  const name = randomUUID();
  const find = async (): Promise<number | undefined> => {
    await withDatabase(databaseUrl, async (client) => client.query(`SELECT '${name}'`));
    const found = readFileSync(file, 'utf8').indexOf(name);
    return found < 0 ? undefined : found;
  };
  return until(find, { limitMs: 10_000, pollMs: 100, complaint: () => 'the database does not log its statements' });
}

const sent = /^\d{4}-\S+ \S+ \S+ \[(\d+)\] LOG: {2}(?:statement|execute [^:]+): /gm;

/** The number of statements that these processes of the database were sent, by its log; transactions included. */
export function countStatements(log: string, pids: ReadonlySet<number>): number {
  return [...log.matchAll(sent)].filter(([, pid]) => pids.has(Number(pid))).length;
}
