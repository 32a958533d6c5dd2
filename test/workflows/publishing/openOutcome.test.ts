import { publishWorkflowId } from '../../../domain/workflowContract';
import type { PlatformSlug } from '../../../domain/platform';
import type { Platform } from '../../../platforms/Platform';
import type { Json } from '../../support/servers/sandbox';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedJob, JobOverrides, Outcome } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { retry } from '../../support/retry';
import { retryJob } from '../operations/retryJob';

const payload = { title: 'Perhaps', privacy: 'public', tags: [], madeForKids: false };
const videos = '/youtube/v3/videos';

const publishing = usePublishing();
beforeAll(() => {
  const platforms = publishing.deps.platforms as Map<PlatformSlug, Platform>;
  platforms.set('youtube', { ...platforms.get('youtube')!, settleMs: 0 });
});

async function outcomeOf(job: CreatedJob, code: string): Promise<Outcome> {
  const outcome = await publishing.outcomeOf(job);
  expect(outcome.row.errors).toMatchObject([{ code }]);
  return outcome;
}

/** A job that failed with an open outcome, while its post is public; no fault is set any more. */
async function publicAndFailed(overrides: JobOverrides = {}): Promise<CreatedJob & { seq: number }> {
  await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
  await publishing.fault({ method: 'GET', path: videos, nth: 3 }, { error: 'forbidden' });
  const job = await publishing.submit(await publishing.connect(), { payload, ...overrides });
  expect(await outcomeOf(job, 'OUTCOME_UNKNOWN')).toMatchObject({
    row: { status: 'failed', cleanup: 'none' },
    videos: [{ status: { privacyStatus: 'public' } }],
  });
  await publishing.sandbox.control('DELETE', '/faults');
  return { ...job, seq: (await publishing.callsSince(0)).at(-1)!.seq };
}

/** Found by its retry: one post, charged once, and nothing changed on the platform. */
async function expectFound(job: CreatedJob, seq: number): Promise<void> {
  const { run, row, statuses, credits, videos: posts } = await publishing.outcomeOf(job);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(statuses.slice(-5)).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(credits).toEqual(['hold', 'release', 'hold', 'charge']);
  expect(posts).toMatchObject([{ id: row.platformPostId, status: { privacyStatus: 'public' } }]);
  const calls = await publishing.callsSince(seq);
  expect(calls.filter(({ method }: Json) => method !== 'GET')).toEqual([]);
}

describe('a call that may have published', () => {
  it('fails the job with an open outcome, whatever its last fault was', async () => {
    await publishing.fault({ method: 'PUT', path: videos, times: 7 }, { status: 503 });
    await publishing.fault({ method: 'PUT', path: videos, nth: 8 }, { loseAnswer: true });
    const job = await publishing.submit(await publishing.connect(), { payload });
    const { row, videos: posts } = await outcomeOf(job, 'OUTCOME_UNKNOWN');
    expect(row).toMatchObject({ status: 'failed', cleanup: 'none' });
    expect(posts).toMatchObject([{ status: { privacyStatus: 'public' } }]);
    const { seq } = (await publishing.callsSince(0)).at(-1)!;
    await publishing.sandbox.control('DELETE', '/faults');
    await expectFound(await retryJob(publishing, job), seq);
  });

  it('is resolved by a retry before anything else: neither its time nor its connection is an obstacle', async () => {
    const { seq, ...job } = await publicAndFailed();
    const change = `UPDATE assignments SET scheduled_at = now() + interval '1 day' WHERE id = $1 RETURNING id`;
    await publishing.database.query(change, [job.assignmentId]);
    const { generation, outboxIds } = await retry(job.assignmentId);
    const deactivate = 'UPDATE connections SET is_active = false WHERE id = $1 RETURNING id';
    await publishing.database.query(deactivate, [job.channel.connectionId]);
    for (const id of outboxIds) await publishing.dispatcher.dispatch(id);
    await expectFound({ ...job, generation }, seq);
  });

  it('is resolved although the run of the retry is cancelled at once', async () => {
    const { seq, ...job } = await publicAndFailed();
    await publishing.fault({ method: 'GET', path: videos }, { delayMs: 500 });
    const retried = await retryJob(publishing, job);
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(retried)).cancel();
    await expectFound(retried, seq);
  });

  it('is judged by the payload that it had, whatever the job is to be by now', async () => {
    const { seq, ...job } = await publicAndFailed();
    const edit = `UPDATE assignments SET payload = payload || '{"privacy": "private"}' WHERE id = $1 RETURNING id`;
    await publishing.database.query(edit, [job.assignmentId]);
    await expectFound(await retryJob(publishing, job), seq);
  });

  it('stays open, and makes no second post, while the platform does not find the first', async () => {
    const { seq, ...job } = await publicAndFailed();
    await publishing.fault({ method: 'GET', path: videos, times: 100 }, { status: 200, body: { items: [] } });
    const second = await retryJob(publishing, job);
    expect(await outcomeOf(second, 'OUTCOME_UNKNOWN')).toMatchObject({ row: { cleanup: 'none' } });
    const third = await retryJob(publishing, second);
    const { videos: posts } = await outcomeOf(third, 'OUTCOME_UNKNOWN');
    expect(posts).toHaveLength(1);
    const calls = await publishing.callsSince(seq);
    expect(calls.filter(({ method }: Json) => method !== 'GET')).toEqual([]);
  });

  it('that turns out not to have happened is made again by the retry', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { cutAfterBytes: 0 });
    await publishing.fault({ method: 'GET', path: videos, nth: 3 }, { error: 'forbidden' });
    const job = await publishing.submit(await publishing.connect(), { payload });
    await outcomeOf(job, 'OUTCOME_UNKNOWN');
    await publishing.sandbox.control('DELETE', '/faults');
    const { row, videos: posts, run } = await publishing.outcomeOf(await retryJob(publishing, job));
    expect([run, row.status]).toEqual(['COMPLETED', 'published']);
    expect(posts).toMatchObject([{ id: row.platformPostId, status: { privacyStatus: 'public' } }]);
  });
});

it('a run that is cancelled past the point of no return publishes, and completes', async () => {
  await publishing.sandbox.control('POST', '/settings', { processingMs: 1000 });
  const job = await publishing.submit(await publishing.connect(), { payload });
  const statusOf = `SELECT 1 FROM assignments WHERE id = $1 AND status = 'processing'`;
  await until(async () => (await publishing.database.query(statusOf, [job.assignmentId])).length === 1);
  await publishing.temporal.client.workflow.getHandle(publishWorkflowId(job)).cancel();
  const { run, row } = await publishing.outcomeOf(job);
  expect([run, row.status]).toEqual(['COMPLETED', 'published']);
});
