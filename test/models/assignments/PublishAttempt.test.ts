import { hasOpenOutcome, isBeingUpdated } from '../../../models/assignments/openAttempts';
import { answerCall, beginCall, blockingOf, isOpen } from '../../support/runs/attempts';
import { useDatabase } from '../../support/servers/database';
import { interleave } from '../../support/runs/interleave';
import { buildAssignments, move, targets } from '../../support/runs/assignments';
import { goLive, report } from '../../support/runs/reports';
import type { BuiltAssignment } from '../../support/runs/assignments';
import { stopwatch } from '../../support/stopwatch';
import { use } from '../../support/use';

const database = useDatabase({ poolSize: 20 });
const assignments = use(async () => buildAssignments(database));

const payload = { title: 'A title' };
const post = { platformPostId: 'video-1', platformUrl: 'https://platform.example/video-1' };

const begin = async (
  { assignmentId }: BuiltAssignment,
  parts: { generation?: number; step?: 'stage' | 'publish' } = {},
) => beginCall({ assignmentId, payload, ...parts });
const attemptsOf = async ({ assignmentId }: BuiltAssignment) =>
  database.query('SELECT outcome, ended_at FROM publish_attempts WHERE assignment_id = $1 ORDER BY id', [assignmentId]);

describe('begin', () => {
  it('writes the attempt ahead, with a lease by the database clock', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    const passedMs = stopwatch();
    const id = await begin(assignment);
    const blocking = await blockingOf(assignment.assignmentId);
    expect(blocking).toEqual({
      id,
      step: 'publish',
      payload,
      result: null,
      isRepeatable: false,
      creation: null,
      restoredForMs: null,
      isAccepted: false,
      leaseLeftMs: expect.any(Number),
    });
    expect(blocking!.leaseLeftMs).toBeGreaterThanOrEqual(30_000 - passedMs());
    expect(blocking!.leaseLeftMs).toBeLessThanOrEqual(30_000);
  });

  it.each(['publish', 'stage'] as const)(
    'refuses to %s while an attempt to publish has no outcome, its lease run out or not',
    async (step) => {
      const assignment = await assignments.pending({ status: 'processing' });
      await begin(assignment);
      expect(await begin(assignment, { step })).toBeNull();
      await database.query(
        `UPDATE publish_attempts SET lease_until = now() - interval '1 hour' WHERE assignment_id = $1`,
        [assignment.assignmentId],
      );
      expect(await begin(assignment, { step })).toBeNull();
      expect((await blockingOf(assignment.assignmentId))!.leaseLeftMs).toBeLessThan(0);
    },
  );

  it('refuses to publish while an attempt to stage may be on its way, and begins when it has ended', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    const staging = (await begin(assignment, { step: 'stage' }))!;
    expect(await begin(assignment)).toBeNull();
    await database.query(`UPDATE publish_attempts SET lease_until = now() - interval '1 hour' WHERE id = $1`, [
      staging,
    ]);
    expect(await answerCall(assignment, staging, 'lost')).toBe(true);
    expect(await begin(assignment)).toEqual(expect.any(Number));
  });

  it('stages an assignment that waits for its time, and publishes none', async () => {
    const assignment = await assignments.pending({ status: 'uploaded' });
    expect(await begin(assignment)).toBeNull();
    expect(await begin(assignment, { step: 'stage' })).toEqual(expect.any(Number));
  });

  it('begins again after a clear no', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    await answerCall(assignment, (await begin(assignment))!, 'refused');
    expect(await begin(assignment)).toEqual(expect.any(Number));
    expect(await attemptsOf(assignment)).toHaveLength(2);
  });

  it('never begins again after it has happened, in a later generation either', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    const id = (await begin(assignment))!;
    await goLive(assignment, post);
    expect(await begin(assignment)).toBeNull();
    await database.query('UPDATE assignments SET generation = 2 WHERE id = $1', [assignment.assignmentId]);
    expect(await begin(assignment, { generation: 2 })).toBeNull();
    expect(await blockingOf(assignment.assignmentId)).toMatchObject({ id, result: post });
  });

  it('refuses another generation than the one of the row', async () => {
    const assignment = await assignments.pending({ status: 'processing', generation: 2 });
    expect(await begin(assignment, { generation: 1 })).toBeNull();
    expect(await begin(assignment, { generation: 3 })).toBeNull();
    expect(await begin(assignment, { generation: 2 })).toEqual(expect.any(Number));
  });

  it.each(['pending', 'uploading', 'uploaded', 'published', 'failed', 'cancelled'] as const)(
    'refuses an assignment that is %s: nothing is made public before the point of no return or after the end',
    async (status) => {
      expect(await begin(await assignments.pending({ status }))).toBeNull();
    },
  );

  it('gives one lease to two who ask at once, in 50 rounds', async () => {
    const rounds = Array.from({ length: 50 }, async () => {
      const assignment = await assignments.pending({ status: 'processing' });
      const ids = await Promise.all([begin(assignment), begin(assignment), begin(assignment)]);
      expect(ids.filter((id) => id !== null)).toHaveLength(1);
    });
    await Promise.all(rounds);
  });

  it('sees the attempt that was written while it waited for the row', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    const second = await interleave(
      database,
      async (client) => {
        await client.query('UPDATE assignments SET version = version WHERE id = $1', [assignment.assignmentId]);
        await client.query(
          `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
           VALUES ($1, 1, 'publish', '{}', now() + interval '30 seconds')`,
          [assignment.assignmentId],
        );
      },
      async () => begin(assignment),
    );
    expect(second).toBeNull();
    expect(await attemptsOf(assignment)).toHaveLength(1);
  });

  it('sees the end of the assignment that came while it waited for the row', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    const second = await interleave(
      database,
      async (client) =>
        client.query(`UPDATE assignments SET status = 'failed' WHERE id = $1`, [assignment.assignmentId]),
      async () => begin(assignment),
    );
    expect(second).toBeNull();
  });
});

