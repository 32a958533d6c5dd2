import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  allHandlersFinished,
  condition,
  defineUpdate,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { DatabaseActivities, TicketActivities } from '../activities/index';
import type { TicketFailure, TicketState } from '../domain/ticket';
import { completeTicketUpdate, platformQueue } from '../domain/workflowContract';
import type { TicketRun } from '../domain/workflowContract';
import { traced } from './traced';

/** Short compare-and-set steps in the database; retried until the database answers. */
const rows = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** The authorization code has come back and lies in the ticket's row. */
export const completeTicket = defineUpdate(completeTicketUpdate);

/**
 * Sees one ticket to its end. The row is the authority: the run ends the ticket when its time is over, and goes on with
 * the code of the platform's answer in the row. Cancelling the run calls the ticket off, unless it has ended before.
 */
export async function connectChannel(given: TicketRun): Promise<void> {
  const ticket = traced(given);
  const run: { state: TicketState } = { state: { isOpen: true, leftMs: 0 } };
  setHandler(completeTicket, async () => {
    await connect(ticket);
    run.state = await rows.lookAtTicket(ticket);
  });
  try {
    run.state = await rows.lookAtTicket(ticket);
    while (run.state.isOpen) {
      const hasEnded = () => !run.state.isOpen;
      await condition(hasEnded, Math.max(1, Math.ceil(run.state.leftMs)));
      if (run.state.isOpen) run.state = await rows.lookAtTicket(ticket);
    }
  } catch (error) {
    if (!isCancellation(error)) throw error;
    run.state = await CancellationScope.nonCancellable(async () => rows.callOffTicket(ticket));
    if (run.state.isOpen || run.state.status !== 'completed') throw error;
  }
  await CancellationScope.nonCancellable(async () => condition(allHandlersFinished));
  end(run.state);
}

/** Failures that only the owner can mend; their words are shown to the owner. */
const shown = ['access_denied', 'NO_CHANNEL', 'OTHER_CHANNEL'];

/** Exchanges the code and finds the channel; whatever goes wrong for good ends the ticket. */
async function connect(ticket: TicketRun): Promise<void> {
  const steps = platformSteps(ticket);
  try {
    await steps.exchangeCode(ticket);
    await steps.findChannels(ticket);
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : undefined;
    const isShown = cause instanceof ApplicationFailure && shown.includes(cause.type ?? '');
    const ending: TicketFailure = {
      error: isShown && cause.type === 'access_denied' ? 'access_denied' : 'platform_error',
      reason: isShown ? cause.message : null,
    };
    await CancellationScope.nonCancellable(async () => rows.failTicket(ticket, ending));
  }
}

/** A ticket that failed ends the run Failed, so that operators see it; an unused ticket does not. */
function end(state: TicketState): void {
  if (state.isOpen) return;
  const { status, error } = state;
  setCurrentDetails(error === null ? `**${status}**` : `**${status}**: \`${error}\``);
  if (status === 'failed') throw ApplicationFailure.nonRetryable('the ticket made no connection', error ?? status);
}

/**
 * The steps that call the platform, on its own queue; all of them together end before the browser's patience does. The
 * code works once, so its exchange is never tried again.
 */
function platformSteps({ platform }: TicketRun): TicketActivities {
  const options = { taskQueue: platformQueue(platform), cancellationType: 'WAIT_CANCELLATION_COMPLETED' } as const;
  const { exchangeCode } = proxyActivities<TicketActivities>({
    ...options,
    startToCloseTimeout: '5.5s',
    scheduleToCloseTimeout: '6s',
    retry: { maximumAttempts: 1 },
    summary: 'exchange the authorization code',
  });
  const { findChannels } = proxyActivities<TicketActivities>({
    ...options,
    startToCloseTimeout: '6.5s',
    scheduleToCloseTimeout: '9s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumAttempts: 3 },
    summary: 'find the channel that was granted',
  });
  return { exchangeCode, findChannels };
}
