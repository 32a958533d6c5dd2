import { createDatabaseActivities, createPlatformActivities } from '../../../activities';
import { reportStep } from '../../../activities/run/report';
import type { CreatedRun } from '../../support/runs/publishing';
import { usePublishing } from '../../support/runs/publishing';
import { use } from '../../support/use';
import { bring } from '../publishing/bring';
import { environment } from '../environment';

/** As in production: a look after some tries waits up to a second for others. */
const publishing = usePublishing({ workers: false, deps: { processingPollMs: 5_000 } });
const steps = use(async () => ({
  ...createDatabaseActivities(publishing.deps),
  ...createPlatformActivities(publishing.deps),
}));
const count = 12;

it('many videos of a channel that are processed are asked about one by one at first, and together from then on', async () => {
  await publishing.sandbox.control('POST', '/settings', { processingMs: 3_600_000 });
  const channel = await publishing.connect();
  const assignments: CreatedRun[] = [];
  for (let made = 0; made < count; made += 1) {
    const assignment = await publishing.create(channel);
    await steps.begin(assignment);
    await bring(publishing.deps, assignment);
    await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: assignment.generation });
    assignments.push(assignment);
  }
  const looksOf = async (): Promise<number[]> => {
    const before = (await publishing.callsSince(0)).at(-1)!.seq;
    const failures = await Promise.allSettled(
      assignments.map(async (assignment) => environment().run(steps.publish, assignment, false)),
    );
    const stillProcessing = { status: 'rejected', reason: { type: 'STILL_PROCESSING' } };
    expect(failures).toMatchObject(assignments.map(() => stillProcessing));
    const calls = await publishing.callsSince(before);
    expect(calls.every(({ method, path }) => method === 'GET' && path === '/youtube/v3/videos')).toBe(true);
    return calls.map(({ query }) => new URLSearchParams(query).get('id')!.split(',').length);
  };

  expect(await looksOf()).toEqual(assignments.map(() => 1));
  const together = await looksOf();
  expect(together.reduce((sum, ids) => sum + ids, 0)).toBe(count);
  expect(together.length).toBeLessThan(count / 3);
});
