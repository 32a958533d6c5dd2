import type { Workshop } from '../Bench';
import { logBetween } from './statementLog';
import { withDatabase } from '../tools/withDatabase';

/** Does the work, and adds up what it costs. */
export type Meter = <T>(work: () => Promise<T>) => Promise<[done: T, cost: number]>;

/**
 * Prepares a database to count the pages that statements read, by its module `auto_explain`. Connections that were open are ended:
 * the module is loaded into those that come after.
 * @returns the meter of pages: all that the statements of every program read meanwhile, in memory or not. No load of the machine
 *   changes them. It makes the statements slower
 */
export async function openPageMeter(workshop: Pick<Workshop, 'dir'>, databaseUrl: string): Promise<Meter> {
  const set = async (settings: Readonly<Record<string, string>>): Promise<void> =>
    withDatabase(databaseUrl, async (client) => {
      await client.query(`LOAD 'auto_explain'`);
      for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
      await client.query('SELECT pg_reload_conf()');
    });
  await set({
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_min_duration': '-1',
  });
  await withDatabase(databaseUrl, async (client) => {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  });
  return async (work) => {
    await set({ 'auto_explain.log_min_duration': '0' });
    const [done, log] = await logBetween(workshop, databaseUrl, work);
    await set({ 'auto_explain.log_min_duration': '-1' });
    return [done, countPages(log)];
  };
}

const plan = /^\d{4}-\S+ \S+ \S+ \[\d+\] LOG: {2}duration: \S+ ms {2}plan:$/m;
const pages = /"Shared Hit Blocks": (\d+),\s+"Shared Read Blocks": (\d+)/;

/** The pages that the statements in a log have read: the node at the top of a plan comes first, and counts for all below it. */
export function countPages(log: string): number {
  return log
    .split(plan)
    .slice(1)
    .map((entry) => pages.exec(entry))
    .reduce((sum, found) => sum + Number(found?.[1] ?? 0) + Number(found?.[2] ?? 0), 0);
}
