import { record } from '../../../models/assignments/store/record';
import { blockingOf, isOpen } from '../../support/runs/attempts';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments, move, post, targets } from '../../support/runs/assignments';
import { begin, fail } from '../../support/runs/reports';
import { limits } from '../../support/limits';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

describe('an open outcome', () => {
  it('makes every failure one of unknown outcome, with the last fault in its message; what may be public stays', async () => {
    const assignment = await assignments.walked('processing');
    await assignments.leave(assignment, { objectId: 'video-1' });
    await assignments.call(assignment);
    await fail(assignment, { code: 'PLATFORM_REJECTED', message: 'Too loud.' });
    const failure = {
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(/may have published the post.*Too loud\./),
    };
    expect(await assignments.row(assignment)).toMatchObject({ status: 'failed', errors: [failure], cleanup: 'none' });
  });

  it.each(['pending', 'uploading', 'uploaded'] as const)(
    'comes before anything else in an assignment that is %s, its time and its connection included',
    async (status) => {
      const assignment = await assignments.walked(status);
      await assignments.call(assignment);
      await database.query(`UPDATE assignments SET scheduled_at = now() + interval '1 day' WHERE id = $1`, [
        assignment.assignmentId,
      ]);
      expect(await begin(assignment)).toMatchObject({ moves: [], next: 'settle' });
      const cancelled = await record(assignment.assignmentId, limits, () => ({ is: 'cancelled' }));
      expect(cancelled?.change.isVoid).toBe(true);
      expect(await assignments.row(assignment)).toMatchObject({ status });
    },
  );

  it.each(['pending', 'uploading', 'uploaded', 'processing'] as const)(
    'that turns out to have happened takes an assignment that is %s through all that is left, at once',
    async (status) => {
      const assignment = await assignments.walked(status);
      await assignments.call(assignment);
      const left = ['uploading', 'uploaded', 'processing'].slice(
        ['pending', 'uploading', 'uploaded', 'processing'].indexOf(status),
      );
      const found = async () =>
        (await record(assignment.assignmentId, limits, () => ({ is: 'answered', answer: 'live' }), { post }))?.change;
      expect(await found()).toMatchObject({ isVoid: false, moves: [...left, 'published'], credits: ['charge'] });
      expect(await found()).toMatchObject({ isVoid: true });
      expect(await assignments.row(assignment)).toMatchObject({
        status: 'published',
        platform_post_id: post.platformPostId,
      });
      const all = ['pending', 'uploading', 'uploaded', 'processing', 'published'];
      expect(await assignments.timeline(assignment)).toEqual(all.map((one) => `1 ${one}`));
      expect(await blockingOf(assignment.assignmentId)).toMatchObject({ result: post });
    },
  );
});

it('does not cancel an assignment past its point of no return', async () => {
  const { assignmentId } = await assignments.walked('processing');
  expect((await record(assignmentId, limits, () => ({ is: 'cancelled' })))?.change.isVoid).toBe(true);
});

it('is closed by the publication whose result was not recorded', async () => {
  const assignment = await assignments.walked('processing');
  await assignments.call(assignment);
  await move(assignment, targets.published);
  expect(await isOpen(assignment)).toBe(false);
  expect(await blockingOf(assignment.assignmentId)).toMatchObject({ result: post });
});
