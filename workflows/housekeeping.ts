import { proxyActivities } from '@temporalio/workflow';
import type { HousekeepingActivities, RenewalActivities, SnapshotActivities } from '../activities/index';
import { paced } from '../domain/pace';
import type { PlatformSlug } from '../domain/platform';
import { platformQueue } from '../domain/workflowContract';

/** Three tries within a run; work that still fails is tried again when the schedule's time comes. */
const retry = { initialInterval: '2s', maximumAttempts: 3 } as const;

const { offeredPlatforms, readPaidSubscriptions, removeExpired, repairLostRuns } =
  proxyActivities<HousekeepingActivities>({
    startToCloseTimeout: '30m',
    heartbeatTimeout: paced(60_000),
    retry,
  });

/** Once a day: runs that should be there and are not, also of assignments that wait for their time. */
export async function reconcileAll(): Promise<unknown> {
  return repairLostRuns();
}

/** Each hour: tokens that assignments will need soon, and tokens that were not renewed for most of a day. */
export async function refreshTokens(): Promise<unknown> {
  const platforms = await offeredPlatforms();
  return Promise.all(platforms.map(async (platform) => ({ platform, ...(await renewDueTokens(platform)) })));
}

/** Each second hour: the counters of channels that are not noted for this day yet. */
export async function snapshotChannels(): Promise<unknown> {
  const platforms = await offeredPlatforms();
  return Promise.all(platforms.map(async (platform) => ({ platform, ...(await noteCounters(platform)) })));
}

/** Each second hour: the subscriptions that were not read for a day. */
export async function readSubscriptions(): Promise<unknown> {
  return readPaidSubscriptions();
}

/** Each hour: expired rows and files. */
export async function cleanUp(): Promise<unknown> {
  return removeExpired();
}

/** Calls the platform, so it runs on that platform's own queue. */
function renewDueTokens(platform: PlatformSlug): ReturnType<RenewalActivities['renewDueTokens']> {
  const summary = 'renew the tokens whose time has come';
  return proxyActivities<RenewalActivities>({ ...onQueueOf(platform), summary }).renewDueTokens(platform);
}

function noteCounters(platform: PlatformSlug): ReturnType<SnapshotActivities['noteCounters']> {
  const summary = 'note the counters of channels';
  return proxyActivities<SnapshotActivities>({ ...onQueueOf(platform), summary }).noteCounters(platform);
}

function onQueueOf(platform: PlatformSlug) {
  return {
    taskQueue: platformQueue(platform),
    startToCloseTimeout: '50m',
    heartbeatTimeout: paced(15_000),
    // Written out: left away, the SDK reports a cancelled activity as ended while it still runs.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry,
  } as const;
}
