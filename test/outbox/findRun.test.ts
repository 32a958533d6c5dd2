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
const allRuns = (id: string) =>
  `https://temporal.example/namespaces/${publishing.temporal.namespace}/workflows?query=%60AssignmentId%60%3D%22${id}%22`;

it('finds the run of a generation, its page, and the page of all runs for the assignment', async () => {
  const assignment = await publishing.create(channel);
  await publishing.dispatcher.dispatch(assignment.outboxId);
  const workflowId = publishWorkflowId(assignment);
  const { runId } = await publishing.temporal.client.workflow.getHandle(workflowId).describe();

  expect(await finder()(assignment)).toEqual({
    workflowId,
    runId,
    url: `${page(workflowId)}/${runId}/history`,
    runsUrl: allRuns(assignment.assignmentId),
  });
  expect(await finder(null)(assignment)).toEqual({ workflowId, runId, url: null, runsUrl: null });
});

it('names no run where none is started, or where Temporal does not answer', async () => {
  const assignment = await publishing.create(channel);
  const workflowId = publishWorkflowId(assignment);
  const none = { workflowId, runId: null, url: page(workflowId), runsUrl: allRuns(assignment.assignmentId) };

  expect(await finder()(assignment)).toEqual(none);
  gate.set('mute');
  expect(await finder()(assignment)).toEqual(none);
});
