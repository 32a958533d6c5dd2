import type { Workshop } from '../../Bench';
import { runLoad } from '../../load/runLoad';
import { logStatements } from '../../statementLog';
import type { Caller } from '../create/caller';
import { readStatements } from './readStatements';
import type { Statement } from './readStatements';

const account = 'credit_accounts';

/**
 * The statements by which the service holds credits when it accepts a job. They are read from the database's own log,
 * so that they are always the service's and never a copy.
 * @throws Error when none is found
 */
export async function captureHold(
  workshop: Workshop,
  databaseUrl: string,
  caller: Caller,
): Promise<readonly Statement[]> {
  const load = { targets: [caller.target], count: 1, concurrency: 1 };
  const log = await logStatements(workshop, databaseUrl, async () => runLoad(workshop.processes, load));
  const onAccount = readStatements(log).filter(({ text }) => text.includes(account));
  const last = onAccount.findLastIndex(({ text }) => text.includes('INSERT'));
  const [check, hold] = onAccount.slice(last - 1, last + 1);
  if (last < 1 || !check || !hold) throw new Error('no hold of credits was seen in the log of the database');
  return [check, hold];
}
