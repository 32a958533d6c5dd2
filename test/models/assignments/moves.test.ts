import { failureKinds } from '../../../domain/failures/failures';
import type { FailureCode } from '../../../domain/failures/failures';
import { Draft } from '../../../models/assignments/Draft';
import { madeBy } from '../../support/runs/madeBy';
import { sessionContext, Upload } from '../../../models/assignments/Upload';
import { useDatabase } from '../../support/servers/database';
import { everythingButTheDate } from '../../support/everythingButTheDate';
import { buildJobs, error, move, post, targets } from '../../support/runs/jobs';
import type { Job } from '../../support/runs/jobs';
import { arrive, begin, endCleanup, failTry } from '../../support/runs/reports';
import { retry } from '../../support/retry';
import { storeObject } from '../../support/runs/transfers';
import { testSecrets as secrets } from '../../support/secrets';
import { use } from '../../support/use';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

describe('the rows that a move writes', () => {
  it('is a timeline with every step once, in order, by the database clock', async () => {
    const job = await jobs.walked('published');
    expect(await jobs.timeline(job)).toEqual(['1 pending', '1 uploading', '1 uploaded', '1 processing', '1 published']);
    const [order] = await database.query(
      `SELECT array_agg(at ORDER BY id) = array_agg(at ORDER BY at) AS "isInOrder", count(DISTINCT at)::int AS moments
       FROM assignment_events WHERE assignment_id = $1`,
      [job.assignmentId],
    );
    expect(order).toEqual({ isInOrder: true, moments: 5 });
  });

  it('is the post and the time, for published alone', async () => {
    const job = await jobs.walked('processing');
    expect(await jobs.row(job)).toMatchObject({ platform_post_id: null, platform_url: null, published_at: null });
    await move(job, targets.published);
    expect(await jobs.row(job)).toMatchObject({
      platform_post_id: post.platformPostId,
      platform_url: post.platformUrl,
      published_at: expect.any(Date),
      errors: [],
    });
  });

  it('is the error, for failed alone, in the row and in the timeline', async () => {
    const job = await jobs.walked('failed');
    expect(await jobs.row(job)).toMatchObject({ errors: [error], platform_post_id: null, published_at: null });
    const events = await database.query('SELECT errors FROM assignment_events WHERE assignment_id = $1 ORDER BY id', [
      job.assignmentId,
    ]);
    expect(events).toEqual([{ errors: [] }, { errors: [] }, { errors: [error] }]);
    expect(await jobs.row(await jobs.walked('cancelled'))).toMatchObject({ errors: [] });
  });

  it('begins the count of failed tries anew', async () => {
    const job = await jobs.walked('uploading');
    await failTry(job, error);
    expect(await jobs.row(job)).toMatchObject({ tries: { of: 'upload', count: 1, error } });
    await arrive(job);
    expect(await jobs.row(job)).toMatchObject({ tries: null });
  });

  it('shows in updatedAt', async () => {
    const job = await jobs.pending();
    const { updated_at: before } = await jobs.row(job);
    await move(job, targets.uploading);
    const { updated_at: after } = await jobs.row(job);
    expect((after as Date) > (before as Date)).toBe(true);
  });
});

describe('the hold of a job', () => {
  it.each([
    ['pending', ['hold']],
    ['uploading', ['hold']],
    ['uploaded', ['hold']],
    ['processing', ['hold']],
    ['published', ['hold', 'charge']],
    ['failed', ['hold', 'release']],
    ['cancelled', ['hold', 'release']],
  ] as const)('of a job that is %s has the entries %j', async (status, entries) => {
    expect(await jobs.entries(await jobs.walked(status))).toEqual(entries);
  });
});

/**
 * domain/README.md, typed by hand: after these failures retry goes on with what the platform has; after all others
 * what is not public is removed.
 */
const removedAfter: Record<FailureCode, boolean> = {
  QUOTA_EXCEEDED: false,
  UPLOAD_FAILED: true,
  TOKEN_EXPIRED: false,
  TOKEN_MISSING: true,
  CONNECTION_INACTIVE: true,
  MEDIA_DOWNLOAD_FAILED: true,
  MEDIA_BLOCKED_ADDRESS: true,
  MEDIA_TOO_LARGE: true,
  MEDIA_INVALID: true,
  PLATFORM_REJECTED: true,
  PLATFORM_UNAVAILABLE: true,
  PERMISSION_DENIED: true,
  DUPLICATE_CONTENT: true,
  PROCESSING_FAILED: true,
  PROCESSING_TIMEOUT: false,
  OUTCOME_UNKNOWN: false,
  INTERNAL: true,
};

