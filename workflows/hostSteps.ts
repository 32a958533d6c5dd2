import { proxyActivities } from '@temporalio/workflow';
import type { HostActivities, MediaActivities } from '../activities/index';
import { paced } from '../domain/pace';
import { stepGivenUpAfterMs } from '../domain/stepLimits';
import { hostsQueue, mediaQueue } from '../domain/workflowContract';
import type { PublishJob } from '../domain/workflowContract';

/**
 * There is no limit of tries or of total time here: those are counted in the database, where they survive a new
 * generation.
 */
export const retriedOptions = {
  heartbeatTimeout: paced(15_000),
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
} as const;

/** The steps that ask the hosts of addresses that a caller has named, on a queue of their own. */
export function hostSteps({ platform }: PublishJob): HostActivities & Pick<MediaActivities, 'renewMedia'> {
  const doing = (summary: string, taskQueue = hostsQueue(platform)) =>
    proxyActivities<HostActivities & MediaActivities>({
      ...retriedOptions,
      taskQueue,
      startToCloseTimeout: stepGivenUpAfterMs,
      // At the scheduled time the post goes live: a host that hangs is not waited for, and its late effects are fenced.
      cancellationType: 'TRY_CANCEL',
      summary,
    });
  const { finishPreparation } = doing('look at the sources once more, and set pictures');
  const { addExtras } = doing('add the extras that the post owes');
  const { renewMedia } = doing('bring a newer version of the media beside what is prepared', mediaQueue(platform));
  return { finishPreparation, addExtras, renewMedia };
}
