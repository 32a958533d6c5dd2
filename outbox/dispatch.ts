import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { mainQueue } from '../domain/workflowContract';
import { paced } from '../domain/pace';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { OutboxEntry } from '../models/outbox/OutboxEntry';
import type { DispatchOutcome, WaitingOrder } from '../models/outbox/OutboxEntry';
import { createAdaptiveLimit } from './AdaptiveLimit';
import { startables } from './starts';
import type { StartOptions } from './starts';
import { createExpiringQueue } from './ExpiringQueue';
import { memoOf, tracedOrder } from './traced';
import { isStrain, withinDeadline } from './withinDeadline';

/** The time of a call to Temporal: a call that was sent mostly happens; after this time its outcome is unknown. */
const callDeadlineMs = 10_000;
/** An answer that takes longer is no reason to ask for more at a time. */
const promptMs = 1000;
/** The claim of an entry is renewed so often while Temporal is asked. Well below its length. */
const renewClaimMs = 2000;
/** A worker that has died in the middle of a task is noticed after this time: the server's default, written out. */
const taskTimeoutMs = 10_000;
/** Orders under way at a time: this many at first, then as many as Temporal answers promptly. */
const callsUnderWay = { initial: 32, max: 64 };
/** After this many failures in a row Temporal is left alone for `breakMs`. */
const failuresToBreak = 5;
const breakMs = 2000;

export interface Dispatcher {
  /**
   * Hands one outbox entry to Temporal. Resolves when that has succeeded, was not needed any more, or has been put off;
   * never rejects. Repeating it is harmless: an id is started at most once, ending an ended run is success.
   */
  dispatch: (outboxId: number) => Promise<void>;
  /**
   * Dispatches entries just committed without keeping the caller waiting. Entries that it cannot take at once wait for
   * a second in line; after that, and while Temporal is left alone, they go to the relay.
   */
  dispatchSoon: (outboxIds: readonly number[]) => void;
  /** The number of entries that it takes now: none while entries are in line or Temporal is left alone. */
  room: () => number;
  /** Gives the entries in line to the relay. Resolves when nothing is in flight any more. */
  drained: () => Promise<void>;
}

interface DispatcherDeps {
  /** A client that repeats nothing by itself (`withoutRetries`): the dispatcher decides when a call is repeated. */
  client: Client;
  logger: Logger;
  metrics: Metrics;
}

/** A call to Temporal, in the slot of its order. */
type Ask = <T>(call: () => Promise<T>) => Promise<T>;

/** The only place that starts, cancels or terminates a workflow. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const temporal = createGuard(deps.client);
  const inFlight = new Set<Promise<void>>();
  const line = createExpiringQueue((outboxIds) => void track(OutboxEntry.release(outboxIds)));

  function track(work: Promise<void>): Promise<void> {
    const tracked: Promise<void> = work
      .catch((error: unknown) =>
        deps.logger.error({ err: error }, 'an outbox entry could not be put off; its claim runs out'),
      )
      .finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
    return tracked;
  }

  async function dispatch(outboxId: number): Promise<void> {
    if (temporal.room() === 0) return track(OutboxEntry.release([outboxId]));
    const { ask, end } = temporal.begin();
    return track(
      carryOut(deps, ask, outboxId).finally(() => {
        end();
        takeFromLine();
      }),
    );
  }

  function takeFromLine(): void {
    while (temporal.room() > 0) {
      const outboxId = line.next();
      if (outboxId === undefined) return;
      void dispatch(outboxId);
    }
  }

  function dispatchSoon(outboxIds: readonly number[]): void {
    const left = temporal.isLeftAlone() ? outboxIds : line.add(outboxIds);
    takeFromLine();
    if (left.length > 0) void track(OutboxEntry.release(left));
  }

  return {
    dispatch,
    dispatchSoon,
    room: () => (line.length() > 0 ? 0 : temporal.room()),
    drained: async () => {
      line.close();
      await Promise.all(inFlight);
    },
  };
}

/** Carries out one entry, from the outbox to its outcome. */
async function carryOut({ client, logger, metrics }: DispatcherDeps, ask: Ask, outboxId: number): Promise<void> {
  const renewing = setInterval(() => {
    OutboxEntry.renewClaim(outboxId).catch((error: unknown) =>
      logger.warn({ err: error, outboxId }, 'the claim of an outbox entry was not renewed'),
    );
  }, renewClaimMs);
  try {
    const order = await OutboxEntry.waiting(outboxId);
    if (!order) return;
    // Another process may be starting that run now: to find no run is no answer yet.
    if (order.isBeforeStart) return await OutboxEntry.postpone(outboxId, 'the run is not started yet', 'early');
    const outcome = await tracedOrder(order, async () => send(client, ask, order));
    await OutboxEntry.markDispatched({ id: outboxId, outcome });
    metrics.dispatches.inc({ outcome });
  } catch (error) {
    metrics.dispatches.inc({ outcome: 'postponed' });
    // Not even tried: another process may try.
    if (error instanceof BrokenCircuitError) return OutboxEntry.release([outboxId]);
    logger.warn({ err: error, outboxId }, 'dispatch put off');
    const reason = error instanceof Error ? error.message : 'unknown';
    await OutboxEntry.postpone(outboxId, reason, isStrain(error) ? 'unknown' : 'refused');
  } finally {
    clearInterval(renewing);
  }
}

