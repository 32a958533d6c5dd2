import type { ApplicationFailure } from '@temporalio/common';
import { paced } from '../../domain/pace';
import type { AssignmentRun } from '../../domain/workflowContract';
import { TransferSlot } from '../../models/publishing/TransferSlot';
import type { ClaimedTransfer, ClaimedSlot } from '../../models/publishing/TransferSlot';
import type { ActivityDeps } from '../deps';
import { askAgain } from '../askAgain';
import { recordEvent } from '../run/report';
import { TryEnded } from '../run/try';

/** As long as it takes Temporal to notice that a worker has died. */
const leaseMs = 15_000;
const renewalMs = 5000;
/** A transfer above the cap comes again after a time between these, so that waiting transfers spread out. */
const comesAgainMsMin = 1000;
const comesAgainMsMax = 5000;
/** Above so many waiting transfers the times grow with their number: all together come about 25 times a second. */
const promptWaitersMax = 75;

/** Reads the assignment of a transfer, and takes one of its workspace's slots for it where one is free. */
export async function claimSlot(deps: ActivityDeps, run: AssignmentRun, isBeside = false): Promise<ClaimedTransfer> {
  const { assignmentId, generation } = run;
  const terms = { slotsMax: deps.workspaceUploadsInFlightMax, leaseMs: paced(leaseMs), isBeside };
  const claimed = await TransferSlot.claim({ assignmentId, generation }, terms);
  if (!claimed) throw new TryEnded();
  return claimed;
}

/**
 * Ends a try above the cap. It counts as no try, and the wait for a slot does not shorten the window of tries.
 * @returns the failure to throw
 */
export async function putOff(
  deps: ActivityDeps,
  run: AssignmentRun,
  { hasTries, workspaceId }: ClaimedTransfer,
): Promise<ApplicationFailure> {
  deps.metrics.uploadsDeferred.inc({ platform: run.platform });
  const { generation } = run;
  if (hasTries) await recordEvent(deps, run, { is: 'progressed', ends: 'clock', generation });
  const waiting = await TransferSlot.countUploading(workspaceId);
  return noSlot(deps.workspaceUploadsInFlightMax, Math.max(1, waiting / promptWaitersMax));
}

interface Holding {
  run: AssignmentRun;
  /** Null for a post without media. */
  slot: ClaimedSlot | null;
  controller: AbortController;
}

/**
 * Holds the slot while `work` runs, and gives it up whatever comes of it. Where another try has taken the slot, since
 * its lease was not renewed in time, this try ends.
 */
export async function holdingSlot<T>(
  deps: ActivityDeps,
  { run, slot, controller }: Holding,
  work: () => Promise<T>,
): Promise<T> {
  if (!slot) return work();
  const renew = async (): Promise<void> => {
    if (!(await TransferSlot.renew(slot, paced(leaseMs)))) controller.abort(noSlot(deps.workspaceUploadsInFlightMax));
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => deps.logger.warn({ err: error, ...run }, 'the lease of a slot was not renewed'));
  }, paced(renewalMs));
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await TransferSlot.release(slot).catch((error: unknown) => {
      deps.logger.warn({ err: error, ...run }, 'a slot was not given up; it is free when its lease has run out');
    });
  }
}

/** @param patience the factor of the time until the transfer comes again */
function noSlot(slotsMax: number, patience = 1): ApplicationFailure {
  const message = `The workspace has ${slotsMax} transfers under way, as many as it may have at a time. This one waits for one of them to end.`;
  const delayMs = comesAgainMsMin + Math.random() * (comesAgainMsMax - comesAgainMsMin);
  return askAgain('WAITING_FOR_SLOT', message, paced(delayMs * patience));
}
