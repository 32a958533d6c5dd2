import { v7 as uuidv7 } from 'uuid';
import { Assignment } from '../../../models/assignments/Assignment';
import { pageOfAssignments } from '../../../models/assignments/reads/assignmentPage';
import type { AssignmentFilter } from '../../../models/assignments/reads/assignmentPage';
import { useDatabase } from '../../support/servers/database';
import { buildConnection } from '../../support/build/connection';
import { buildAssignments, error, move, targets } from '../../support/runs/assignments';
import type { BuiltAssignment } from '../../support/runs/assignments';
import { use } from '../../support/use';
import { failTry, report } from '../../support/runs/reports';
import { Tenant } from '../../../models/database/Tenant';
import { timelineOf } from '../../support/runs/timeline';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

describe('finding an assignment', () => {
  it('answers a foreign id as it answers an unknown one', async () => {
    const { assignmentId } = await assignments.pending();
    const foreign = await buildAssignments(database);
    expect(await Assignment.ofTenant(new Tenant(foreign.workspaceId, null), assignmentId)).toBeNull();
    expect(await Assignment.ofTenant(new Tenant(assignments.workspaceId, null), uuidv7())).toBeNull();
    expect(await Assignment.ofTenant(new Tenant(assignments.workspaceId, null), assignmentId)).toMatchObject({
      id: assignmentId,
    });
  });
});

describe('page', () => {
  it('gives what fits the filter, newest first, each once, and how many there are', async () => {
    const own = await buildAssignments(database);
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
  const shown = async ({ assignmentId }: BuiltAssignment) => {
    const lines = 'SELECT failed_tries AS count FROM assignment_events WHERE assignment_id = $1 ORDER BY id';
    return (await database.query<{ count: number }>(lines, [assignmentId])).map(({ count }) => count);
  };

  const tries = async (assignment: BuiltAssignment, times = 1) => {
    for (let count = 1; count < times; count += 1) await failTry(assignment, error);
    return (await failTry(assignment, error)).tries;
  };

  it('are counted in a row, since the first of them, until there is progress', async () => {
    const assignment = await assignments.walked('uploading');
    const first = await tries(assignment);
    expect(first).toMatchObject({ of: 'upload', count: 1, error });
    expect(await tries(assignment)).toMatchObject({ count: 2, since: first!.since });
    await report(assignment, { is: 'progressed', ends: 'clock', generation: 1 });
    const third = await tries(assignment);
    expect(third!.count).toBe(3);
    expect(third!.since).toBeGreaterThan(first!.since);
    await report(assignment, { is: 'progressed', ends: 'tries', generation: 1 });
    expect(await tries(assignment)).toMatchObject({ count: 1 });
  });

  it('begin anew at the scheduled time', async () => {
    const assignment = await assignments.walked('uploading');
    const schedule = 'UPDATE assignments SET scheduled_at = clock_timestamp() + $2::interval WHERE id = $1';
    await database.query(schedule, [assignment.assignmentId, '1 hour']);
    expect(await tries(assignment, 2)).toMatchObject({ count: 2 });
    await database.query(`UPDATE assignments SET tries = jsonb_set(tries, '{since}', '0') WHERE id = $1`, [
      assignment.assignmentId,
    ]);
    await database.query(schedule, [assignment.assignmentId, '-1 second']);
    expect(await tries(assignment)).toMatchObject({ count: 1 });
    expect(await tries(assignment)).toMatchObject({ count: 2 });
  });

  it('are not lost when two fail at once', async () => {
    const assignment = await assignments.walked('uploading');
    const counts = await Promise.all(Array.from({ length: 8 }, async () => tries(assignment)));
    expect(new Set(counts.map((one) => one!.count))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(await shown(assignment)).toEqual([0, 8]);
  });

  it('of another generation are neither counted nor forgotten', async () => {
    const assignment = await assignments.walked('uploading');
    await failTry(assignment, error);
    const before = await assignments.row(assignment);
    await failTry({ ...assignment, generation: 2 }, error);
    await report(assignment, { is: 'progressed', ends: 'tries', generation: 2 });
    expect(await assignments.row(assignment)).toEqual(before);
  });

  it('of a clean-up are none of the status in which the assignment has ended', async () => {
    const assignment = await assignments.walked('uploading');
    await assignments.leave(assignment, { session: 'sealed' });
    await move(assignment, targets.failed);
    expect([await tries(assignment), await shown(assignment)]).toMatchObject([{ of: 'cleanUp', count: 1 }, [0, 0, 0]]);
  });

  it('keep the words of the last failure, whatever is in them', async () => {
    const assignment = await assignments.walked('uploading');
    const failure = { code: 'PLATFORM_REJECTED', message: `"quotes" \\ $1 '); 😀 \u2028` } as const;
    await failTry(assignment, failure);
    expect(await assignments.row(assignment)).toMatchObject({ tries: { error: failure } });
  });
});

describe('the time for which a platform has been processing', () => {
  const busy = async (assignment: BuiltAssignment, generation: number) =>
    report(assignment, { is: 'busy', generation });

  it('counts from the first time that it said so, also when another generation has taken over', async () => {
    const assignment = await assignments.walked('processing');
    await busy(assignment, 1);
    const before = (await assignments.row(assignment))['busy'] as { since: number };
    await database.query('UPDATE assignments SET generation = 2 WHERE id = $1', [assignment.assignmentId]);
    await busy(assignment, 2);
    expect(await assignments.row(assignment)).toMatchObject({
      busy: { of: 'publish', since: before.since, asks: 2 },
      tries: null,
    });
  });

  it('is nothing to a generation that has been overtaken', async () => {
    const assignment = await assignments.walked('processing');
    expect(await busy(assignment, 2)).toBe(false);
    expect(await assignments.row(assignment)).toMatchObject({ busy: null });
  });
});

describe('the timeline', () => {
  it('tells one assignment alone, oldest first, with the errors of a failure', async () => {
    const assignment = await assignments.walked('uploaded');
    await assignments.walked('published');
    await move(assignment, targets.failed);
    const timeline = await timelineOf(assignment.assignmentId);
    expect(timeline.map(({ status, errors }) => [status, errors])).toEqual([
      ['pending', []],
      ['uploading', []],
      ['uploaded', []],
      ['failed', [error]],
    ]);
  });

  it('has a status of a generation once, whoever writes it', async () => {
    const { assignmentId } = await assignments.walked('uploading');
    const again = `INSERT INTO assignment_events (assignment_id, generation, status) VALUES ($1, 1, 'uploading')`;
    await expect(database.query(again, [assignmentId])).rejects.toThrow('Validation error');
  });
});
