import { setTimeout as delay } from 'node:timers/promises';
import { publishWorkflowId } from '../../domain/workflowContract';
import { videoBytes } from '../support/media';
import type { Media } from '../support/mediaSource';
import type { Exit } from '../support/processes';
import type { CreatedJob } from '../support/publishing';
import { useDeployment } from '../support/deployment';
import { until } from '../support/until';

const mib = 1024 * 1024;
const truePace = { TEST_PACE: '1' };

interface Halted {
  film: Buffer;
  job: CreatedJob;
  source: Media;
}

const deployment = useDeployment();

async function sessionsOf({ job: { channel } }: Pick<Halted, 'job'>) {
  const { uploadSessions } = await deployment.sandbox.stateOf('youtube');
  return uploadSessions.filter(({ channelId }: { channelId: string }) => channelId === channel.channelId);
}

/**
 * A job whose upload stands still in the middle, with two mebibytes at least on the platform.
 * @param sizeBytes by which its calls are distinguished from those of others
 */
async function uploadInTheMiddle(sizeBytes: number): Promise<Halted> {
  const film = videoBytes(sizeBytes);
  const source = deployment.media.serve((nth) => ({ bytes: film, pauseAfterBytes: nth === 1 ? 3 * mib : 0 }));
  const payload = { title: 'Twice begun', privacy: 'public', tags: [], madeForKids: false };
  const job = await deployment.submit(await deployment.connect(), { mediaUrl: source.url, payload });
  await until(async () => (await sessionsOf({ job }))[0]?.fileBytes >= 2 * mib, 40_000);
  return { film, job, source };
}

/** One video, from one session, and no byte that the platform had was sent again. */
async function expectResumed(halted: Halted): Promise<void> {
  const { film, job } = halted;
  const { row, run, statuses, credits, videos } = await deployment.outcomeOf(job, 40_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(credits).toEqual(['hold', 'charge']);
  expect(videos).toHaveLength(1);
  expect(await sessionsOf(halted)).toMatchObject([{ status: 'finished' }]);
  const media = await fetch(`${deployment.sandbox.url}/youtube/media/${videos[0].id}`);
  expect(film.equals(Buffer.from(await media.arrayBuffer()))).toBe(true);
  const range = new RegExp(`^bytes (\\d+)-${film.length - 1}/${film.length}$`);
  const sent = (await deployment.callsSince(0)).filter(({ contentRange = '' }) => range.test(contentRange));
  const [first, second] = sent;
  expect(sent).toHaveLength(2);
  expect(first!.contentRange).toBe(`bytes 0-${film.length - 1}/${film.length}`);
  const from = Number(range.exec(second!.contentRange!)![1]);
  expect(from).toBeGreaterThanOrEqual(2 * mib);
  expect(from).toBeGreaterThan(first!.bytes - 256 * 1024);
}

it('a worker that is asked to stop in the middle of an upload does so in order, and another goes on where the platform is', async () => {
  const worker = await deployment.up('worker');
  const halted = await uploadInTheMiddle(4 * mib);
  const other = await deployment.up('worker');
  // An activity that does not end by itself is ended with the process, and the code is then 1.
  expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(worker.errors()).toBe('');
  halted.source.resume();
  await expectResumed(halted);
  expect(await other.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

it('a worker that is killed while it prepares a post costs it nothing but seconds when its time comes', async () => {
  const worker = await deployment.up('worker');
  await deployment.fault({ method: 'GET', path: '/youtube/v3/videos', nth: 1 }, { hang: true });
  const payload = { title: 'At noon', privacy: 'public', tags: [], madeForKids: false };
  const scheduledAt = new Date(Date.now() + 12_000);
  const job = await deployment.submit(await deployment.connect(), { payload, scheduledAt, prepareAheadSeconds: 3600 });
  await until(async () => (await deployment.sandbox.control('GET', '/faults')).body.faults[0].seen === 1);
  const other = await deployment.up('worker');
  // The time comes before Temporal misses the heartbeat of the preparation, which then is not tried again.
  await delay(scheduledAt.getTime() - Date.now() - 200);
  await worker.end('SIGKILL');
  const { row, run, videos } = await deployment.outcomeOf(job, 40_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(videos).toHaveLength(1);
  expect(Date.parse(videos[0].publicSince)).toBeGreaterThanOrEqual(scheduledAt.getTime());
  expect(await other.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

describe('a worker that is killed in the middle of two uploads, at the true pace,', () => {
  let death: Exit;
  let kept: Halted;
  let cancelled: Halted;

  beforeAll(async () => {
    const worker = await deployment.up('worker', truePace);
    [kept, cancelled] = [await uploadInTheMiddle(5 * mib), await uploadInTheMiddle(6 * mib)];
    death = await worker.end('SIGKILL');
    await deployment.temporal.client.workflow.getHandle(publishWorkflowId(cancelled.job)).cancel();
    await deployment.up('worker', truePace);
  }, 120_000);

  it('is replaced by another, which goes on where the platform is', async () => {
    expect(death).toEqual({ code: null, signal: 'SIGKILL' });
    kept.source.resume();
    await expectResumed(kept);
  });

  it('leaves a run that an operator cancels meanwhile as cancelled, with nothing left behind', async () => {
    const { row, run, statuses, credits, videos } = await deployment.outcomeOf(cancelled.job, 40_000);
    expect({ run, status: row.status, errors: row.errors }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      errors: [],
    });
    expect(statuses).toEqual(['pending', 'uploading', 'cancelled']);
    expect({ credits, videos }).toEqual({ credits: ['hold', 'release'], videos: [] });
    expect(await sessionsOf(cancelled)).toMatchObject([{ status: 'cancelled' }]);
  });
});
