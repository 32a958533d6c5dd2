import { publishWorkflowId } from '../../domain/workflowContract';
import { videoBytes } from '../support/media';
import type { Media } from '../support/mediaSource';
import { settingsFor, startProcess } from '../support/processes';
import type { ServiceProcess } from '../support/processes';
import { startPublishing } from '../support/publishing';
import type { CreatedJob, Publishing } from '../support/publishing';
import { until } from '../support/until';

const mib = 1024 * 1024;
const film = videoBytes(4 * mib);

let publishing: Publishing;
const started: ServiceProcess[] = [];

beforeEach(async () => {
  publishing = await startPublishing({ workers: false });
});
afterEach(async () => {
  await Promise.all(started.map((one) => one.end('SIGKILL')));
  await publishing.stop();
});

const truePace = { TEST_PACE: '1' };

function startWorker(settings: Record<string, string> = {}): ServiceProcess {
  const worker = startProcess('worker', { ...settingsFor(publishing), ...settings });
  started.push(worker);
  return worker;
}

/** A job whose upload stands still in the middle, with two mebibytes at least on the platform. */
async function uploadInTheMiddle(): Promise<{ job: CreatedJob; source: Media }> {
  const source = publishing.media.serve((nth) => ({ bytes: film, pauseAfterBytes: nth === 1 ? 3 * mib : 0 }));
  const channel = await publishing.connect();
  const payload = { title: 'Twice begun', privacy: 'public', tags: [], madeForKids: false };
  const job = await publishing.submit(channel, { mediaUrl: source.url, payload });
  await until(async () => (await publishing.sandbox.state()).uploadSessions[0]?.fileBytes >= 2 * mib, 20_000);
  return { job, source };
}

/** One video, from one session, and no byte that the platform had was sent again. */
async function expectResumed(job: CreatedJob): Promise<void> {
  const { row, run, statuses, credits, videos } = await publishing.outcomeOf(job, 40_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(credits).toEqual(['hold', 'charge']);
  expect(videos).toHaveLength(1);
  expect((await publishing.sandbox.state()).uploadSessions).toMatchObject([{ status: 'finished' }]);
  const media = await fetch(`${publishing.sandbox.url}/media/${videos[0].id}`);
  expect(film.equals(Buffer.from(await media.arrayBuffer()))).toBe(true);
  const sent = (await publishing.callsSince(0)).filter(({ contentRange = '' }) => /^bytes \d/.test(contentRange));
  const [first, second] = sent;
  expect(sent).toHaveLength(2);
  expect(first!.contentRange).toBe(`bytes 0-${film.length - 1}/${film.length}`);
  const from = Number(/^bytes (\d+)-/.exec(second!.contentRange!)![1]);
  expect(from).toBeGreaterThanOrEqual(2 * mib);
  expect(from).toBeGreaterThan(first!.bytes - 256 * 1024);
}

describe('a worker in the middle of an upload', () => {
  it('that is killed is replaced by another, which goes on where the platform is, at the true pace', async () => {
    const worker = startWorker(truePace);
    const { job, source } = await uploadInTheMiddle();
    const other = startWorker(truePace);
    await other.ready();
    expect(await worker.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    source.resume();
    await expectResumed(job);
  });

  it('that is asked to stop does so in order, and another goes on where the platform is', async () => {
    const worker = startWorker();
    const { job, source } = await uploadInTheMiddle();
    const other = startWorker();
    await other.ready();
    // An activity that does not end by itself is ended with the process, and the code is then 1.
    expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(worker.errors()).toBe('');
    source.resume();
    await expectResumed(job);
    expect(await other.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('that dies leaves a run that an operator cancels meanwhile as cancelled, with nothing left behind', async () => {
    const worker = startWorker();
    const { job } = await uploadInTheMiddle();
    expect(await worker.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(job)).cancel();
    startWorker();
    const { row, run, statuses, credits, videos } = await publishing.outcomeOf(job, 40_000);
    expect({ run, status: row.status, errors: row.errors }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      errors: [],
    });
    expect(statuses).toEqual(['pending', 'uploading', 'cancelled']);
    expect({ credits, videos }).toEqual({ credits: ['hold', 'release'], videos: [] });
    expect((await publishing.sandbox.state()).uploadSessions).toMatchObject([{ status: 'cancelled' }]);
  });
});
