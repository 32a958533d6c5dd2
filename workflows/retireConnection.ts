import { proxyActivities } from '@temporalio/workflow';
import type { RetirementActivities } from '../activities/index';
import { paced } from '../domain/pace';
import { platformQueue } from '../domain/workflowContract';
import type { ConnectionRemoval } from '../domain/workflowContract';
import { traced } from './traced';

/**
 * Sees a removed connection to its end. The wait for its last assignments is the activity's (`nextRetryDelay`), and so is the
 * moment at which it waits no longer.
 */
export async function retireConnection(removal: ConnectionRemoval): Promise<void> {
  const { retire } = proxyActivities<RetirementActivities>({
    taskQueue: platformQueue(removal.platform),
    startToCloseTimeout: '2m',
    heartbeatTimeout: paced(15_000),
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '5m' },
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    summary: 'revoke the tokens once no assignment needs them',
  });
  await retire(traced(removal));
}
