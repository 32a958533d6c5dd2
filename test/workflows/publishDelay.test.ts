import { passTime } from '../support/runs/passTime';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun, Overrides } from '../support/runs/publishing';
import { retryAssignment } from './operations/retryAssignment';

const publishing = usePublishing();
beforeEach(() => publishing.deps.metrics.publishDelaySeconds.reset());

const hourMs = 3_600_000;
const inMs = (ms: number): Date => new Date(Date.now() + ms);

/** The publications that were timed, and the sum of their delays. */
async function timed(): Promise<{ scheduled: string; count: number; seconds: number }[]> {
  const { values } = await publishing.deps.metrics.publishDelaySeconds.get();
  const of = (end: string) => values.filter(({ metricName }) => metricName?.endsWith(end));
  return of('_count').map(({ labels, value: count }) => {
    const sum = of('_sum').find((one) => one.labels['scheduled'] === labels['scheduled']);
    return { scheduled: String(labels['scheduled']), count, seconds: sum!.value };
  });
}

/** An assignment that was created some time ago and is dispatched now. */
async function submitLate(lateMs: number, overrides: Overrides = {}): Promise<CreatedRun> {
  const assignment = await publishing.create(await publishing.connect(), overrides);
  await passTime(publishing.database, assignment.assignmentId, lateMs);
  await publishing.dispatcher.dispatch(assignment.outboxId);
  return assignment;
}

async function expectPublished(assignment: CreatedRun): Promise<void> {
  expect((await publishing.outcomeOf(assignment)).row.status).toBe('published');
}

describe('the delay of a publication', () => {
  it('is counted once, from the request of a post that is due at once', async () => {
    await expectPublished(await submitLate(hourMs));
    const [only, ...others] = await timed();
    expect([only, others]).toMatchObject([{ scheduled: 'no', count: 1 }, []]);
    expect(only!.seconds).toBeGreaterThanOrEqual(3600);
  });

  it('is counted from the time of a post that has one, however long before that it was asked for', async () => {
    await expectPublished(await submitLate(2 * hourMs, { scheduledAt: inMs(hourMs) }));
    const [only, ...others] = await timed();
    expect([only, others]).toMatchObject([{ scheduled: 'yes', count: 1 }, []]);
    expect(only!.seconds).toBeGreaterThanOrEqual(3600);
    expect(only!.seconds).not.toBeGreaterThanOrEqual(7200);
  });

  it('is counted from the request where the time was over by then', async () => {
    await expectPublished(await submitLate(0, { scheduledAt: inMs(-hourMs) }));
    const [only] = await timed();
    expect(only).toMatchObject({ scheduled: 'no', count: 1 });
    expect(only!.seconds).not.toBeGreaterThanOrEqual(3600);
  });

  it('is counted from the retry of a post that has failed, and not for the failure', async () => {
    await publishing.fault({ method: 'PUT', path: '/upload/youtube/v3/videos', times: 8 }, { error: 'forbidden' });
    const assignment = await submitLate(0);
    expect((await publishing.outcomeOf(assignment)).row.status).toBe('failed');
    expect(await timed()).toEqual([]);
    await publishing.sandbox.control('DELETE', '/faults');
    await passTime(publishing.database, assignment.assignmentId, hourMs);
    await expectPublished(await retryAssignment(publishing, assignment));
    const [only] = await timed();
    expect(only).toMatchObject({ scheduled: 'no', count: 1 });
    expect(only!.seconds).not.toBeGreaterThanOrEqual(3600);
  });

  it('is counted once where the answer of the call that published is lost', async () => {
    await publishing.fault({ method: 'PUT', path: '/youtube/v3/videos' }, { loseAnswer: true });
    const assignment = await submitLate(0);
    await expectPublished(assignment);
    expect(await timed()).toMatchObject([{ scheduled: 'no', count: 1 }]);
  });
});

describe('tries that fail', () => {
  it('are counted by their error code while they are made again', async () => {
    await publishing.fault({ method: 'POST', path: '/upload/youtube/v3/videos', times: 3 }, { status: 503 });
    await expectPublished(await submitLate(0));
    const { values } = await publishing.deps.metrics.triesFailed.get();
    expect(values).toEqual([{ labels: { platform: 'youtube', code: 'PLATFORM_UNAVAILABLE' }, value: 3 }]);
  });
});
