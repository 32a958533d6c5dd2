import { failureKinds } from '../../../domain/failures/failures';
import type { FailureCode } from '../../../domain/failures/failures';
import { Draft } from '../../../models/assignments/Draft';
import { madeBy } from '../../support/runs/madeBy';
import { sessionContext, Upload } from '../../../models/assignments/Upload';
import { useDatabase } from '../../support/servers/database';
import { everythingButTheDate } from '../../support/everythingButTheDate';
import { buildAssignments, error, move, post, targets } from '../../support/runs/assignments';
import type { BuiltAssignment } from '../../support/runs/assignments';
import { arrive, begin, endCleanup, failTry } from '../../support/runs/reports';
import { retry } from '../../support/retry';
import { storeObject } from '../../support/runs/transfers';
import { testSecrets as secrets } from '../../support/secrets';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

describe('the rows that a move writes', () => {
  it('is a timeline with every step once, in order, by the database clock', async () => {
    const assignment = await assignments.walked('published');
    expect(await assignments.timeline(assignment)).toEqual([
      '1 pending',
      '1 uploading',
      '1 uploaded',
      '1 processing',
      '1 published',
    ]);
    const [order] = await database.query(
      `SELECT array_agg(at ORDER BY id) = array_agg(at ORDER BY at) AS "isInOrder", count(DISTINCT at)::int AS moments
       FROM assignment_events WHERE assignment_id = $1`,
      [assignment.assignmentId],
    );
    expect(order).toEqual({ isInOrder: true, moments: 5 });
  });

  it('is the post and the time, for published alone', async () => {
    const assignment = await assignments.walked('processing');
    expect(await assignments.row(assignment)).toMatchObject({
      platform_post_id: null,
      platform_url: null,
      published_at: null,
    });
    await move(assignment, targets.published);
    expect(await assignments.row(assignment)).toMatchObject({
      platform_post_id: post.platformPostId,
      platform_url: post.platformUrl,
      published_at: expect.any(Date),
      errors: [],
    });
  });

  it('is the error, for failed alone, in the row and in the timeline', async () => {
    const assignment = await assignments.walked('failed');
    expect(await assignments.row(assignment)).toMatchObject({
      errors: [error],
      platform_post_id: null,
      published_at: null,
    });
    const events = await database.query('SELECT errors FROM assignment_events WHERE assignment_id = $1 ORDER BY id', [
      assignment.assignmentId,
    ]);
    expect(events).toEqual([{ errors: [] }, { errors: [] }, { errors: [error] }]);
    expect(await assignments.row(await assignments.walked('cancelled'))).toMatchObject({ errors: [] });
  });

  it('begins the count of failed tries anew', async () => {
    const assignment = await assignments.walked('uploading');
    await failTry(assignment, error);
    expect(await assignments.row(assignment)).toMatchObject({ tries: { of: 'upload', count: 1, error } });
    await arrive(assignment);
    expect(await assignments.row(assignment)).toMatchObject({ tries: null });
  });

  it('shows in updatedAt', async () => {
    const assignment = await assignments.pending();
    const { updated_at: before } = await assignments.row(assignment);
    await move(assignment, targets.uploading);
    const { updated_at: after } = await assignments.row(assignment);
    expect((after as Date) > (before as Date)).toBe(true);
  });
});

describe('the hold of an assignment', () => {
  it.each([
    ['pending', ['hold']],
    ['uploading', ['hold']],
    ['uploaded', ['hold']],
    ['processing', ['hold']],
    ['published', ['hold', 'charge']],
    ['failed', ['hold', 'release']],
    ['cancelled', ['hold', 'release']],
  ] as const)('of an assignment that is %s has the entries %j', async (status, entries) => {
    expect(await assignments.entries(await assignments.walked(status))).toEqual(entries);
  });
});

