import { publishWorkflowId } from '../../domain/workflowContract';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun } from '../support/runs/publishing';
import { use } from '../support/use';

const publishing = usePublishing({ workers: false });
const channel = use(async () => publishing.connect());

async function memoOf(run: CreatedRun): Promise<unknown> {
  await publishing.dispatcher.dispatch(run.outboxId);
  return (await publishing.temporal.client.workflow.getHandle(publishWorkflowId(run)).describe()).memo;
}

it('a process without traces hands the trace of an order on to the run', async () => {
  const run = await publishing.create(channel);
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  await publishing.database.query('UPDATE outbox SET traceparent = $2 WHERE id = $1', [run.outboxId, traceparent]);
  expect(await memoOf(run)).toEqual({ traceparent });
});

it('an order without a trace gives the run no memo', async () => {
  expect(await memoOf(await publishing.create(channel))).toEqual({});
});
