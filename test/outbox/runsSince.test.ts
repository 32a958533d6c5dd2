import { runsSince } from '../../outbox/runsSince';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun } from '../support/runs/publishing';
import { until } from '../support/until';

const publishing = usePublishing();
const client = () => publishing.temporal.client;
const hourMs = 3_600_000;

/** What is known of the run, as soon as Temporal lists it with that end. */
async function seen({ assignmentId }: CreatedRun, mayBePublished: boolean) {
  const read = async () => (await runsSince(client(), new Date())).find(({ id }) => id === assignmentId);
  return until(async () => (await read())?.mayBePublished === mayBePublished && read());
}

it('may have published a post, unless a run says that it has not, or its time is still to come', async () => {
  const channel = await publishing.connect();
  const published = await publishing.submit(channel);
  const failed = await publishing.submit(channel, { mediaUrl: publishing.media.serve({ status: 404 }).url });
  const waiting = await publishing.submit(channel, { scheduledAt: new Date(Date.now() + hourMs) });
  const cancelled = await publishing.submit(channel, { scheduledAt: new Date(Date.now() + hourMs) });
  const runOf = ({ assignmentId, generation }: CreatedRun) =>
    client().workflow.getHandle(`assignment/${assignmentId}/${generation}`);
  await publishing.outcomeOf(published);
  await publishing.outcomeOf(failed);
  await runOf(cancelled).cancel();
  await publishing.outcomeOf(cancelled);

  const { assignmentId: id } = published;
  expect(await seen(published, true)).toEqual({ id, generation: 1, mayBePublished: true });
  for (const one of [failed, waiting, cancelled]) expect(await seen(one, false)).toMatchObject({ generation: 1 });
  await runOf(waiting).terminate();
  expect(await seen(waiting, true)).toMatchObject({ generation: 1 });
});

it('is the newest of its assignment, and none from long before', async () => {
  const assignment = await publishing.submit(await publishing.connect());
  const { assignmentId: id, platform } = assignment;
  for (const generation of [10, 9])
    await client().workflow.start('publishAssignment', {
      workflowId: `assignment/${id}/${generation}`,
      taskQueue: 'none',
      args: [{ assignmentId: id, generation, platform }],
    });
  const read = async (moment: Date) => (await runsSince(client(), moment)).filter((run) => run.id === id);
  await until(async () => (await read(new Date()))[0]?.generation === 10);
  expect(await read(new Date(Date.now() + hourMs))).toEqual([]);
  for (const generation of [10, 9]) await client().workflow.getHandle(`assignment/${id}/${generation}`).terminate();
});