describe('the clean-up that an ended job owes', () => {
  it.each(Object.entries(removedAfter))('after %s, with a session: %s', async (code, isDue) => {
    expect(Object.keys(removedAfter)).toEqual(Object.keys(failureKinds));
    const job = await jobs.walked('uploading');
    await jobs.leave(job, { session: 'sealed' });
    await move(job, { to: 'failed', error: { code, message: 'x' } });
    expect(await jobs.row(job)).toMatchObject({ cleanup: isDue ? 'due' : 'none' });
  });

  it.each([
    ['a session', { session: 'sealed' }, 'due'],
    ['an object', { objectId: 'video-1' }, 'due'],
    ['both', { session: 'sealed', objectId: 'video-1' }, 'due'],
    ['a transfer that has neither', {}, 'none'],
  ])('of a job with %s, cancelled or failed', async (_what, left, cleanup) => {
    for (const target of [targets.cancelled, targets.failed]) {
      const job = await jobs.walked('uploaded');
      await jobs.leave(job, left);
      await move(job, target);
      expect(await jobs.row(job)).toMatchObject({ cleanup });
    }
  });

  it('is none when nothing was begun on the platform', async () => {
    for (const target of [targets.cancelled, targets.failed]) {
      const job = await jobs.pending();
      await move(job, target);
      expect(await jobs.row(job)).toMatchObject({ cleanup: 'none' });
    }
  });

  it('is never due for what is public', async () => {
    const job = await jobs.walked('processing');
    await jobs.leave(job, { session: 'sealed', objectId: 'video-1' });
    await move(job, targets.published);
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'none' });
  });

  it('ends once, for the generation that owes it', async () => {
    const job = await jobs.walked('uploading');
    await jobs.leave(job, { session: 'sealed' });
    await endCleanup(job.assignmentId, 1, { outcome: 'done' });
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'none' });
    await move(job, targets.cancelled);
    await endCleanup(job.assignmentId, 2, { outcome: 'failed' });
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'due' });
    await endCleanup(job.assignmentId, 1, { outcome: 'done' });
    await endCleanup(job.assignmentId, 1, { outcome: 'failed' });
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'done' });
  });
});

describe('a retry', () => {
  it('owes what the failed run owed until it is removed, however far the job goes on', async () => {
    const job = await jobs.walked('uploading');
    await jobs.leave(job, { session: secrets.encrypt('session-1', sessionContext(job.assignmentId)) });
    await move(job, targets.failed);
    await retry(job.assignmentId);
    await begin({ ...job, generation: 2 });
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'due' });
    expect(await madeBy(secrets, { ...job, generation: 2 })).toMatchObject({
      made: { items: [{ session: 'session-1' }] },
    });
    // Retry would go on with what is there, were it not for what is owed.
    await move(job, { to: 'failed', error: { code: 'TOKEN_EXPIRED', message: 'x' } });
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'due' });
  });
});

describe('a clean-up', () => {
  /** A job that failed with something on the platform. */
  async function owing(): Promise<Job> {
    const job = await jobs.walked('processing');
    await jobs.leave(job, { session: 'sealed', objectId: 'video-1' });
    await database.query(`INSERT INTO drafts (assignment_id, payload) VALUES ($1, '{}')`, [job.assignmentId]);
    await move(job, targets.failed);
    return job;
  }
  const leftBy = async ({ assignmentId }: Job) => [
    await Upload.ofAssignment(assignmentId),
    await Draft.findByPk(assignmentId, { raw: true }),
  ];

  it('that is done forgets what is gone: a retry uploads anew', async () => {
    const job = await owing();
    await endCleanup(job.assignmentId, 1, { outcome: 'done' });
    expect(await leftBy(job)).toEqual([[], null]);
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'done' });
  });

  it('that was true before the job left more is not recorded', async () => {
    const job = { ...(await jobs.walked('processing')), generation: 1 };
    await jobs.leave(job, { objectId: 'video-1' });
    await move(job, targets.failed);
    const { version: asOf } = (await madeBy(secrets, job))!;
    expect(await storeObject({ ...job, item: 1 }, 'video-2')).toBe(true);
    expect(await endCleanup(job.assignmentId, 1, { outcome: 'done', asOf })).toBe(false);
    expect((await leftBy(job))[0]).toHaveLength(2);
    const later = (await madeBy(secrets, job))!;
    expect(later.made.items).toHaveLength(2);
    expect(await endCleanup(job.assignmentId, 1, { outcome: 'done', asOf: later.version })).toBe(true);
    expect(await leftBy(job)).toEqual([[], null]);
  });

  it.each([
    ['kept', 'done'],
    ['failed', 'failed'],
  ] as const)('that has %s the post remembers it', async (outcome, cleanup) => {
    const job = await owing();
    await endCleanup(job.assignmentId, 1, { outcome });
    expect(await leftBy(job)).toMatchObject([[{ objectId: 'video-1' }], { payload: {} }]);
    expect(await jobs.row(job)).toMatchObject({ cleanup });
  });
});

describe('the time of a move', () => {
  it('never comes early', async () => {
    const job = await jobs.pending();
    // As exact as callers can say it: the time of an event is, too.
    const soon = `UPDATE assignments SET scheduled_at = date_trunc('milliseconds', clock_timestamp()) + interval '150 ms' WHERE id = $1`;
    await database.query(soon, [job.assignmentId]);
    while ((await begin(job)).moves.length === 0);
    const [row] = await database.query(
      `SELECT e.at >= a.scheduled_at AS "isLater" FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id
       WHERE a.id = $1 AND e.status = 'uploading'`,
      [job.assignmentId],
    );
    expect(row).toEqual({ isLater: true });
  });

  it.each([
    ['ahead', 366 * 86_400_000],
    ['behind', -366 * 86_400_000],
  ])("goes by the database's clock, with the process's a year %s", async (_how, offMs) => {
    const due = await jobs.pending({ scheduledAt: new Date(Date.now() - 1000) });
    const notDue = await jobs.pending({ scheduledAt: new Date(Date.now() + 3_600_000) });
    jest.useFakeTimers({ now: Date.now() + offMs, doNotFake: [...everythingButTheDate] });
    try {
      expect((await begin(due)).moves).toEqual(['uploading']);
      expect((await begin(notDue)).moves).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
    const [row] = await database.query(
      `SELECT abs(extract(epoch FROM clock_timestamp() - e.at)) < 60 AS "isNow" FROM assignment_events e
       WHERE e.assignment_id = $1 AND e.status = 'uploading'`,
      [due.assignmentId],
    );
    expect(row).toEqual({ isNow: true });
  });
});
