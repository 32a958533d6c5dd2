import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { ActivityOptions } from '@temporalio/common';
import type { DatabaseActivities, MediaActivities, PlatformActivities } from '../activities/index';
import type { AssignmentError } from '../domain/assignment';
import { failureKinds, isFailureCode } from '../domain/failures';
import { movedOn } from '../domain/publishPhase';
import type { PublishPhase } from '../domain/publishPhase';
import { stepGivenUpAfterMs } from '../domain/stepLimits';
import { mediaQueue, platformQueue, priorities } from '../domain/workflowContract';
import type { PublishJob } from '../domain/workflowContract';
import { hostSteps, retriedOptions } from './hostSteps';

/** Short compare-and-set steps in the database; retried until the database answers. */
const rows = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** The first steps, inside the workflow task. They are not repeated when they are lost with their worker: the row is asked. */
const { takeFirstSteps } = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: stepGivenUpAfterMs,
  retry: { maximumAttempts: 1 },
});

const statusKey = defineSearchAttributeKey('AssignmentStatus', 'KEYWORD');
const errorCodeKey = defineSearchAttributeKey('ErrorCode', 'KEYWORD');

/**
 * Takes one generation of an assignment from wherever its row says it is to its end. The row is the authority: each
 * turn of the loop does the work of the phase that the row is in and then moves the row on. Cancelling the run cancels
 * the job, until the point of no return.
 */
export async function publishAssignment(job: PublishJob): Promise<void> {
  let phase = await CancellationScope.nonCancellable(async () =>
    takeFirstSteps(job).catch(async () => rows.begin(job)),
  );
  while (phase.at !== 'superseded' && phase.at !== 'published' && phase.at !== 'ended') {
    show(phase);
    phase = await advance(job, phase);
  }
  if (phase.at === 'ended') return end(job, phase);
  if (phase.at !== 'published') return;
  setCurrentDetails('**published**');
  upsertSearchAttributes([{ key: statusKey, value: phase.at }]);
  await settleDebts(job, phase);
}

/** A published job may owe extras of its post, and the removal of drafts that the post has replaced. */
async function settleDebts(job: PublishJob, { cleanupDue, extrasDue }: PublishedPhase): Promise<void> {
  await CancellationScope.nonCancellable(async () => {
    await Promise.all([
      extrasDue && hostSteps(job).addExtras(job),
      cleanupDue && platformSteps(job).removeLeftovers(job),
    ]);
  });
}

type OpenPhase = Exclude<PublishPhase, { at: 'superseded' | 'published' | 'ended' }>;
type PublishedPhase = Extract<PublishPhase, { at: 'published' }>;
type EndedPhase = Extract<PublishPhase, { at: 'ended' }>;
type WaitingPhase = Extract<PublishPhase, { at: 'waiting' }>;

/** Past these a cancelled run goes on: the post is public, or may be. */
const uncancellable: readonly OpenPhase['at'][] = ['outcomeOpen', 'processingAnew', 'processing'];

/** A cancelled run goes no further; past the point of no return it does. */
async function advance(job: PublishJob, phase: OpenPhase): Promise<PublishPhase> {
  const isCancellable = !uncancellable.includes(phase.at) && !('isCancellable' in phase);
  try {
    if (isCancellable) throwIfCancelled();
    return await step(job, phase);
  } catch (error) {
    const isCalledOff = isCancellable && CancellationScope.current().consideredCancelled;
    return CancellationScope.nonCancellable(async () => settle(job, error, isCalledOff));
  }
}

/** The work of one phase. Waiting and transferring can be cancelled, moving the row and asking for an outcome cannot. */
async function step(job: PublishJob, phase: OpenPhase): Promise<PublishPhase> {
  const platform = platformSteps(job);
  switch (phase.at) {
    case 'waiting':
      await wait(phase);
      return CancellationScope.nonCancellable(async () => rows.begin(job));
    case 'outcomeOpen':
      return CancellationScope.nonCancellable(async () => platform.resolveOutcome(job));
    case 'onTime':
      return platform.goLiveOnTime(job);
    case 'uploading':
    case 'uploadingAnew':
      return platform.transferMedia(job);
    case 'processingAnew':
      return CancellationScope.nonCancellable(async () => platform.transferMedia(job, false));
    case 'preparing':
      await beforeItsTime(phase.dueInMs, async () => prepare(job));
      return CancellationScope.nonCancellable(async () => rows.begin(job));
    case 'uploaded':
      return CancellationScope.nonCancellable(async () => rows.begin(job));
    case 'processing':
      return CancellationScope.nonCancellable(async () => platform.goLive(job));
  }
}

