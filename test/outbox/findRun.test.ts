import { publishWorkflowId } from '../../domain/workflowContract';
import { createFindRun } from '../../outbox/findRun';
import { usePublishing } from '../support/runs/publishing';
import { openGate } from '../support/runs/gate';
import { use, useEach } from '../support/use';

const publishing = usePublishing({ workers: false });
const channel = use(async () => publishing.connect());
const gate = useEach(async () => openGate(publishing.temporal));
const finder = (uiUrl: string | null = 'https://temporal.example') =>
  createFindRun(gate.client, uiUrl, publishing.deps.logger);
const page = (workflowId: string) =>
  `https://temporal.example/namespaces/${publishing.temporal.namespace}/workflows/${encodeURIComponent(workflowId)}`;

it('finds the run of a generation, and its page', async () => {
  const assignment = await publishing.create(channel);
  await publishing.dispatcher.dispatch(assignment.outboxId);
  const workflowId = publishWorkflowId(assignment);
  const { runId } = await publishing.temporal.client.workflow.getHandle(workflowId).describe();

  expect(await finder()(assignment)).toEqual({ workflowId, runId, url: `${page(workflowId)}/${runId}/history` });
  expect(await finder(null)(assignment)).toEqual({ workflowId, runId, url: null });
});

it('names no run where none is started, or where Temporal does not answer', async () => {
  const assignment = await publishing.create(channel);
  const workflowId = publishWorkflowId(assignment);
  const none = { workflowId, runId: null, url: page(workflowId) };

  expect(await finder()(assignment)).toEqual(none);
  gate.set('mute');
  expect(await finder()(assignment)).toEqual(none);
});
