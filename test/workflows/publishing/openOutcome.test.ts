import { publishWorkflowId } from '../../../domain/workflowContract';
import type { PlatformSlug } from '../../../domain/platform';
import type { Platform } from '../../../platforms/Platform';
import type { Json } from '../../support/servers/sandbox';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun, Overrides, Outcome } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { retry } from '../../support/retry';
import { retryAssignment } from '../operations/retryAssignment';

const payload = { title: 'Perhaps', privacy: 'public', tags: [], madeForKids: false };
const videos = '/youtube/v3/videos';

const publishing = usePublishing();
beforeAll(() => {
  const platforms = publishing.deps.platforms as Map<PlatformSlug, Platform>;
  platforms.set('youtube', { ...platforms.get('youtube')!, settleMs: 0 });
});

async function outcomeOf(assignment: CreatedRun, code: string): Promise<Outcome> {
  const outcome = await publishing.outcomeOf(assignment);
  expect(outcome.row.errors).toMatchObject([{ code }]);
  return outcome;
}

/** An assignment that failed with an open outcome, while its post is public; no fault is set any more. */
async function publicAndFailed(overrides: Overrides = {}): Promise<CreatedRun & { seq: number }> {
  await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
  await publishing.fault({ method: 'GET', path: videos, nth: 3 }, { error: 'forbidden' });
  const assignment = await publishing.submit(await publishing.connect(), { payload, ...overrides });
  expect(await outcomeOf(assignment, 'OUTCOME_UNKNOWN')).toMatchObject({
    row: { status: 'failed', cleanup: 'none' },
    videos: [{ status: { privacyStatus: 'public' } }],
  });
  await publishing.sandbox.control('DELETE', '/faults');
  return { ...assignment, seq: (await publishing.callsSince(0)).at(-1)!.seq };
}

/** Found by its retry: one post, charged once, and nothing changed on the platform. */
async function expectFound(assignment: CreatedRun, seq: number): Promise<void> {
  const { run, row, statuses, credits, videos: posts } = await publishing.outcomeOf(assignment);
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
  it('fails the assignment with an open outcome, whatever its last fault was', async () => {
    await publishing.fault({ method: 'PUT', path: videos, times: 7 }, { status: 503 });
    await publishing.fault({ method: 'PUT', path: videos, nth: 8 }, { loseAnswer: true });
    const assignment = await publishing.submit(await publishing.connect(), { payload });
    const { row, videos: posts } = await outcomeOf(assignment, 'OUTCOME_UNKNOWN');
    expect(row).toMatchObject({ status: 'failed', cleanup: 'none' });
    expect(posts).toMatchObject([{ status: { privacyStatus: 'public' } }]);
    const { seq } = (await publishing.callsSince(0)).at(-1)!;
    await publishing.sandbox.control('DELETE', '/faults');
    await expectFound(await retryAssignment(publishing, assignment), seq);
  });

  it('is resolved by a retry before anything else: neither its time nor its connection is an obstacle', async () => {
    const { seq, ...assignment } = await publicAndFailed();
    const change = `UPDATE assignments SET scheduled_at = now() + interval '1 day' WHERE id = $1 RETURNING id`;
    await publishing.database.query(change, [assignment.assignmentId]);
    const { generation, outboxIds } = await retry(assignment.assignmentId);
    const deactivate = 'UPDATE connections SET is_active = false WHERE id = $1 RETURNING id';
    await publishing.database.query(deactivate, [assignment.channel.connectionId]);
    for (const id of outboxIds) await publishing.dispatcher.dispatch(id);
    await expectFound({ ...assignment, generation }, seq);
  });

  it('is resolved although the run of the retry is cancelled at once', async () => {
    const { seq, ...assignment } = await publicAndFailed();
    await publishing.fault({ method: 'GET', path: videos }, { delayMs: 500 });
    const retried = await retryAssignment(publishing, assignment);
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(retried)).cancel();
    await expectFound(retried, seq);
  });

  it('is judged by the payload that it had, whatever the assignment is to be by now', async () => {
    const { seq, ...assignment } = await publicAndFailed();
    const edit = `UPDATE assignments SET payload = payload || '{"privacy": "private"}' WHERE id = $1 RETURNING id`;
    await publishing.database.query(edit, [assignment.assignmentId]);
    await expectFound(await retryAssignment(publishing, assignment), seq);
  });

  it('stays open, and makes no second post, while the platform does not find the first', async () => {
    const { seq, ...assignment } = await publicAndFailed();
    await publishing.fault({ method: 'GET', path: videos, times: 100 }, { status: 200, body: { items: [] } });
    const second = await retryAssignment(publishing, assignment);
    expect(await outcomeOf(second, 'OUTCOME_UNKNOWN')).toMatchObject({ row: { cleanup: 'none' } });
    const third = await retryAssignment(publishing, second);
    const { videos: posts } = await outcomeOf(third, 'OUTCOME_UNKNOWN');
    expect(posts).toHaveLength(1);
    const calls = await publishing.callsSince(seq);
    expect(calls.filter(({ method }: Json) => method !== 'GET')).toEqual([]);
  });

  it('that turns out not to have happened is made again by the retry', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { cutAfterBytes: 0 });
    await publishing.fault({ method: 'GET', path: videos, nth: 3 }, { error: 'forbidden' });
    const assignment = await publishing.submit(await publishing.connect(), { payload });
    await outcomeOf(assignment, 'OUTCOME_UNKNOWN');
    await publishing.sandbox.control('DELETE', '/faults');
    const { row, videos: posts, run } = await publishing.outcomeOf(await retryAssignment(publishing, assignment));
    expect([run, row.status]).toEqual(['COMPLETED', 'published']);
    expect(posts).toMatchObject([{ id: row.platformPostId, status: { privacyStatus: 'public' } }]);
  });
});

it('a run that is cancelled past the point of no return publishes, and completes', async () => {
  await publishing.sandbox.control('POST', '/settings', { processingMs: 1000 });
  const assignment = await publishing.submit(await publishing.connect(), { payload });
  const statusOf = `SELECT 1 FROM assignments WHERE id = $1 AND status = 'processing'`;
  await until(async () => (await publishing.database.query(statusOf, [assignment.assignmentId])).length === 1);
  await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).cancel();
  const { run, row } = await publishing.outcomeOf(assignment);
  expect([run, row.status]).toEqual(['COMPLETED', 'published']);
});
