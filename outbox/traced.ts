import type { WorkflowStartOptions } from '@temporalio/client';
import type { Traced } from '../domain/workflowContract';
import { inSpan, traceparentNow } from '../lib/tracing/tracing';
import type { DispatchOutcome, WaitingOrder } from '../models/outbox/OutboxEntry';

/** Sends an order as a part of the work that has written it. */
export async function tracedOrder(
  { kind, workflow, traceparent }: WaitingOrder,
  send: () => Promise<DispatchOutcome>,
): Promise<DispatchOutcome> {
  const attributes = { 'content_delivery.order': kind, 'temporal.workflow.type': workflow };
  return inSpan({ name: `dispatch ${workflow}`, kind: 'producer', parent: traceparent, attributes }, async (set) => {
    const outcome = await send();
    set({ 'content_delivery.outcome': outcome });
    return outcome;
  });
}

/**
 * The memo of a run that is started: the trace that its activities go on with. Without traces a run has no memo.
 * @param ordered the trace of the work that has ordered the run. A process without traces hands it on
 */
export function memoOf(ordered: string | null = null): Pick<WorkflowStartOptions, 'memo'> {
  const traceparent = traceparentNow() ?? ordered;
  return traceparent === null ? {} : { memo: { traceparent } satisfies Traced };
}
