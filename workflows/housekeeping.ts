import { proxyActivities } from '@temporalio/workflow';
import type { HousekeepingActivities } from '../activities/index';

/** Three tries within a run; what still fails is tried again when the schedule's time comes. */
const { reconcileAssignments, removeExpired } = proxyActivities<HousekeepingActivities>({
  startToCloseTimeout: '30m',
  heartbeatTimeout: '1m',
  retry: { initialInterval: '2s', maximumAttempts: 3 },
});

/** Each minute: jobs that should be running and are not. */
export async function reconcile(): Promise<unknown> {
  return reconcileAssignments('recent');
}

/** Once a day: also jobs that wait for their time. */
export async function reconcileAll(): Promise<unknown> {
  return reconcileAssignments('all');
}

/** Each hour: what has expired. */
export async function cleanUp(): Promise<unknown> {
  return removeExpired();
}
