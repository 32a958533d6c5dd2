import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { mainQueue } from '../domain/workflowContract';
import { paced } from '../domain/pace';
import { failpoint } from '../lib/failpoint';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { OutboxEntry } from '../models/OutboxEntry';
import type { OutboxOrder } from '../models/OutboxEntry';
import { startables } from './starts';
import type { StartOptions } from './starts';
import { withinDeadline } from './withinDeadline';

/** A call to Temporal is given this long; after it the outcome is unknown and the entry stays. */
const callDeadlineMs = 1000;
/** A worker that has died in the middle of a task is noticed after this time: the server's default, written out. */
const taskTimeoutMs = 10_000;
/** A dispatch right after a commit is skipped above this many in flight: the relay takes the rest. */
const inFlightMax = 64;
/** After this many failures in a row Temporal is left alone for `breakMs`. */
const failuresToBreak = 5;
const breakMs = 5000;

export interface Dispatcher {
  /**
   * Hands one outbox entry to Temporal. Resolves when that has succeeded, was not needed any more, or has been put off;
   * never rejects. Repeating it is harmless: an id is started at most once, ending what has ended is success.
   */
  dispatch: (outboxId: number) => Promise<void>;
  /** Dispatches entries just committed without keeping the caller waiting; what it cannot take goes to the relay. */
  dispatchSoon: (outboxIds: readonly number[]) => void;
  /** Whether Temporal failed so often lately that calls are not even tried. */
  isPaused: () => boolean;
  /** Resolves when nothing is in flight any more. */
  drained: () => Promise<void>;
}

interface DispatcherDeps {
  client: Client;
  logger: Logger;
  metrics: Metrics;
}

/** The only place that starts, cancels or terminates a workflow. */
export function createDispatcher({ client, logger, metrics }: DispatcherDeps): Dispatcher {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: breakMs,
    breaker: new ConsecutiveBreaker(failuresToBreak),
  });
  const inFlight = new Set<Promise<void>>();
  let pausedUntilMs = 0;
  breaker.onBreak(() => (pausedUntilMs = performance.now() + breakMs));
  breaker.onReset(() => (pausedUntilMs = 0));
  const isPaused = (): boolean => performance.now() < pausedUntilMs;

  async function dispatch(outboxId: number): Promise<void> {
    try {
      const order = await OutboxEntry.waiting(outboxId);
      if (!order) return;
      // Somebody may be starting that run now: to find none is no answer yet.
      if (order.isBeforeStart) return await postpone(logger, outboxId, new Error('the run is not started yet'));
      const outcome = await breaker.execute(async () => send(client, order));
      await OutboxEntry.markDispatched(outboxId, outcome);
      failpoint('dispatch.marked');
      metrics.dispatches.inc({ outcome });
    } catch (error) {
      metrics.dispatches.inc({ outcome: 'postponed' });
      // Not even tried: it keeps its place, and its claim runs out by itself.
      if (error instanceof BrokenCircuitError) return;
      logger.warn({ err: error, outboxId }, 'dispatch put off');
      await postpone(logger, outboxId, error);
    }
  }

  function dispatchSoon(outboxIds: readonly number[]): void {
    const skipped = isPaused() || inFlight.size + outboxIds.length > inFlightMax;
    const work = skipped ? OutboxEntry.release(outboxIds) : Promise.all(outboxIds.map(dispatch)).then(() => undefined);
    const tracked: Promise<void> = work
      .catch((error: unknown) => logger.error({ err: error }, 'outbox entries could not be released'))
      .finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  }

  return {
    dispatch,
    dispatchSoon,
    isPaused,
    drained: async () => {
      await Promise.all(inFlight);
    },
  };
}

async function postpone(logger: Logger, outboxId: number, reason: unknown): Promise<void> {
  try {
    await OutboxEntry.postpone(outboxId, reason instanceof Error ? reason.message : 'unknown');
    failpoint('dispatch.postponed');
  } catch (error) {
    logger.error({ err: error, outboxId }, 'an outbox entry could not be put off; its claim runs out by itself');
  }
}

/** Carries out one order within the deadline, or throws; a deadline passed means that the outcome is unknown. */
async function send(client: Client, order: OutboxOrder): Promise<'sent' | 'already' | 'dropped'> {
  const startable = startables[order.workflow];
  if (!startable) throw new Error(`there is no workflow ${order.workflow}`);
  const workflowId = startable.workflowId(order);
  const handle = client.workflow.getHandle(workflowId);
  switch (order.kind) {
    case 'start': {
      const options = await startable.options(order);
      return options ? start(client, order.workflow, workflowId, options) : 'dropped';
    }
    case 'cancel':
      return end(client, async () => {
        await handle.cancel();
      });
    case 'terminate':
      return end(client, async () => {
        await handle.terminate('superseded by a newer generation');
      });
  }
}

async function start(
  client: Client,
  workflow: string,
  workflowId: string,
  options: StartOptions,
): Promise<'sent' | 'already'> {
  const shared = {
    workflowId,
    taskQueue: mainQueue,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowTaskTimeout: paced(taskTimeoutMs),
  } as const;
  try {
    failpoint('dispatch.starting');
    await withinDeadline(client, callDeadlineMs, async () =>
      client.workflow.start(workflow, { ...shared, ...options }),
    );
    failpoint('dispatch.started');
    return 'sent';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'already';
    throw error;
  }
}

async function end(client: Client, call: () => Promise<void>): Promise<'sent' | 'already'> {
  try {
    failpoint('dispatch.ending');
    await withinDeadline(client, callDeadlineMs, call);
    failpoint('dispatch.ended');
    return 'sent';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'already';
    throw error;
  }
}
