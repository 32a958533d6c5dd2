import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { endedStatuses } from '../domain/assignment';
import { mainQueue, priorities, publishWorkflowId } from '../domain/workflowContract';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { keyword, scheduledAtAttribute } from '../lib/temporal';
import { OutboxEntry } from '../models/OutboxEntry';
import type { DispatchFacts } from '../models/OutboxEntry';

/** A call to Temporal is given this long; after it the outcome is unknown and the entry stays. */
const callDeadlineMs = 1000;
/** A dispatch right after a commit is skipped above this many in flight: the relay takes the rest. */
const inFlightMax = 64;
/** After this many failures in a row Temporal is left alone for `breakMs`. */
const failuresToBreak = 5;
const breakMs = 5000;
/** No start delay when due this soon: a workflow timer is more exact than the server's start delay. */
const startDelayFromMs = 1000;

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
      const facts = await OutboxEntry.factsForDispatch(outboxId);
      if (!facts) return await OutboxEntry.markDispatched(outboxId, 'dropped');
      const outcome = await breaker.execute(async () => send(client, facts));
      await OutboxEntry.markDispatched(outboxId, outcome);
      metrics.dispatches.inc({ outcome });
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) logger.warn({ err: error, outboxId }, 'dispatch put off');
      metrics.dispatches.inc({ outcome: 'postponed' });
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
  } catch (error) {
    logger.error({ err: error, outboxId }, 'an outbox entry could not be put off; its claim runs out by itself');
  }
}

/** Carries out one entry within the deadline, or throws; a deadline passed means that the outcome is unknown. */
async function send(client: Client, facts: DispatchFacts): Promise<'sent' | 'already' | 'dropped'> {
  switch (facts.kind) {
    case 'start':
      return isVoid(facts) ? 'dropped' : start(client, facts);
    case 'cancel':
      return end(client, async () => {
        await handleOf(client, facts).cancel();
      });
    case 'terminate':
      return end(client, async () => {
        await handleOf(client, facts).terminate(`superseded by generation ${facts.currentGeneration}`);
      });
  }
}

/** A start is void once another generation has taken over, or the job has ended and owes no clean-up. */
function isVoid(facts: DispatchFacts): boolean {
  if (facts.currentGeneration !== facts.generation) return true;
  return endedStatuses.includes(facts.status) && facts.cleanup !== 'due';
}

async function start(client: Client, facts: DispatchFacts): Promise<'sent' | 'already'> {
  const { subjectId: assignmentId, generation, platform, scheduledAt } = facts;
  const job = { assignmentId, generation, platform };
  try {
    await withinDeadline(client, async () =>
      client.workflow.start(facts.workflow, {
        workflowId: publishWorkflowId(job),
        taskQueue: mainQueue,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        args: [job],
        ...(facts.waitMs >= startDelayFromMs && { startDelay: facts.waitMs }),
        priority: {
          priorityKey: scheduledAt ? priorities.scheduled : priorities.immediate,
          fairnessKey: facts.workspaceId,
        },
        staticSummary: `${platform} ${facts.type} to ${facts.channelName}`.slice(0, 150),
        typedSearchAttributes: [
          keyword('AssignmentId', assignmentId),
          keyword('WorkspaceId', facts.workspaceId),
          keyword('ConnectionId', facts.connectionId),
          keyword('Platform', platform),
          keyword('ContentType', facts.type),
          keyword('AssignmentStatus', facts.status),
          ...(scheduledAt ? [scheduledAtAttribute(scheduledAt)] : []),
        ],
      }),
    );
    return 'sent';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'already';
    throw error;
  }
}

async function end(client: Client, call: () => Promise<void>): Promise<'sent' | 'already'> {
  try {
    await withinDeadline(client, call);
    return 'sent';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'already';
    throw error;
  }
}

function handleOf(client: Client, { subjectId, generation }: DispatchFacts) {
  return client.workflow.getHandle(publishWorkflowId({ assignmentId: subjectId, generation }));
}

/**
 * `withDeadline` alone lets a start hang for 18 s while the server is away, because the client's retry wait ignores
 * it; the race ends that.
 */
async function withinDeadline<T>(client: Client, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Temporal did not answer within ${callDeadlineMs} ms`)), callDeadlineMs);
  });
  try {
    return await Promise.race([client.withDeadline(Date.now() + callDeadlineMs, call), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
