import { inTransaction } from '../../../models/database/transaction';
import { markRestored, restoredAssignments } from '../../../models/publishing/restoredRows';
import type { LaterRun } from '../../../models/publishing/restoredRows';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';

/** contract.md §2, Open outcome: assignments that a restored database cannot know about. */

const publishing = usePublishing();
const now = () => new Date();

/** Restores the earlier rows: the objects on the platform stay. */
async function restore({ assignmentId }: CreatedRun, status: 'pending' | 'uploaded'): Promise<void> {
  const { database } = publishing;
  if (status === 'pending') await database.query('DELETE FROM uploads WHERE assignment_id = $1', [assignmentId]);
  await database.query('DELETE FROM publish_attempts WHERE assignment_id = $1', [assignmentId]);
  await database.query('DELETE FROM assignment_events WHERE assignment_id = $1 AND status IN ($2, $3, $4, $5)', [
    assignmentId,
    'processing',
    'published',
    ...(status === 'pending' ? ['uploading', 'uploaded'] : ['-', '-']),
  ]);
  await database.query(
    `UPDATE assignments SET status = $2, platform_post_id = NULL, platform_url = NULL, published_at = NULL WHERE id = $1`,
    [assignmentId, status],
  );
}

async function mark(knownUntil = now(), runs: LaterRun[] = []): Promise<string[]> {
  const { database, dispatcher } = publishing;
  const marked = await inTransaction(database.sequelize, 'test', async (transaction) =>
    markRestored(knownUntil, runs, transaction),
  );
  const orders = await database.query<{ id: number }>('SELECT id FROM outbox WHERE dispatched_at IS NULL ORDER BY id');
  for (const { id } of orders) await dispatcher.dispatch(id);
  return marked;
}

const rowOf = async ({ assignmentId }: CreatedRun) =>
  (
    await publishing.database.query<{ status: string; code: string | null }>(
      `SELECT status, errors->0->>'code' AS code FROM assignments WHERE id = $1`,
      [assignmentId],
    )
  )[0]!;
const videosOf = async ({ channel }: CreatedRun) =>
  (await publishing.sandbox.stateOf('youtube')).videos.filter(
    ({ channelId }: { channelId: string }) => channelId === channel.channelId,
  );

async function published(): Promise<CreatedRun> {
  const assignment = await publishing.submit(await publishing.connect());
  await until(async () => (await rowOf(assignment)).status === 'published');
  return assignment;
}

it('finds the post that was published since, and publishes no other one', async () => {
  const assignment = await published();
  await restore(assignment, 'uploaded');
  expect(await restoredAssignments(now(), [])).toMatchObject([
    { id: assignment.assignmentId, status: 'uploaded', isMarked: false },
  ]);
  expect(await mark()).toEqual([assignment.assignmentId]);
  await until(async () => (await rowOf(assignment)).status === 'published');
  expect(await videosOf(assignment)).toHaveLength(1);
});

it('keeps the status while it looks, and fails with OUTCOME_UNKNOWN after 10 minutes, where nothing is known', async () => {
  const assignment = await published();
  await restore(assignment, 'pending');
  expect(await mark()).toEqual([assignment.assignmentId]);
  const lookedFor = async () => {
    const { generation } = (
      await publishing.database.query<{ generation: number }>('SELECT generation FROM assignments WHERE id = $1', [
        assignment.assignmentId,
      ])
    )[0]!;
    const run = publishing.temporal.client.workflow.getHandle(`assignment/${assignment.assignmentId}/${generation}`);
    return (await run.describe()).raw.pendingActivities?.[0]?.lastFailure?.message?.includes('is looked for') === true;
  };
  await until(lookedFor);
  expect(await rowOf(assignment)).toEqual({ status: 'pending', code: null });
  await publishing.database.query(`UPDATE publish_attempts SET restored_at = restored_at - interval '10 minutes'`);
  await until(async () => (await rowOf(assignment)).status === 'failed');
  expect((await rowOf(assignment)).code).toBe('OUTCOME_UNKNOWN');
  expect(await videosOf(assignment)).toHaveLength(1);
});

it('marks no assignment whose time is still to come, that was created later, or that has ended; and none twice', async () => {
  const before = now();
  const assignment = await published();
  const channel = await publishing.connect();
  await publishing.create(channel, { scheduledAt: new Date(Date.now() + 3_600_000) });
  const open = await publishing.create(channel);
  expect(await restoredAssignments(before, [])).toEqual([]);
  expect((await restoredAssignments(now(), [])).map(({ id }) => id)).toEqual([open.assignmentId]);
  expect(await mark()).toEqual([open.assignmentId]);
  expect(await mark()).toEqual([]);
  expect(await restoredAssignments(now(), [])).toMatchObject([{ id: open.assignmentId, isMarked: true }]);
  expect((await rowOf(assignment)).status).toBe('published');
});

describe('a run that Temporal was given since', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000);
  const generationOf = async ({ assignmentId }: CreatedRun) => {
    const read = 'SELECT generation FROM assignments WHERE id = $1';
    return (await publishing.database.query<{ generation: number }>(read, [assignmentId]))[0]!.generation;
  };
  const ordersOf = async ({ assignmentId }: CreatedRun) =>
    (
      await publishing.database.query<{ order: string }>(
        `SELECT kind || ' ' || generation AS "order" FROM outbox WHERE subject_id = $1 ORDER BY id`,
        [assignmentId],
      )
    ).map(({ order }) => order);
  const later = ({ assignmentId: id }: CreatedRun, mayBePublished: boolean): LaterRun[] => [
    { id, generation: 3, mayBePublished },
  ];

  it('may have published a post whose time lies ahead: the post is looked for', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { scheduledAt: inAnHour() });
    expect(await mark(now(), later(assignment, true))).toEqual([assignment.assignmentId]);
    expect(await generationOf(assignment)).toBe(4);
    await publishing.database.query(`UPDATE publish_attempts SET restored_at = restored_at - interval '10 minutes'`);
    await until(async () => (await rowOf(assignment)).status === 'failed');
    expect(await rowOf(assignment)).toEqual({ status: 'failed', code: 'OUTCOME_UNKNOWN' });
    expect(await videosOf(assignment)).toEqual([]);
  });

  it('meets no run of an assignment that waits: each gets a generation that is above both, once', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { scheduledAt: inAnHour() });
    const knownUntil = now();
    expect(await mark(knownUntil, later(assignment, false))).toEqual([]);
    expect(await mark(knownUntil, later(assignment, false))).toEqual([]);
    expect(await ordersOf(assignment)).toEqual(['start 1', 'start 4', 'terminate 1', 'terminate 3']);
  });

  it('may have published a post that had failed before: its outcome is open, and a retry looks first', async () => {
    const assignment = await publishing.submit(await publishing.connect(), {
      mediaUrl: publishing.media.serve({ status: 404 }).url,
    });
    await until(async () => (await rowOf(assignment)).status === 'failed');
    expect(await restoredAssignments(now(), later(assignment, false))).toEqual([]);
    expect(await mark(now(), later(assignment, true))).toEqual([assignment.assignmentId]);
    expect(await rowOf(assignment)).toEqual({ status: 'failed', code: 'OUTCOME_UNKNOWN' });
  });
});
