import { retireConnectionWorkflow } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { noteMoved } from '../../lib/noteMoved';
import { inTransaction } from '../../models/database';
import { OutboxEntry } from '../../models/OutboxEntry';
import { failOpenJobs, markRemoved, removalError } from '../../models/removedConnections';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';

/** More jobs than this are failed by the run that the removal starts. */
const jobsAtOnceMax = 200;

/**
 * Removes a connection: it is found no more, nothing new is published to it, and its jobs fail, but for those past
 * their point of no return. Its tokens stay until no job needs them; the run that gives them back and erases them is
 * promised in the same transaction (contract.md §4).
 * @throws ApiError 404
 */
export async function removeConnection({ deps, actor }: Context<Actor>, id: string): Promise<void> {
  const { jobs, outboxIds } = await inTransaction(deps.sequelize, async (transaction) => {
    const removal = await markRemoved(actor.workspaceId, id, transaction);
    if (removal === null) throw notFound('connection');
    const failed = await failOpenJobs({ connectionId: id, removal }, jobsAtOnceMax, transaction);
    const run = { workflow: retireConnectionWorkflow, subjectId: id, generation: removal };
    const retirement = await OutboxEntry.add({ kind: 'start', ...run }, transaction);
    failpoint('removal.written');
    return { jobs: failed.jobs, outboxIds: [...failed.outboxIds, retirement] };
  });
  failpoint('removal.committed');
  deps.logger.info({ connectionId: id, failedJobs: jobs.length }, 'connection removed');
  for (const job of jobs) noteMoved(deps, job, { to: 'failed', error: removalError });
  deps.dispatch(outboxIds);
}
