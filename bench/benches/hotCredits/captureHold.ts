import type { Workshop } from '../../Bench';
import { runLoad } from '../../load/runLoad';
import { logStatements } from '../../statementLog';
import type { Caller } from '../create/caller';
import { readStatements } from './readStatements';
import type { Statement } from './readStatements';

const account = 'credit_accounts';

/**
 * The statement by which the service holds credits when it accepts a job on a channel that it knows. It is read from the
 * database's own log, so that it is always the service's and never a copy.
 * @throws Error when none is found
 */
export async function captureHold(workshop: Workshop, databaseUrl: string, caller: Caller): Promise<Statement> {
  const load = { targets: [caller.target], count: 1, concurrency: 1 };
  const log = await logStatements(workshop, databaseUrl, async () => runLoad(workshop.processes, load));
  const hold = readStatements(log).findLast(({ text }) => text.includes(account) && text.includes('INSERT'));
  if (!hold) throw new Error('no hold of credits was seen in the log of the database');
  return hold;
}