/**
 * domain/README.md, typed by hand: after these failures a retry goes on with the platform's objects; after all other
 * failures objects that are not public are removed.
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

describe('the clean-up that an ended assignment owes', () => {
  it.each(Object.entries(removedAfter))('after %s, with a session: %s', async (code, isDue) => {
    expect(Object.keys(removedAfter)).toEqual(Object.keys(failureKinds));
    const assignment = await assignments.walked('uploading');
    await assignments.leave(assignment, { session: 'sealed' });
    await move(assignment, { to: 'failed', error: { code, message: 'x' } });
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: isDue ? 'due' : 'none' });
  });

  it.each([
    ['a session', { session: 'sealed' }, 'due'],
    ['an object', { objectId: 'video-1' }, 'due'],
    ['both', { session: 'sealed', objectId: 'video-1' }, 'due'],
    ['a transfer that has neither', {}, 'none'],
  ])('of an assignment with %s, cancelled or failed', async (_what, left, cleanup) => {
    for (const target of [targets.cancelled, targets.failed]) {
      const assignment = await assignments.walked('uploaded');
      await assignments.leave(assignment, left);
      await move(assignment, target);
      expect(await assignments.row(assignment)).toMatchObject({ cleanup });
    }
  });

  it('is none when nothing was begun on the platform', async () => {
    for (const target of [targets.cancelled, targets.failed]) {
      const assignment = await assignments.pending();
      await move(assignment, target);
      expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'none' });
    }
  });

  it('is never due for what is public', async () => {
    const assignment = await assignments.walked('processing');
    await assignments.leave(assignment, { session: 'sealed', objectId: 'video-1' });
    await move(assignment, targets.published);
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'none' });
  });

  it('ends once, for the generation that owes it', async () => {
    const assignment = await assignments.walked('uploading');
    await assignments.leave(assignment, { session: 'sealed' });
    await endCleanup(assignment.assignmentId, 1, { outcome: 'done' });
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'none' });
    await move(assignment, targets.cancelled);
    await endCleanup(assignment.assignmentId, 2, { outcome: 'failed' });
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'due' });
    await endCleanup(assignment.assignmentId, 1, { outcome: 'done' });
    await endCleanup(assignment.assignmentId, 1, { outcome: 'failed' });
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'done' });
  });
});

describe('a retry', () => {
  it('owes what the failed run owed until it is removed, however far the assignment goes on', async () => {
    const assignment = await assignments.walked('uploading');
    await assignments.leave(assignment, {
      session: secrets.encrypt('session-1', sessionContext(assignment.assignmentId)),
    });
    await move(assignment, targets.failed);
    await retry(assignment.assignmentId);
    await begin({ ...assignment, generation: 2 });
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'due' });
    expect(await madeBy(secrets, { ...assignment, generation: 2 })).toMatchObject({
      made: { items: [{ session: 'session-1' }] },
    });
    // A retry would go on with the present objects, were it not for the owed clean-up.
    await move(assignment, { to: 'failed', error: { code: 'TOKEN_EXPIRED', message: 'x' } });
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'due' });
  });
});

describe('a clean-up', () => {
  /** An assignment that failed with objects on the platform. */
  async function owing(): Promise<BuiltAssignment> {
    const assignment = await assignments.walked('processing');
    await assignments.leave(assignment, { session: 'sealed', objectId: 'video-1' });
    await database.query(`INSERT INTO drafts (assignment_id, payload) VALUES ($1, '{}')`, [assignment.assignmentId]);
    await move(assignment, targets.failed);
    return assignment;
  }
  const leftBy = async ({ assignmentId }: BuiltAssignment) => [
    await Upload.ofAssignment(assignmentId),
    await Draft.findByPk(assignmentId, { raw: true }),
  ];

  it('that is done forgets what is gone: a retry uploads anew', async () => {
    const assignment = await owing();
    await endCleanup(assignment.assignmentId, 1, { outcome: 'done' });
    expect(await leftBy(assignment)).toEqual([[], null]);
    expect(await assignments.row(assignment)).toMatchObject({ cleanup: 'done' });
  });

  it('that was true before the assignment left more is not recorded', async () => {
    const assignment = { ...(await assignments.walked('processing')), generation: 1 };
    await assignments.leave(assignment, { objectId: 'video-1' });
    await move(assignment, targets.failed);
    const { version: asOf } = (await madeBy(secrets, assignment))!;
    expect(await storeObject({ ...assignment, item: 1 }, 'video-2')).toBe(true);
    expect(await endCleanup(assignment.assignmentId, 1, { outcome: 'done', asOf })).toBe(false);
    expect((await leftBy(assignment))[0]).toHaveLength(2);
    const later = (await madeBy(secrets, assignment))!;
    expect(later.made.items).toHaveLength(2);
    expect(await endCleanup(assignment.assignmentId, 1, { outcome: 'done', asOf: later.version })).toBe(true);
    expect(await leftBy(assignment)).toEqual([[], null]);
  });

  it.each([
    ['kept', 'done'],
    ['failed', 'failed'],
  ] as const)('that has %s the post remembers it', async (outcome, cleanup) => {
    const assignment = await owing();
    await endCleanup(assignment.assignmentId, 1, { outcome });
    expect(await leftBy(assignment)).toMatchObject([[{ objectId: 'video-1' }], { payload: {} }]);
    expect(await assignments.row(assignment)).toMatchObject({ cleanup });
  });
});

describe('the time of a move', () => {
  it('never comes early', async () => {
    const assignment = await assignments.pending();
    // As exact as callers can give a time: an event's time is as exact.
    const soon = `UPDATE assignments SET scheduled_at = date_trunc('milliseconds', clock_timestamp()) + interval '150 ms' WHERE id = $1`;
    await database.query(soon, [assignment.assignmentId]);
    while ((await begin(assignment)).moves.length === 0);
    const [row] = await database.query(
      `SELECT e.at >= a.scheduled_at AS "isLater" FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id
       WHERE a.id = $1 AND e.status = 'uploading'`,
      [assignment.assignmentId],
    );
    expect(row).toEqual({ isLater: true });
  });

  it.each([
    ['ahead', 366 * 86_400_000],
    ['behind', -366 * 86_400_000],
  ])("goes by the database's clock, with the process's a year %s", async (_how, offMs) => {
    const due = await assignments.pending({ scheduledAt: new Date(Date.now() - 1000) });
    const notDue = await assignments.pending({ scheduledAt: new Date(Date.now() + 3_600_000) });
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
