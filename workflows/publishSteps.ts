import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/common';
import type { DatabaseActivities, HostActivities, MediaActivities, PlatformActivities } from '../activities/index';
import type { RunStep, RunWork } from '../domain/assignment/runStep';
import { paced } from '../domain/pace';
import { stepGivenUpAfterMs } from '../domain/stepLimits';
import { hostsQueue, mediaQueue, platformQueue, priorities } from '../domain/workflowContract';
import type { AssignmentRun } from '../domain/workflowContract';

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
 * There is no limit of tries or of total time here: the database counts both, and its counts survive a new generation.
 */
const retried = {
  heartbeatTimeout: paced(15_000),
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
} as const;

/** The activities of a run. Each answers the next step. */
type Steps = Record<RunWork, (run: AssignmentRun, isCancellable: boolean) => Promise<RunStep>>;
type AllActivities = PlatformActivities & HostActivities & MediaActivities;

/** The steps of a run, each on the queue for its platform, media or hosts. */
export function stepsOf({ platform, isWithoutMedia = false }: AssignmentRun): Steps {
  const calls = platformQueue(platform);
  const { settle } = doing('find out whether an earlier call has published the post', calls);
  const { upload } = isWithoutMedia
    ? doing('publish the post if it is due', calls)
    : doing('stream the media to the platform; publish the post if it is due', mediaQueue(platform), transfers);
  const { prepare } = doing('stage the post and wait until it can be published by one call', calls);
  const { askHosts } = doing('look at the sources once more, and set pictures', hostsQueue(platform), ofHosts);
  const { renew } = doing('bring a newer version of the media beside what is prepared', mediaQueue(platform), ofHosts);
  const { publish } = doing('publish the post once it is due and the platform has processed it', calls, urgent);
  return { settle, upload, prepare, askHosts, renew, publish };
}

/** The debts of an assignment that has ended. */
export function debtsOf({ platform }: AssignmentRun): Pick<AllActivities, 'takeDown' | 'complete' | 'cleanUp'> {
  const { takeDown } = doing('take the post down', platformQueue(platform));
  const { complete } = doing('add the extras that the post owes', hostsQueue(platform), ofHosts);
  const { cleanUp } = doing('remove what is not public', platformQueue(platform));
  return { takeDown, complete, cleanUp };
}

const transfers: ActivityOptions = { startToCloseTimeout: '7d' };
const urgent: ActivityOptions = { priority: { priorityKey: priorities.immediate } };
/** At the scheduled time the post goes live: a host that hangs is not waited for, and its late effects are fenced. */
const ofHosts: ActivityOptions = { cancellationType: 'TRY_CANCEL' };

function doing(summary: string, taskQueue: string, more: ActivityOptions = {}) {
  return proxyActivities<AllActivities>({
    ...retried,
    // Written out: left away, the SDK reports a cancelled activity as ended while it still runs.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    startToCloseTimeout: stepGivenUpAfterMs,
    ...more,
    taskQueue,
    summary,
  });
}
