import { createDatabaseActivities } from '../../../activities';
import { wakeAheadMs } from '../../../domain/assignment/runStep';
import type { RunStep } from '../../../domain/assignment/runStep';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun } from '../../support/runs/publishing';
import { timelineOf } from '../../support/runs/timeline';

const publishing = usePublishing({ workers: false });

const begin = async (assignment: CreatedRun): Promise<RunStep> =>
  createDatabaseActivities(publishing.deps).begin(assignment);

/** A pending assignment that is due so long after this, by the database's clock. */
async function dueIn(ms: number): Promise<CreatedRun & { due: Date }> {
  const assignment = await publishing.create(await publishing.connect());
  const [row] = await publishing.database.query<{ due: Date }>(
    `UPDATE assignments SET scheduled_at = clock_timestamp() + make_interval(secs => $1::float / 1000), prepare_ahead_seconds = 0
     WHERE id = $2 RETURNING scheduled_at AS due`,
    [ms, assignment.assignmentId],
  );
  return { ...assignment, due: row!.due };
}

const begunAt = async ({ assignmentId }: CreatedRun): Promise<Date | undefined> =>
  (await timelineOf(assignmentId)).find(({ status }) => status === 'uploading')?.at;

describe('an assignment whose time lies ahead', () => {
  it('is woken some milliseconds early', async () => {
    const assignment = await dueIn(60_000);
    const step = await begin(assignment);
    expect(step).toMatchObject({ do: 'wait', for: 'its preparation begins' });
    const wokenInMs = step.do === 'wait' ? step.ms : 0;
    expect(wokenInMs).toBeGreaterThan(0);
    expect(wokenInMs).toBeLessThanOrEqual(60_000 - wakeAheadMs);
    expect(await begunAt(assignment)).toBeUndefined();
  });

  it('goes on when its time has come, and never before', async () => {
    const assignment = await dueIn(wakeAheadMs - 5);
    expect(await begin(assignment)).toMatchObject({ do: 'upload' });
    expect((await begunAt(assignment))!.getTime()).toBeGreaterThanOrEqual(assignment.due.getTime());
  });
});
