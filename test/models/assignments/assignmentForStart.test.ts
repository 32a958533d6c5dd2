import { assignmentForStart } from '../../../models/assignments/store/assignmentRuns';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import type { BuiltAssignment } from '../../support/runs/assignments';
import { sayNext } from '../../support/build/sayNext';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

/** An assignment whose row was overwritten. @param values from `$2` on */
async function overwritten(row: string, values: readonly unknown[] = []): Promise<BuiltAssignment> {
  const assignment = await assignments.pending();
  await database.query(`UPDATE assignments SET ${row} WHERE id = $1`, [assignment.assignmentId, ...values]);
  await sayNext(assignment.assignmentId);
  return assignment;
}

it('tells what the database has now, not what was true when the start was ordered', async () => {
  const later = new Date(Date.now() + 3_600_000);
  const assignment = await overwritten(`generation = 4, status = 'pending', scheduled_at = $2`, [later]);
  const facts = await assignmentForStart(assignment.assignmentId);
  expect(facts).toMatchObject({
    generation: 4,
    status: 'pending',
    hasWork: true,
    workspaceId: assignments.workspaceId,
    connectionId: assignments.connectionId,
    platform: 'youtube',
    type: 'video',
    scheduledAt: later,
    channelName: expect.stringContaining('Channel'),
  });
  expect(facts!.waitMs).toBeGreaterThan(3_000_000);
  expect(facts!.waitMs).toBeLessThanOrEqual(3_600_000);
});

it.each([
  ['pending, prepared ahead', `status = 'pending', prepare_ahead_seconds = 2400`, 1_200_000],
  ['uploading', `status = 'uploading'`, 0],
  ['uploaded, to be prepared', `status = 'uploaded'`, 0],
  ['uploading, to go on', `status = 'uploading', prepare_again_at = now() + interval '30 minutes'`, 1_800_000],
])('waits as long as there is nothing to do: %s', async (_what, row, aboutMs) => {
  const assignment = await overwritten(`scheduled_at = clock_timestamp() + interval '1 hour', ${row}`);
  const { waitMs } = (await assignmentForStart(assignment.assignmentId))!;
  expect(waitMs).toBeGreaterThan(aboutMs - 600_000);
  expect(waitMs).toBeLessThanOrEqual(aboutMs && aboutMs + 300_000);
});

it('waits for nothing when there is no time, and knows nothing of an assignment that is gone', async () => {
  const assignment = await overwritten('scheduled_at = NULL, prepare_again_at = NULL');
  expect(await assignmentForStart(assignment.assignmentId)).toMatchObject({ scheduledAt: null, waitMs: 0 });
  expect(await assignmentForStart('0198c3f2-0000-7000-8000-000000000000')).toBeUndefined();
});
