import type { FailureCode } from '../../domain/failures';
import { failureKinds } from '../../domain/failures';
import type { Assignment } from '../../models/Assignment';
import { inTransaction } from '../../models/database';
import { Draft } from '../../models/Draft';
import { endCleanup } from '../../models/endCleanup';
import { leftoverOf } from '../../models/madeOf';
import { retryAssignment } from '../../models/transition';
import { ImpossibleTransition } from '../../models/obstacle';
import { sessionContext, Upload } from '../../models/Upload';
import { useDatabase } from '../support/database';
import { buildJobs, error, move, post, targets } from '../support/jobs';
import type { Job } from '../support/jobs';
import { testSecrets as secrets } from '../support/secrets';
import { use } from '../support/use';
import { noteFailedTry, noteStillProcessing } from '../../models/tries';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

describe('the rows that a transition writes', () => {
  it('is a timeline with every step once, in order, by the database clock', async () => {
    const job = await jobs.walked('published');
    for (const name of ['uploading', 'published', 'uploaded', 'processing'] as const) await move(job, targets[name]);
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

  it('keeps the first error of a job that is failed twice', async () => {
    const job = await jobs.walked('failed');
    await move(job, { to: 'failed', error: { code: 'INTERNAL', message: 'Another one.' } });
    expect(await jobs.row(job)).toMatchObject({ errors: [error] });
  });

  it('begins the count of failed tries anew', async () => {
    const job = await jobs.walked('uploading');
    await noteFailedTry(job.assignmentId, 1, error);
    expect(await jobs.row(job)).toMatchObject({ tries: 1, tries_began_at: expect.any(Date), last_failure: error });
    await move(job, targets.uploaded);
    expect(await jobs.row(job)).toMatchObject({ tries: 0, tries_began_at: null, last_failure: null });
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

  it.each(['published', 'failed', 'cancelled'] as const)(
    'is settled once, however often %s is asked for',
    async (to) => {
      const job = await jobs.walked(to === 'published' ? 'processing' : 'uploaded');
      for (let round = 0; round < 3; round += 1) await move(job, targets[to]);
      for (const other of ['published', 'failed', 'cancelled'] as const) await move(job, targets[other]);
      expect(await jobs.entries(job)).toHaveLength(2);
    },
  );
});

/**
 * ARCHITECTURE.md §3.7, typed by hand: after these failures retry goes on with what the platform has; after all others
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
    const outcome = await move(job, { to: 'failed', error: { code, message: 'x' } });
    expect(outcome).toMatchObject({ kind: 'moved', cleanupDue: isDue });
    expect(await jobs.row(job)).toMatchObject({ cleanup: isDue ? 'due' : 'none' });
    expect(await move(job, targets.failed)).toMatchObject({ kind: 'already', cleanupDue: isDue });
    expect(await move(job, targets.uploaded)).toMatchObject({ kind: 'ended', cleanupDue: isDue });
  });

  it('is due after a code that no catalogue knows', async () => {
    const job = await jobs.walked('uploading');
    await jobs.leave(job, { session: 'sealed' });
    await move(job, { to: 'failed', error: { code: 'toString', message: 'x' } });
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'due' });
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
      expect(await move(job, target)).toMatchObject({ cleanupDue: cleanup === 'due' });
      expect(await jobs.row(job)).toMatchObject({ cleanup });
    }
  });

  it('is none when nothing was begun on the platform', async () => {
    for (const target of [targets.cancelled, targets.failed]) {
      const job = await jobs.pending();
      expect(await move(job, target)).toMatchObject({ kind: 'moved', cleanupDue: false });
      expect(await jobs.row(job)).toMatchObject({ cleanup: 'none' });
    }
  });

  it('is never due for what is public', async () => {
    const job = await jobs.walked('processing');
    await jobs.leave(job, { session: 'sealed', objectId: 'video-1' });
    expect(await move(job, targets.published)).toMatchObject({ kind: 'moved', cleanupDue: false });
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
    expect(await move(job, targets.cancelled)).toMatchObject({ kind: 'already', cleanupDue: false });
  });
});

describe('retryAssignment', () => {
  const holdId = '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a';
  const retry = async ({ assignmentId: id }: Pick<Job, 'assignmentId'>, generation = 1) =>
    inTransaction(database.sequelize, async (transaction) =>
      retryAssignment({ id, generation } as Assignment, holdId, transaction),
    );

  it('lets every transition be made once more, in the next generation, and in those after it not again', async () => {
    const job = await jobs.walked('failed');
    expect(await retry(job)).toEqual({ generation: 2, owesCleanup: false });
    expect(await move(job, targets.uploading)).toEqual({ kind: 'superseded' });
    expect(await move(job, targets.uploading, 2)).toMatchObject({ kind: 'moved' });
    await database.query('UPDATE assignments SET generation = 3 WHERE id = $1', [job.assignmentId]);
    expect(await move(job, targets.uploading, 3)).toMatchObject({ kind: 'already' });
    expect(await move(job, targets.uploaded, 3)).toMatchObject({ kind: 'moved' });
    expect(await move(job, targets.uploading, 3)).toMatchObject({ kind: 'already' });
    const timeline = ['1 pending', '1 uploading', '1 failed', '2 pending', '2 uploading', '3 uploaded'];
    expect(await jobs.timeline(job)).toEqual(timeline);
  });

  it('begins the time anew for which the platform may process the post', async () => {
    const job = await jobs.walked('processing');
    await noteStillProcessing(job.assignmentId, 1);
    const write = `UPDATE assignments SET processing_since = now() - interval '2 hours' WHERE id = $1`;
    await database.query(write, [job.assignmentId]);
    await move(job, targets.failed);
    await retry(job);
    expect(await noteStillProcessing(job.assignmentId, 2)).toBeLessThan(60_000);
  });

  it.each(['pending', 'uploading', 'uploaded', 'processing', 'published', 'cancelled'] as const)(
    'refuses a job in %s',
    async (status) => {
      await expect(retry(await jobs.walked(status))).rejects.toThrow(ImpossibleTransition);
    },
  );

  it('refuses a job that has moved on', async () => {
    await expect(retry(await jobs.walked('failed'), 2)).rejects.toThrow(ImpossibleTransition);
  });

  it('owes what the failed run owed until it is removed, however far the job goes on', async () => {
    const job = await jobs.walked('uploading');
    await jobs.leave(job, { session: secrets.encrypt('session-1', sessionContext(job.assignmentId)) });
    await move(job, targets.failed);
    await retry(job);
    expect(await leftoverOf(secrets, { ...job, generation: 1 })).toBeNull();
    await move(job, targets.uploading, 2);
    expect(await jobs.row(job)).toMatchObject({ cleanup: 'due' });
    expect(await leftoverOf(secrets, { ...job, generation: 2 })).toMatchObject({
      made: { items: [{ session: 'session-1' }] },
    });
    // Retry would go on with what is there, were it not for what is owed.
    await move(job, { to: 'failed', error: { code: 'TOKEN_EXPIRED', message: 'x' } }, 2);
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
    const { asOf } = (await leftoverOf(secrets, job))!;
    expect(await Upload.owe({ ...job, item: 1 }, { objectId: 'video-2' })).toBe(true);
    expect(await endCleanup(job.assignmentId, 1, { outcome: 'done', asOf })).toBe(false);
    expect((await leftBy(job))[0]).toHaveLength(2);
    const later = (await leftoverOf(secrets, job))!;
    expect(later.made?.items).toHaveLength(2);
    expect(await endCleanup(job.assignmentId, 1, { outcome: 'done', asOf: later.asOf })).toBe(true);
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
