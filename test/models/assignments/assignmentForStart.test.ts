import { assignmentForStart } from '../../../models/assignments/store/assignmentRuns';
import { useDatabase } from '../../support/servers/database';
import { buildJobs } from '../../support/runs/jobs';
import type { Job } from '../../support/runs/jobs';
import { sayNext } from '../../support/build/sayNext';
import { use } from '../../support/use';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

/** A job whose row was overwritten. @param values from `$2` on */
async function overwritten(row: string, values: readonly unknown[] = []): Promise<Job> {
  const job = await jobs.pending();
  await database.query(`UPDATE assignments SET ${row} WHERE id = $1`, [job.assignmentId, ...values]);
  await sayNext(job.assignmentId);
  return job;
}

it('tells what the database has now, not what was true when the start was ordered', async () => {
  const later = new Date(Date.now() + 3_600_000);
  const job = await overwritten(`generation = 4, status = 'pending', scheduled_at = $2`, [later]);
  const facts = await assignmentForStart(job.assignmentId);
  expect(facts).toMatchObject({
    generation: 4,
    status: 'pending',
    hasWork: true,
    workspaceId: jobs.workspaceId,
    connectionId: jobs.connectionId,
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
  const job = await overwritten(`scheduled_at = clock_timestamp() + interval '1 hour', ${row}`);
  const { waitMs } = (await assignmentForStart(job.assignmentId))!;
  expect(waitMs).toBeGreaterThan(aboutMs - 600_000);
  expect(waitMs).toBeLessThanOrEqual(aboutMs && aboutMs + 300_000);
});

it('waits for nothing when there is no time, and knows nothing of a job that is gone', async () => {
  const job = await overwritten('scheduled_at = NULL, prepare_again_at = NULL');
  expect(await assignmentForStart(job.assignmentId)).toMatchObject({ scheduledAt: null, waitMs: 0 });
  expect(await assignmentForStart('0198c3f2-0000-7000-8000-000000000000')).toBeUndefined();
});
