import { PublishAttempt } from '../../models/PublishAttempt';
import { useDatabase } from '../support/database';
import { interleave } from '../support/interleave';
import { buildJobs, move, targets } from '../support/jobs';
import type { Job } from '../support/jobs';
import { use } from '../support/use';

const database = useDatabase({ poolSize: 20 });
const jobs = use(async () => buildJobs(database));

const begin = async ({ assignmentId }: Job, parts: { generation?: number; step?: string } = {}) =>
  PublishAttempt.begin({
    assignmentId,
    generation: 1,
    step: 'publish',
    objectRef: 'video-1',
    leaseSeconds: 30,
    ...parts,
  });
const attemptsOf = async ({ assignmentId }: Job) =>
  database.query('SELECT outcome, ended_at FROM publish_attempts WHERE assignment_id = $1 ORDER BY id', [assignmentId]);

describe('begin', () => {
  it('writes the attempt ahead, with a lease by the database clock', async () => {
    const job = await jobs.pending({ status: 'processing' });
    const id = await begin(job);
    const standing = await PublishAttempt.standing(job.assignmentId, 'publish');
    expect(standing).toEqual({ id, objectRef: 'video-1', outcome: null, leaseLeftMs: expect.any(Number) });
    expect(standing!.leaseLeftMs).toBeGreaterThan(20_000);
    expect(standing!.leaseLeftMs).toBeLessThanOrEqual(30_000);
  });

  it('refuses while an attempt of the same step has no outcome, its lease run out or not', async () => {
    const job = await jobs.pending({ status: 'processing' });
    await begin(job);
    expect(await begin(job)).toBeNull();
    await database.query(
      `UPDATE publish_attempts SET lease_until = now() - interval '1 hour' WHERE assignment_id = $1`,
      [job.assignmentId],
    );
    expect(await begin(job)).toBeNull();
    expect((await PublishAttempt.standing(job.assignmentId, 'publish'))!.leaseLeftMs).toBeLessThan(0);
    expect(await begin(job, { step: 'other' })).toEqual(expect.any(Number));
  });

  it('begins again after a clear no', async () => {
    const job = await jobs.pending({ status: 'processing' });
    await PublishAttempt.end((await begin(job))!, 'notHappened');
    expect(await begin(job)).toEqual(expect.any(Number));
    expect(await attemptsOf(job)).toHaveLength(2);
  });

  it('never begins again after it has happened, in a later generation either', async () => {
    const job = await jobs.pending({ status: 'processing' });
    const id = (await begin(job))!;
    await PublishAttempt.end(id, 'happened');
    expect(await begin(job)).toBeNull();
    await database.query('UPDATE assignments SET generation = 2 WHERE id = $1', [job.assignmentId]);
    expect(await begin(job, { generation: 2 })).toBeNull();
    expect(await PublishAttempt.standing(job.assignmentId, 'publish')).toMatchObject({ id, outcome: 'happened' });
  });

  it('refuses another generation than the one of the row', async () => {
    const job = await jobs.pending({ status: 'processing', generation: 2 });
    expect(await begin(job, { generation: 1 })).toBeNull();
    expect(await begin(job, { generation: 3 })).toBeNull();
    expect(await begin(job, { generation: 2 })).toEqual(expect.any(Number));
  });

  it.each(['pending', 'uploading', 'uploaded', 'published', 'failed', 'cancelled'] as const)(
    'refuses a job that is %s: nothing is made public before the point of no return or after the end',
    async (status) => {
      expect(await begin(await jobs.pending({ status }))).toBeNull();
    },
  );

  it('gives one lease to two who ask at once, in 50 rounds', async () => {
    const rounds = Array.from({ length: 50 }, async () => {
      const job = await jobs.pending({ status: 'processing' });
      const ids = await Promise.all([begin(job), begin(job), begin(job)]);
      expect(ids.filter((id) => id !== null)).toHaveLength(1);
    });
    await Promise.all(rounds);
  });

  it('sees the attempt that was written while it waited for the row', async () => {
    const job = await jobs.pending({ status: 'processing' });
    const second = await interleave(
      database,
      async (client) => {
        await client.query('SELECT 1 FROM assignments WHERE id = $1 FOR UPDATE', [job.assignmentId]);
        await client.query(
          `INSERT INTO publish_attempts (assignment_id, generation, step, lease_until)
           VALUES ($1, 1, 'publish', now() + interval '30 seconds')`,
          [job.assignmentId],
        );
      },
      async () => begin(job),
    );
    expect(second).toBeNull();
    expect(await attemptsOf(job)).toHaveLength(1);
  });

  it('sees the end of the job that came while it waited for the row', async () => {
    const job = await jobs.pending({ status: 'processing' });
    const second = await interleave(
      database,
      async (client) => client.query(`UPDATE assignments SET status = 'failed' WHERE id = $1`, [job.assignmentId]),
      async () => begin(job),
    );
    expect(second).toBeNull();
  });
});

describe('end', () => {
  it.each(['happened', 'notHappened'] as const)('records that it %s, once', async (outcome) => {
    const job = await jobs.pending({ status: 'processing' });
    const id = (await begin(job))!;
    await PublishAttempt.end(id, outcome);
    await PublishAttempt.end(id, outcome === 'happened' ? 'notHappened' : 'happened');
    expect(await attemptsOf(job)).toEqual([{ outcome, ended_at: expect.any(Date) }]);
    const standing = await PublishAttempt.standing(job.assignmentId, 'publish');
    expect(standing === null).toBe(outcome === 'notHappened');
  });

  it('may come after the job has ended', async () => {
    const job = await jobs.pending({ status: 'processing' });
    const id = (await begin(job))!;
    await move(job, targets.failed);
    await PublishAttempt.end(id, 'happened');
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'happened' }]);
  });
});
