import { setTimeout as delay } from 'node:timers/promises';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { expectResumed, mib, uploadInTheMiddle } from './haltedUploads';

const deployment = useDeployment();

it('a worker that is asked to stop in the middle of an upload does so in order, and another goes on where the platform is', async () => {
  const worker = await deployment.up('worker');
  const halted = await uploadInTheMiddle(deployment, 4 * mib);
  const other = await deployment.up('worker');
  // An activity that does not end by itself is ended with the process, and the code is then 1.
  expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(worker.errors()).toBe('');
  halted.source.resume();
  await expectResumed(deployment, halted);
  expect(await other.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

it('a worker that is killed while it prepares a post costs it nothing but seconds when its time comes', async () => {
  const worker = await deployment.up('worker');
  await deployment.fault({ method: 'GET', path: '/youtube/v3/videos', nth: 1 }, { hang: true });
  const payload = { title: 'At noon', privacy: 'public', tags: [], madeForKids: false };
  const scheduledAt = new Date(Date.now() + 12_000);
  const assignment = await deployment.submit(await deployment.connect(), {
    payload,
    scheduledAt,
    prepareAheadSeconds: 3600,
  });
  await until(async () => (await deployment.sandbox.control('GET', '/faults')).body.faults[0].seen === 1);
  const other = await deployment.up('worker');
  // The time comes before Temporal misses the heartbeat of the preparation, which then is not tried again.
  await delay(scheduledAt.getTime() - Date.now() - 200);
  await worker.end('SIGKILL');
  const { row, run, videos } = await deployment.outcomeOf(assignment, 40_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(videos).toHaveLength(1);
  expect(Date.parse(videos[0].publicSince)).toBeGreaterThanOrEqual(scheduledAt.getTime());
  expect(await other.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