/** Past the point of no return the wait goes on, whoever cancels. */
async function wait({ waitMs, until, isCancellable }: WaitingPhase): Promise<void> {
  const scope = new CancellationScope({ cancellable: isCancellable ?? true });
  await scope.run(async () => sleep(waitMs, { summary: `until ${until}` }));
}

/** Hosts are asked last, and only where there is something to ask: the platform has the post by then. */
async function prepare(job: PublishJob): Promise<void> {
  const hosts = hostSteps(job);
  while ((await platformSteps(job).prepare(job)) && (await hosts.finishPreparation(job))) await hosts.renewMedia(job);
}

/**
 * Ends a preparation when the time has come: what it has not done, `goLive` does. A try that is under way then may end in
 * another way than cancelled, because it fails or its worker dies; Temporal does not try it again, and it counts for nothing.
 */
async function beforeItsTime(dueInMs: number, prepare: () => Promise<void>): Promise<void> {
  const scope = new CancellationScope({ cancellable: true, timeout: Math.max(1, dueInMs) });
  try {
    await scope.run(prepare);
  } catch (error) {
    if (!scope.consideredCancelled || CancellationScope.current().consideredCancelled) throw error;
  }
}

/** A step may end well although the run was cancelled meanwhile. */
function throwIfCancelled(): void {
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('the run was cancelled');
}

/**
 * Puts into the row what a step failed with, and says where the row is then. A step that was to be cancelled and ended in
 * another way, because its worker died or its try failed in that moment, is not tried again by Temporal: the wish counts.
 */
async function settle(job: PublishJob, error: unknown, isCalledOff: boolean): Promise<PublishPhase> {
  if (isCancellation(error)) return rows.cancelAssignment(job);
  if (!(error instanceof ActivityFailure)) throw error;
  const cause = error.cause instanceof ApplicationFailure ? error.cause : undefined;
  if (cause?.type === movedOn) return rows.begin(job);
  if (isCalledOff) return rows.cancelAssignment(job);
  return rows.failAssignment(job, assignmentError(cause));
}

function assignmentError(cause: ApplicationFailure | undefined): AssignmentError {
  const code = cause?.type;
  if (cause && typeof code === 'string' && isFailureCode(code)) return { code, message: cause.message };
  return { code: 'INTERNAL', message: failureKinds.INTERNAL.meaning };
}

/**
 * The order to cancel the run may come this long after the row. Only a run that got the order can read Canceled. The
 * order ends the wait, at once if it came before the row.
 */
const cancelOrderMs = 60_000;

/** A failed job ends the run Failed, a cancelled one Canceled; what it left on the platform is removed first. */
async function end(job: PublishJob, { status, cleanupDue, error }: EndedPhase): Promise<void> {
  await CancellationScope.nonCancellable(async () => {
    upsertSearchAttributes([
      { key: statusKey, value: status },
      ...(error ? [{ key: errorCodeKey, value: error.code }] : []),
    ]);
    if (cleanupDue) await platformSteps(job).removeLeftovers(job);
  });
  setCurrentDetails(error ? `**${status}**: \`${error.code}\`\n\n${error.message}` : `**${status}**`);
  if (error) throw ApplicationFailure.nonRetryable(error.message, error.code);
  await sleep(cancelOrderMs, { summary: 'until the order to cancel arrives' });
  throw new CancelledFailure('the assignment was cancelled');
}

function show(phase: OpenPhase): void {
  const what = phase.at === 'waiting' ? `**waiting** until ${phase.until}` : `**${phase.at}**`;
  setCurrentDetails(`${what} since ${new Date().toISOString()}`);
}

/** The steps that call the platform, on its own queues. */
function platformSteps({
  platform,
  isWithoutMedia = false,
}: PublishJob): PlatformActivities & Pick<MediaActivities, 'transferMedia'> {
  const options = {
    ...retriedOptions,
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
  const { transferMedia } = proxyActivities<MediaActivities>({
    ...options,
    ...(isWithoutMedia
      ? {
          taskQueue: platformQueue(platform),
          startToCloseTimeout: stepGivenUpAfterMs,
          summary: 'go live if the post is due',
        }
      : {
          taskQueue: mediaQueue(platform),
          startToCloseTimeout: '7d',
          summary: 'stream the media to the platform; go live if the post is due',
        }),
  });
  const { resolveOutcome } = doing('find out whether an earlier call has published the post');
  const { prepare } = doing('stage the post and wait until it can go live by one call');
  const atOnce = { priority: { priorityKey: priorities.immediate } };
  const { goLiveOnTime } = doing('wait for the scheduled time, then publish the post', atOnce);
  const { goLive } = doing('wait until the platform has processed the post, then publish it', atOnce);
  const { removeLeftovers } = doing('remove what is not public');
  return { transferMedia, resolveOutcome, prepare, goLiveOnTime, goLive, removeLeftovers };
}
