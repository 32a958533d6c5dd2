import { record } from '../../../models/assignments/store/record';
import { blockingOf, isOpen } from '../../support/runs/attempts';
import { useDatabase } from '../../support/servers/database';
import { buildJobs, move, post, targets } from '../../support/runs/jobs';
import { begin, fail } from '../../support/runs/reports';
import { limits } from '../../support/limits';
import { use } from '../../support/use';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

describe('an open outcome', () => {
  it('makes every failure one of unknown outcome, with the last fault in its message; what may be public stays', async () => {
    const job = await jobs.walked('processing');
    await jobs.leave(job, { objectId: 'video-1' });
    await jobs.call(job);
    await fail(job, { code: 'PLATFORM_REJECTED', message: 'Too loud.' });
    const failure = {
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(/may have published the post.*Too loud\./),
    };
    expect(await jobs.row(job)).toMatchObject({ status: 'failed', errors: [failure], cleanup: 'none' });
  });

  it.each(['pending', 'uploading', 'uploaded'] as const)(
    'comes before anything else in a job that is %s, its time and its connection included',
    async (status) => {
      const job = await jobs.walked(status);
      await jobs.call(job);
      await database.query(`UPDATE assignments SET scheduled_at = now() + interval '1 day' WHERE id = $1`, [
        job.assignmentId,
      ]);
      expect(await begin(job)).toMatchObject({ moves: [], next: 'settle' });
      const cancelled = await record(job.assignmentId, limits, () => ({ is: 'cancelled' }));
      expect(cancelled?.change.isVoid).toBe(true);
      expect(await jobs.row(job)).toMatchObject({ status });
    },
  );

  it.each(['pending', 'uploading', 'uploaded', 'processing'] as const)(
    'that turns out to have happened takes a job that is %s through all that is left, at once',
    async (status) => {
      const job = await jobs.walked(status);
      await jobs.call(job);
      const left = ['uploading', 'uploaded', 'processing'].slice(
        ['pending', 'uploading', 'uploaded', 'processing'].indexOf(status),
      );
      const found = async () =>
        (await record(job.assignmentId, limits, () => ({ is: 'answered', answer: 'live' }), { post }))?.change;
      expect(await found()).toMatchObject({ isVoid: false, moves: [...left, 'published'], credits: ['charge'] });
      expect(await found()).toMatchObject({ isVoid: true });
      expect(await jobs.row(job)).toMatchObject({ status: 'published', platform_post_id: post.platformPostId });
      const all = ['pending', 'uploading', 'uploaded', 'processing', 'published'];
      expect(await jobs.timeline(job)).toEqual(all.map((one) => `1 ${one}`));
      expect(await blockingOf(job.assignmentId)).toMatchObject({ result: post });
    },
  );
});

it('does not cancel a job past its point of no return', async () => {
  const { assignmentId } = await jobs.walked('processing');
  expect((await record(assignmentId, limits, () => ({ is: 'cancelled' })))?.change.isVoid).toBe(true);
});

it('is closed by the publication whose result was not recorded', async () => {
  const job = await jobs.walked('processing');
  await jobs.call(job);
  await move(job, targets.published);
  expect(await isOpen(job)).toBe(false);
  expect(await blockingOf(job.assignmentId)).toMatchObject({ result: post });
});
