import { v7 as uuidv7 } from 'uuid';
import { Assignment } from '../../../models/assignments/Assignment';
import { pageOfAssignments } from '../../../models/assignments/reads/assignmentPage';
import type { AssignmentFilter } from '../../../models/assignments/reads/assignmentPage';
import { useDatabase } from '../../support/servers/database';
import { buildConnection } from '../../support/build/connection';
import { buildJobs, error, move, targets } from '../../support/runs/jobs';
import type { Job } from '../../support/runs/jobs';
import { use } from '../../support/use';
import { failTry, report } from '../../support/runs/reports';
import { Tenant } from '../../../models/database/Tenant';
import { timelineOf } from '../../support/runs/timeline';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

describe('finding a job', () => {
  it('answers a foreign id as it answers an unknown one', async () => {
    const { assignmentId } = await jobs.pending();
    const foreign = await buildJobs(database);
    expect(await Assignment.ofTenant(new Tenant(foreign.workspaceId, null), assignmentId)).toBeNull();
    expect(await Assignment.ofTenant(new Tenant(jobs.workspaceId, null), uuidv7())).toBeNull();
    expect(await Assignment.ofTenant(new Tenant(jobs.workspaceId, null), assignmentId)).toMatchObject({
      id: assignmentId,
    });
  });
});

describe('page', () => {
  it('gives what fits the filter, newest first, each once, and how many there are', async () => {
    const own = await buildJobs(database);
    const other = await buildConnection(own);
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const { assignmentId } = await own.pending({
        // Four of the same moment: their order has to be stable all the same.
        createdAt: new Date(Date.UTC(2026, 0, 1 + Math.min(n, 3))),
        externalId: n % 2 === 0 ? 'even' : null,
        status: n === 6 ? 'published' : 'pending',
        ...(n === 0 && { connectionId: other.connectionId }),
      });
      made.push(assignmentId);
    }
    const page = async (filter: Partial<AssignmentFilter>) => {
      const { items, total } = await pageOfAssignments(new Tenant(own.workspaceId, null), {
        page: 1,
        limit: 50,
        ...filter,
      });
      return { ids: items.map(({ id }) => id), total };
    };
    const newestFirst = [...made].reverse();
    expect(await page({})).toEqual({ ids: newestFirst, total: 7 });
    const pages = [await page({ limit: 3 }), await page({ limit: 3, page: 2 }), await page({ limit: 3, page: 3 })];
    expect(pages.flatMap(({ ids }) => ids)).toEqual(newestFirst);
    expect(await page({ limit: 3, page: 4 })).toEqual({ ids: [], total: 7 });
    expect(await page({ status: 'published' })).toEqual({ ids: [made[6]], total: 1 });
    expect(await page({ externalId: 'even' })).toMatchObject({ total: 4 });
    expect(await page({ externalId: 'eve' })).toMatchObject({ total: 0 });
    expect(await page({ connectionId: other.connectionId })).toEqual({ ids: [made[0]], total: 1 });
    expect(await page({ platform: 'facebook' })).toMatchObject({ total: 0 });
    const [second, fourth] = [new Date('2026-01-02'), new Date('2026-01-04')];
    expect(await page({ dateFrom: second, dateTo: fourth })).toEqual({ ids: [made[2], made[1]], total: 2 });
    expect(await page({ dateFrom: fourth })).toMatchObject({ total: 4 });
    expect(await page({ dateTo: second })).toMatchObject({ total: 1 });
  });
});