describe('the outcome', () => {
  it('is recorded once: what has happened stays so, with its post', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    const id = (await begin(assignment))!;
    await goLive(assignment, post);
    expect(await answerCall(assignment, id, 'refused')).toBe(false);
    await goLive(assignment, { ...post, platformPostId: 'video-2' });
    expect(await attemptsOf(assignment)).toEqual([{ outcome: 'happened', ended_at: expect.any(Date) }]);
    expect(await blockingOf(assignment.assignmentId)).toMatchObject({ result: post });
  });

  it('is recorded once: what has not happened stays so, and nothing stands', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    const id = (await begin(assignment))!;
    expect(await answerCall(assignment, id, 'refused')).toBe(true);
    await goLive(assignment, post);
    expect(await attemptsOf(assignment)).toEqual([{ outcome: 'notHappened', ended_at: expect.any(Date) }]);
    expect(await blockingOf(assignment.assignmentId)).toBeNull();
  });

  it('may come after the assignment has ended', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    await begin(assignment);
    await move(assignment, targets.failed);
    await goLive(assignment, post);
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('is open from the lease until the assignment is published, also while the platform has only accepted the order', async () => {
    const assignment = await assignments.pending({ status: 'processing' });
    expect(await isOpen(assignment)).toBe(false);
    const id = (await begin(assignment))!;
    await report(assignment, { is: 'answered', answer: 'accepted' });
    expect(await isOpen(assignment)).toBe(true);
    expect(await blockingOf(assignment.assignmentId)).toMatchObject({ id, isAccepted: true, result: null });
    await goLive(assignment, post);
    expect(await isOpen(assignment)).toBe(false);
  });
});

it('gives up its lease when the call is over, and never prolongs it', async () => {
  const assignment = await assignments.pending({ status: 'processing' });
  const id = (await begin(assignment))!;
  await answerCall(assignment, id, 'lost');
  const left = (await blockingOf(assignment.assignmentId))!.leaseLeftMs;
  expect(left).toBeLessThanOrEqual(0);
  await answerCall(assignment, id, 'lost');
  expect((await blockingOf(assignment.assignmentId))!.leaseLeftMs).toBeLessThanOrEqual(left);
});

it.each(Object.entries({ hasOpenOutcome, isBeingUpdated }))(
  'finds open attempts by their index: %s',
  async (_name, isOpen) => {
    const sql = `SET LOCAL enable_seqscan = off; EXPLAIN SELECT ${isOpen.parts.filter((part) => typeof part === 'string').join('')} FROM assignments a`;
    expect(JSON.stringify(await database.query(sql))).toContain('publish_attempts_one_blocking');
  },
);
