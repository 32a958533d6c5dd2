import { createDatabaseActivities, createPlatformActivities } from '../../../activities';
import { reportStep } from '../../../activities/run/report';
import type { CreatedJob } from '../../support/runs/publishing';
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
  const jobs: CreatedJob[] = [];
  for (let made = 0; made < count; made += 1) {
    const job = await publishing.create(channel);
    await steps.begin(job);
    await bring(publishing.deps, job);
    await reportStep(publishing.deps, job, { is: 'uploaded', generation: job.generation });
    jobs.push(job);
  }
  const looksOf = async (): Promise<number[]> => {
    const before = (await publishing.callsSince(0)).at(-1)!.seq;
    const failures = await Promise.allSettled(jobs.map(async (job) => environment().run(steps.publish, job, false)));
    const stillProcessing = { status: 'rejected', reason: { type: 'STILL_PROCESSING' } };
    expect(failures).toMatchObject(jobs.map(() => stillProcessing));
    const calls = await publishing.callsSince(before);
    expect(calls.every(({ method, path }) => method === 'GET' && path === '/youtube/v3/videos')).toBe(true);
    return calls.map(({ query }) => new URLSearchParams(query).get('id')!.split(',').length);
  };

  expect(await looksOf()).toEqual(jobs.map(() => 1));
  const together = await looksOf();
  expect(together.reduce((sum, ids) => sum + ids, 0)).toBe(count);
  expect(together.length).toBeLessThan(count / 3);
});