describe('the tries of a platform step', () => {
  /** The numbers of failed tries in the lines of a timeline. */
  const shown = async ({ assignmentId }: Job) => {
    const lines = 'SELECT failed_tries AS count FROM assignment_events WHERE assignment_id = $1 ORDER BY id';
    return (await database.query<{ count: number }>(lines, [assignmentId])).map(({ count }) => count);
  };

  const tries = async (job: Job, times = 1) => {
    for (let count = 1; count < times; count += 1) await failTry(job, error);
    return (await failTry(job, error)).tries;
  };

  it('are counted in a row, since the first of them, until there is progress', async () => {
    const job = await jobs.walked('uploading');
    const first = await tries(job);
    expect(first).toMatchObject({ of: 'upload', count: 1, error });
    expect(await tries(job)).toMatchObject({ count: 2, since: first!.since });
    await report(job, { is: 'progressed', ends: 'clock', generation: 1 });
    const third = await tries(job);
    expect(third!.count).toBe(3);
    expect(third!.since).toBeGreaterThan(first!.since);
    await report(job, { is: 'progressed', ends: 'tries', generation: 1 });
    expect(await tries(job)).toMatchObject({ count: 1 });
  });

  it('begin anew at the scheduled time', async () => {
    const job = await jobs.walked('uploading');
    const schedule = 'UPDATE assignments SET scheduled_at = clock_timestamp() + $2::interval WHERE id = $1';
    await database.query(schedule, [job.assignmentId, '1 hour']);
    expect(await tries(job, 2)).toMatchObject({ count: 2 });
    await database.query(`UPDATE assignments SET tries = jsonb_set(tries, '{since}', '0') WHERE id = $1`, [
      job.assignmentId,
    ]);
    await database.query(schedule, [job.assignmentId, '-1 second']);
    expect(await tries(job)).toMatchObject({ count: 1 });
    expect(await tries(job)).toMatchObject({ count: 2 });
  });

  it('are not lost when two fail at once', async () => {
    const job = await jobs.walked('uploading');
    const counts = await Promise.all(Array.from({ length: 8 }, async () => tries(job)));
    expect(new Set(counts.map((one) => one!.count))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(await shown(job)).toEqual([0, 8]);
  });

  it('of another generation are neither counted nor forgotten', async () => {
    const job = await jobs.walked('uploading');
    await failTry(job, error);
    const before = await jobs.row(job);
    await failTry({ ...job, generation: 2 }, error);
    await report(job, { is: 'progressed', ends: 'tries', generation: 2 });
    expect(await jobs.row(job)).toEqual(before);
  });

  it('of a clean-up are none of the status in which the job has ended', async () => {
    const job = await jobs.walked('uploading');
    await jobs.leave(job, { session: 'sealed' });
    await move(job, targets.failed);
    expect([await tries(job), await shown(job)]).toMatchObject([{ of: 'cleanUp', count: 1 }, [0, 0, 0]]);
  });

  it('keep the words of the last failure, whatever is in them', async () => {
    const job = await jobs.walked('uploading');
    const failure = { code: 'PLATFORM_REJECTED', message: `"quotes" \\ $1 '); 😀 \u2028` } as const;
    await failTry(job, failure);
    expect(await jobs.row(job)).toMatchObject({ tries: { error: failure } });
  });
});

describe('the time for which a platform has been processing', () => {
  const busy = async (job: Job, generation: number) => report(job, { is: 'busy', generation });

  it('counts from the first time that it said so, also when another generation has taken over', async () => {
    const job = await jobs.walked('processing');
    await busy(job, 1);
    const before = (await jobs.row(job))['busy'] as { since: number };
    await database.query('UPDATE assignments SET generation = 2 WHERE id = $1', [job.assignmentId]);
    await busy(job, 2);
    expect(await jobs.row(job)).toMatchObject({ busy: { of: 'publish', since: before.since, asks: 2 }, tries: null });
  });

  it('is nothing to a generation that has been overtaken', async () => {
    const job = await jobs.walked('processing');
    expect(await busy(job, 2)).toBe(false);
    expect(await jobs.row(job)).toMatchObject({ busy: null });
  });
});

describe('the timeline', () => {
  it('tells one job alone, oldest first, with the errors of a failure', async () => {
    const job = await jobs.walked('uploaded');
    await jobs.walked('published');
    await move(job, targets.failed);
    const timeline = await timelineOf(job.assignmentId);
    expect(timeline.map(({ status, errors }) => [status, errors])).toEqual([
      ['pending', []],
      ['uploading', []],
      ['uploaded', []],
      ['failed', [error]],
    ]);
  });

  it('has a status of a generation once, whoever writes it', async () => {
    const { assignmentId } = await jobs.walked('uploading');
    const again = `INSERT INTO assignment_events (assignment_id, generation, status) VALUES ($1, 1, 'uploading')`;
    await expect(database.query(again, [assignmentId])).rejects.toThrow('Validation error');
  });
});