/** Keeps calls to Temporal within its capacity: a limit for when it is slow, a circuit breaker for when it is down. */
function createGuard(client: Client) {
  const limit = createAdaptiveLimit(callsUnderWay);
  const breaker = circuitBreaker(handleWhen(isStrain), {
    halfOpenAfter: breakMs,
    breaker: new ConsecutiveBreaker(failuresToBreak),
  });
  let brokenAtMs: number | null = null;
  let underWay = 0;
  breaker.onBreak(() => (brokenAtMs = performance.now()));
  breaker.onReset(() => (brokenAtMs = null));

  function begin(): { ask: Ask; end: () => void } {
    const slot = limit.begin();
    underWay += 1;
    return {
      ask: async (call) => {
        const beganMs = performance.now();
        try {
          const answer = await breaker.execute(async () => withinDeadline(client, callDeadlineMs, call));
          if (performance.now() - beganMs <= promptMs) slot.tell('prompt');
          return answer;
        } catch (error) {
          if (isStrain(error)) slot.tell('none');
          throw error;
        }
      },
      end: () => {
        slot.end();
        underWay -= 1;
      },
    };
  }

  function room(): number {
    if (brokenAtMs === null) return limit.room();
    // Once the break is over, one order finds out whether Temporal is back.
    return underWay === 0 && performance.now() - brokenAtMs >= breakMs ? 1 : 0;
  }

  return { begin, room, isLeftAlone: () => brokenAtMs !== null };
}

/** Carries out one order, or throws; without an answer in time its outcome is unknown. */
async function send(client: Client, ask: Ask, order: WaitingOrder): Promise<DispatchOutcome> {
  const startable = startables[order.workflow];
  if (!startable) throw new Error(`there is no workflow ${order.workflow}`);
  const workflowId = startable.workflowId(order);
  const handle = client.workflow.getHandle(workflowId);
  switch (order.kind) {
    case 'start': {
      const options = await startable.options(order);
      if (!options) return 'dropped';
      // A start that was not answered has mostly happened. To look costs Temporal less than another start.
      if (order.isUnknown && (await ask(async () => exists(handle)))) return 'already';
      return ask(async () => start(client, order.workflow, workflowId, { ...options, ...memoOf(order.traceparent) }));
    }
    case 'cancel':
      return ask(async () => end(async () => handle.cancel()));
    case 'terminate':
      return ask(async () => end(async () => handle.terminate('superseded by a newer generation')));
  }
}

async function exists(handle: WorkflowHandle): Promise<boolean> {
  try {
    await handle.describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
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
    await client.workflow.start(workflow, { ...shared, ...options });
    return 'sent';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'already';
    throw error;
  }
}

async function end(call: () => Promise<unknown>): Promise<'sent' | 'already'> {
  try {
    await call();
    return 'sent';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'already';
    throw error;
  }
}
