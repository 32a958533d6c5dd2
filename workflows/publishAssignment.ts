import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  isCancellation,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { EndStep, RunStep } from '../domain/assignment/runStep';
import type { AssignmentRun } from '../domain/workflowContract';
import { debtsOf, rows, stepsOf, takeFirstSteps } from './publishSteps';
import { traced } from './traced';

const statusKey = defineSearchAttributeKey('AssignmentStatus', 'KEYWORD');
const errorCodeKey = defineSearchAttributeKey('ErrorCode', 'KEYWORD');

async function nonCancellable<T>(work: () => Promise<T>): Promise<T> {
  return CancellationScope.nonCancellable(work);
}

/**
 * Takes one generation of an assignment from the state of its row to its end. The row is the authority: it asks for
 * each step, which answers the next step. Cancelling the run cancels the assignment, until the point of no return.
 */
export async function publishAssignment(given: AssignmentRun): Promise<void> {
  const run = traced(given);
  let step = await nonCancellable(async () => takeFirstSteps(run).catch(async () => rows.begin(run)));
  while (step.do !== 'end') {
    show(step);
    step = await take(run, step);
  }
  if (step.as !== 'superseded') await end(run, step);
}

type OpenStep = Exclude<RunStep, { do: 'end' }>;

/** A cancelled run takes no further step; past the point of no return it does. */
async function take(run: AssignmentRun, step: OpenStep): Promise<RunStep> {
  const { isCancellable } = step;
  try {
    if (!isCancellable) return await nonCancellable(async () => work(run, step));
    throwIfCancelled();
    return await work(run, step);
  } catch (error) {
    const isCalledOff = isCancellable && CancellationScope.current().consideredCancelled;
    return nonCancellable(async () => afterFailure(run, error, isCalledOff));
  }
}

/** The work of one step, or of a part of it. A move of the row alone cannot be cancelled. */
async function work(run: AssignmentRun, step: OpenStep): Promise<RunStep> {
  if (step.do === 'wait') {
    await sleep(step.ms, { summary: `until ${step.for}` });
    return nonCancellable(async () => rows.begin(run));
  }
  const act = async (): Promise<RunStep> => stepsOf(run)[step.do](run, step.isCancellable);
  return heeding(run, async () => (step.endsInMs === undefined ? act() : within(run, step.endsInMs, act)));
}

/** A wish to cancel is put into the row at once: the activity hears of it a second later, and would go on meanwhile. */
async function heeding(run: AssignmentRun, activity: () => Promise<RunStep>): Promise<RunStep> {
  let isUnderWay = true;
  CancellationScope.current()
    .cancelRequested.catch(async () => isUnderWay && nonCancellable(async () => rows.cancelAssignment(run)))
    .catch(() => undefined);
  try {
    return await activity();
  } finally {
    isUnderWay = false;
  }
}

/**
 * Ends a preparation when the time has come: `publish` does the rest. A try that is under way then may end in another
 * way than cancelled, because it fails or its worker dies; Temporal does not try it again, and it counts for nothing.
 */
async function within(run: AssignmentRun, endsInMs: number, prepare: () => Promise<RunStep>): Promise<RunStep> {
  const scope = new CancellationScope({ cancellable: true, timeout: Math.max(1, endsInMs) });
  try {
    return await scope.run(prepare);
  } catch (error) {
    if (!scope.consideredCancelled || CancellationScope.current().consideredCancelled) throw error;
    return nonCancellable(async () => rows.begin(run));
  }
}

/** A step may end well although the run was cancelled meanwhile. */
function throwIfCancelled(): void {
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('the run was cancelled');
}

/**
 * A step records its failure in the row itself. Temporal does not try again a step that was to be cancelled and ended
 * in another way, because its worker died or its try failed in that moment: the wish to cancel counts.
 * @returns the step that is next then
 */
async function afterFailure(run: AssignmentRun, error: unknown, isCalledOff: boolean): Promise<RunStep> {
  if (isCancellation(error)) return rows.cancelAssignment(run);
  if (!(error instanceof ActivityFailure)) throw error;
  return isCalledOff ? rows.cancelAssignment(run) : rows.failAssignment(run);
}

/**
 * The order to cancel the run may come this long after the row. Only a run that got the order can read Canceled. The
 * order ends the wait, at once if it came before the row.
 */
const cancelOrderMs = 60_000;

/** Settles debts first. Then a failed assignment ends its run Failed, and a cancelled assignment ends it Canceled. */
async function end(run: AssignmentRun, { as, debts, error }: EndStep): Promise<void> {
  setCurrentDetails(error ? `**${as}**: \`${error.code}\`\n\n${error.message}` : `**${as}**`);
  upsertSearchAttributes([{ key: statusKey, value: as }, ...(error ? [{ key: errorCodeKey, value: error.code }] : [])]);
  if (debts.length > 0) await nonCancellable(async () => settleDebts(run, debts));
  if (as === 'published') return;
  if (error) throw ApplicationFailure.nonRetryable(error.message, error.code);
  await sleep(cancelOrderMs, { summary: 'until the order to cancel arrives' });
  throw new CancelledFailure('the assignment was cancelled');
}

async function settleDebts(run: AssignmentRun, debts: EndStep['debts']): Promise<void> {
  const { takeDown, complete, cleanUp } = debtsOf(run);
  await Promise.all([
    debts.includes('takeDown') && takeDown(run),
    debts.includes('complete') && complete(run),
    debts.includes('cleanUp') && cleanUp(run),
  ]);
}

function show(step: OpenStep): void {
  const what = step.do === 'wait' ? `**waiting** until ${step.for}` : `**${step.do}**`;
  setCurrentDetails(`${what} since ${new Date().toISOString()}`);
}
