import { PublishAttempt } from '../../models/PublishAttempt';
import { passToPublished } from '../../models/transition';
import { blockingOf } from '../support/attempts';
import { useDatabase } from '../support/database';
import { buildJobs, move, post, targets } from '../support/jobs';
import { use } from '../support/use';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

describe('an open outcome', () => {
  it('makes every failure one of unknown outcome, with the last fault in its message; what may be public stays', async () => {
    const job = await jobs.walked('processing');
    await jobs.leave(job, { objectId: 'video-1' });
    await jobs.call(job);
    const moved = await move(job, { to: 'failed', error: { code: 'PLATFORM_REJECTED', message: 'Too loud.' } });
    const failure = { code: 'OUTCOME_UNKNOWN', message: expect.stringMatching(/may have made the post.*Too loud\./) };
    expect(moved).toMatchObject({ kind: 'moved', error: failure, cleanupDue: false });
    expect(await jobs.row(job)).toMatchObject({ status: 'failed', errors: [failure], cleanup: 'none' });
  });

  it.each([
    ['pending', 'is not known'],
    ['uploading', 'is not known'],
    ['uploaded', 'is not known'],
    ['pending', 'is that the post is live'],
    ['uploading', 'is that the post is live'],
    ['uploaded', 'is that the post is live'],
  ] as const)(
    'comes before anything else in a job that is %s, its time and its connection included, where it %s',
    async (status, known) => {
      const job = await jobs.walked(status);
      const attemptId = await jobs.call(job);
      if (known === 'is that the post is live') await PublishAttempt.succeed(attemptId, post);
      await database.query(`UPDATE assignments SET scheduled_at = now() + interval '1 day' WHERE id = $1`, [
        job.assignmentId,
      ]);
      const next = { pending: 'uploading', uploading: 'uploaded', uploaded: 'processing' } as const;
      expect(await move(job, { to: next[status] })).toEqual({ kind: 'outcomeOpen' });
      expect(await move(job, targets.cancelled)).toEqual({ kind: 'outcomeOpen' });
      expect(await jobs.row(job)).toMatchObject({ status });
    },
  );

  it.each(['pending', 'uploading', 'uploaded', 'processing'] as const)(
    'that turns out to have happened takes a job that is %s through all that is left, in one transaction',
    async (status) => {
      const job = await jobs.walked(status);
      await jobs.call(job);
      const left = ['uploading', 'uploaded', 'processing'].slice(
        ['pending', 'uploading', 'uploaded', 'processing'].indexOf(status),
      );
      const moved = { passed: left, outcome: { kind: 'moved' } };
      expect(await passToPublished(job.assignmentId, 1, post)).toMatchObject(moved);
      expect((await passToPublished(job.assignmentId, 1, post)).outcome).toMatchObject({ kind: 'already' });
      expect(await jobs.row(job)).toMatchObject({ status: 'published', platform_post_id: post.platformPostId });
      const all = ['pending', 'uploading', 'uploaded', 'processing', 'published'];
      expect(await jobs.timeline(job)).toEqual(all.map((one) => `1 ${one}`));
      expect((await passToPublished(job.assignmentId, 2, post)).outcome).toEqual({ kind: 'superseded' });
      expect(await blockingOf(job.assignmentId)).toMatchObject({ result: post });
    },
  );
});

it('does not cancel a job past its point of no return', async () => {
  expect(await move(await jobs.walked('processing'), targets.cancelled)).toEqual({ kind: 'tooLate' });
});

it('is closed by the publication whose result was not recorded', async () => {
  const job = await jobs.walked('processing');
  await jobs.call(job);
  await move(job, targets.published);
  expect(await PublishAttempt.isOpenOfRun({ ...job, generation: 1 })).toBe(false);
  expect(await blockingOf(job.assignmentId)).toMatchObject({ result: post });
});
