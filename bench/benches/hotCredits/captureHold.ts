import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../../Bench';
import { runLoad } from '../../load/runLoad';
import { until } from '../../until';
import { withDatabase } from '../../withDatabase';
import type { Caller } from '../create/caller';
import { readStatements } from './readStatements';
import type { Statement } from './readStatements';

const account = 'credit_accounts';

/**
 * What the service sends to the database to hold credits when it accepts a job, read from the database's own log: the
 * statements are the service's, whatever they become, and not a copy of them.
 * @throws Error when none is found
 */
export async function captureHold(
  { processes, dir }: Workshop,
  databaseUrl: string,
  caller: Caller,
): Promise<readonly Statement[]> {
  const log = join(dir, 'logs', 'postgres.log');
  const before = readFileSync(log, 'utf8').length;
  await setLogging(databaseUrl, 'all');
  await runLoad(processes, { targets: [caller.target], count: 1, concurrency: 1 });
  await setLogging(databaseUrl, 'none');
  return until(
    () => {
      const sent = readStatements(readFileSync(log, 'utf8').slice(before));
      const last = sent.findLastIndex(({ text }) => text.includes(account) && text.includes('INSERT'));
      if (last < 0) return undefined;
      const [check, hold] = sent
        .slice(0, last + 1)
        .filter(({ text }) => text.includes(account))
        .slice(-2);
      return check && hold && [check, hold];
    },
    { limitMs: 10_000, pollMs: 100, complaint: () => 'no hold of credits was seen in the log of the database' },
  );
}

async function setLogging(databaseUrl: string, what: 'all' | 'none'): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET log_statement = '${what}'`);
    await client.query('SELECT pg_reload_conf()');
  });
}
