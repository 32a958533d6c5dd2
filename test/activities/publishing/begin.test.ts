import { createDatabaseActivities } from '../../../activities';
import { wakeAheadMs } from '../../../domain/assignment/runStep';
import type { RunStep } from '../../../domain/assignment/runStep';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedJob } from '../../support/runs/publishing';
import { timelineOf } from '../../support/runs/timeline';

const publishing = usePublishing({ workers: false });

const begin = async (job: CreatedJob): Promise<RunStep> => createDatabaseActivities(publishing.deps).begin(job);

/** A pending job that is due so long after this, by the database's clock. */
async function dueIn(ms: number): Promise<CreatedJob & { due: Date }> {
  const job = await publishing.create(await publishing.connect());
  const [row] = await publishing.database.query<{ due: Date }>(
    `UPDATE assignments SET scheduled_at = clock_timestamp() + make_interval(secs => $1::float / 1000), prepare_ahead_seconds = 0
     WHERE id = $2 RETURNING scheduled_at AS due`,
    [ms, job.assignmentId],
  );
  return { ...job, due: row!.due };
}

const begunAt = async ({ assignmentId }: CreatedJob): Promise<Date | undefined> =>
  (await timelineOf(assignmentId)).find(({ status }) => status === 'uploading')?.at;

describe('a job whose time lies ahead', () => {
  it('is woken some milliseconds early', async () => {
    const job = await dueIn(60_000);
    const step = await begin(job);
    expect(step).toMatchObject({ do: 'wait', for: 'its preparation begins' });
    const wokenInMs = step.do === 'wait' ? step.ms : 0;
    expect(wokenInMs).toBeGreaterThan(0);
    expect(wokenInMs).toBeLessThanOrEqual(60_000 - wakeAheadMs);
    expect(await begunAt(job)).toBeUndefined();
  });

  it('goes on when its time has come, and never before', async () => {
    const job = await dueIn(wakeAheadMs - 5);
    expect(await begin(job)).toMatchObject({ do: 'upload' });
    expect((await begunAt(job))!.getTime()).toBeGreaterThanOrEqual(job.due.getTime());
  });
});
