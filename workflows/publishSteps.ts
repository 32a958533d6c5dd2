import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/common';
import type { DatabaseActivities, HostActivities, MediaActivities, PlatformActivities } from '../activities/index';
import { paced } from '../domain/pace';
import { stepGivenUpAfterMs } from '../domain/stepLimits';
import { hostsQueue, mediaQueue, platformQueue, priorities } from '../domain/workflowContract';
import type { PublishJob } from '../domain/workflowContract';

/** Short compare-and-set steps in the database; retried until the database answers. */
export const rows = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** The first steps, inside the workflow task. They are not repeated when they are lost with their worker: the row is asked. */
export const { takeFirstSteps } = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: stepGivenUpAfterMs,
  retry: { maximumAttempts: 1 },
});

/**
 * There is no limit of tries or of total time here: those are counted in the database, where they survive a new
 * generation.
 */
const retried = {
  heartbeatTimeout: paced(15_000),
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
} as const;

/** The steps that call the platform, on its own queues. */
export function platformSteps({
  platform,
  isWithoutMedia = false,
}: PublishJob): PlatformActivities & Pick<MediaActivities, 'upload'> {
  const options = {
    ...retried,
    // Written out: left away, the SDK reports a cancelled activity as ended while it still runs.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  } as const;
  const doing = (summary: string, urgency: Pick<ActivityOptions, 'priority'> = {}) =>
    proxyActivities<PlatformActivities>({
      ...options,
      ...urgency,
      taskQueue: platformQueue(platform),
      startToCloseTimeout: stepGivenUpAfterMs,
      summary,
    });
  const { upload } = proxyActivities<MediaActivities>({
    ...options,
    ...(isWithoutMedia
      ? {
          taskQueue: platformQueue(platform),
          startToCloseTimeout: stepGivenUpAfterMs,
          summary: 'publish the post if it is due',
        }
      : {
          taskQueue: mediaQueue(platform),
          startToCloseTimeout: '7d',
          summary: 'stream the media to the platform; publish the post if it is due',
        }),
  });
  const { settle } = doing('find out whether an earlier call has published the post');
  const { prepare } = doing('stage the post and wait until it can be published by one call');
  const { publish } = doing('publish the post once it is due and the platform has processed it', {
    priority: { priorityKey: priorities.immediate },
  });
  const { cleanUp } = doing('remove what is not public');
  return { settle, upload, prepare, publish, cleanUp };
}

/** The steps that ask the hosts of addresses that a caller has named, on a queue of their own. */
export function hostSteps({ platform }: PublishJob): HostActivities & Pick<MediaActivities, 'renewMedia'> {
  const doing = (summary: string, taskQueue = hostsQueue(platform)) =>
    proxyActivities<HostActivities & MediaActivities>({
      ...retried,
      taskQueue,
      startToCloseTimeout: stepGivenUpAfterMs,
      // At the scheduled time the post goes live: a host that hangs is not waited for, and its late effects are fenced.
      cancellationType: 'TRY_CANCEL',
      summary,
    });
  const { finishPreparation } = doing('look at the sources once more, and set pictures');
  const { complete } = doing('add the extras that the post owes');
  const { renewMedia } = doing('bring a newer version of the media beside what is prepared', mediaQueue(platform));
  return { finishPreparation, complete, renewMedia };
}
