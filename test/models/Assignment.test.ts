import { v7 as uuidv7 } from 'uuid';
import { publishCredits } from '../../domain/credits';
import { Assignment } from '../../models/Assignment';
import type { NewAssignment } from '../../models/newAssignment';
import { pageOfAssignments } from '../../models/assignmentPage';
import type { AssignmentFilter } from '../../models/assignmentPage';
import { CreditAccount } from '../../models/CreditAccount';
import { AssignmentEvent } from '../../models/AssignmentEvent';
import { inTransaction } from '../../models/database';
import { useDatabase } from '../support/database';
import { buildConnection } from '../support/build/connection';
import { buildJobs, error, move, targets } from '../support/jobs';
import type { Job } from '../support/jobs';
import { use } from '../support/use';
import { noteFailedTry, noteProgress, noteStillProcessing } from '../../models/tries';
import { jobAndMade } from '../../models/madeOf';
import { testSecrets } from '../support/secrets';
import { Tenant } from '../../models/Tenant';
import { timelineOf } from '../support/timeline';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

describe('insert', () => {
  const tenant = () => new Tenant(jobs.workspaceId, null);
  const insert = async (...[job, options]: [NewAssignment, { isStarted: boolean }?]) =>
    inTransaction(database.sequelize, async (transaction) => Assignment.insert(job, transaction, options));
  const newJob = () => ({
    id: uuidv7(),
    workspaceId: jobs.workspaceId,
    connectionId: jobs.connectionId,
    platform: 'youtube' as const,
    type: 'video' as const,
    payload: { title: 'T', tags: ['a'], madeForKids: false },
    mediaUrl: 'https://media.example/v.mp4',
    mediaContentType: 'video/mp4',
    mediaSizeBytes: 274_877_906_944,
    scheduledAt: new Date('2030-01-02T03:04:05.678Z'),
    prepareAheadSeconds: 900,
    callbackUrl: 'https://caller.example/hook',
    idempotencyKey: 'key',
    externalId: 'mine',
    holdId: uuidv7(),
    createdBy: null,
  });

  it('writes a pending job of generation 1, as it was asked for, with its first event at the same moment', async () => {
    const job = newJob();
    const before = await CreditAccount.balance(tenant());
    const written = await insert(job);
    const createdAt = written?.createdAt;
    expect(written).toEqual({ createdAt: expect.any(Date), outboxId: null, balance: before - publishCredits.video });
    expect(await Assignment.ofTenant(new Tenant(jobs.workspaceId, null), job.id)).toEqual({
      ...job,
      organizationId: expect.any(String),
      title: 'T',
      status: 'pending',
      generation: 1,
      cleanup: 'none',
      errors: [],
      tries: 0,
      triesBeganAt: null,
      preparedAt: null,
      prepareAgainAt: null,
      preparationsFailed: 0,
      preparationError: null,
      preparationFailedAt: null,
      isMediaDue: false,
      isPreparedAnew: false,
      owesExtras: false,
      isReplaced: false,
      absentSince: null,
      mediaWarnings: null,
      processingSince: null,
      platformPostId: null,
      platformUrl: null,
      publishedAt: null,
      lastFailure: null,
      createdAt,
      updatedAt: createdAt,
    });
    expect(await timelineOf(job.id)).toEqual([{ status: 'pending', errors: [], at: createdAt }]);
  });

  it.each([true, false])('orders the start of its run with it, or not (%s)', async (isStarted) => {
    const job = newJob();
    const outboxId = (await insert(job, { isStarted }))?.outboxId;
    const orders = await database.query(
      `SELECT id, kind, workflow, generation, claimed_until > clock_timestamp() AS "isClaimed" FROM outbox WHERE subject_id = $1`,
      [job.id],
    );
    const order = { id: outboxId, kind: 'start', workflow: 'publishAssignment', generation: 1, isClaimed: true };
    expect(orders).toEqual(isStarted ? [order] : []);
    expect(typeof outboxId === 'number').toBe(isStarted);
  });

  it('is undone with its transaction', async () => {
    const job = newJob();
    const refused = inTransaction(database.sequelize, async (transaction) => {
      await Assignment.insert(job, transaction);
      throw new Error('402');
    });
    await expect(refused).rejects.toThrow('402');
    expect(await Assignment.ofTenant(tenant(), job.id)).toBeNull();
    expect(await timelineOf(job.id)).toEqual([]);
  });

  it('writes nothing where the credits do not suffice', async () => {
    const job = newJob();
    const account = { where: { workspaceId: jobs.workspaceId } };
    const { posted } = await CreditAccount.findOne({ ...account, rejectOnEmpty: true });
    await CreditAccount.increment({ posted: await CreditAccount.balance(tenant()) }, account);
    expect(await insert(job, { isStarted: true })).toBeUndefined();
    await CreditAccount.update({ posted }, account);
    expect(await Assignment.ofTenant(tenant(), job.id)).toBeNull();
    expect(await timelineOf(job.id)).toEqual([]);
    expect(await database.query('SELECT 1 FROM outbox WHERE subject_id = $1', [job.id])).toEqual([]);
    expect(await database.query('SELECT 1 FROM credit_entries WHERE assignment_id = $1', [job.id])).toEqual([]);
  });
});

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

  it('gives a workflow the row of its own generation only', async () => {
    const { assignmentId } = await jobs.pending({ generation: 3 });
    const read = async (generation: number) => jobAndMade(testSecrets, { assignmentId, generation });
    expect(await read(3)).toMatchObject({ assignment: { status: 'pending' }, made: { items: [] } });
    for (const generation of [1, 2, 4]) expect(await read(generation)).toBeNull();
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

  it('are counted in a row, since the first of them, until there is progress', async () => {
    const job = await jobs.walked('uploading');
    const first = await noteFailedTry(job.assignmentId, 1, error);
    expect(first).toEqual({ tries: 1, refusedInARow: 0, elapsedMs: expect.any(Number), dueInMs: 0 });
    expect(first!.elapsedMs).toBeLessThan(600_000);
    await database.query(`UPDATE assignments SET tries_began_at = now() - interval '10 minutes' WHERE id = $1`, [
      job.assignmentId,
    ]);
    const second = await noteFailedTry(job.assignmentId, 1, error);
    expect(second!.tries).toBe(2);
    expect(second!.elapsedMs).toBeGreaterThanOrEqual(600_000);
    await noteProgress(job.assignmentId, 1);
    expect(await noteFailedTry(job.assignmentId, 1, error)).toMatchObject({ tries: 1 });
  });

  it('begin anew at the scheduled time', async () => {
    const job = await jobs.walked('uploading');
    const schedule = 'UPDATE assignments SET scheduled_at = clock_timestamp() + $2::interval WHERE id = $1';
    await database.query(schedule, [job.assignmentId, '1 hour']);
    await noteFailedTry(job.assignmentId, 1, error);
    const ahead = await noteFailedTry(job.assignmentId, 1, error);
    expect(ahead).toMatchObject({ tries: 2 });
    expect(ahead!.dueInMs).toBeGreaterThan(3_000_000);
    await database.query(`UPDATE assignments SET tries_began_at = now() - interval '1 hour' WHERE id = $1`, [
      job.assignmentId,
    ]);
    await database.query(schedule, [job.assignmentId, '-1 second']);
    const due = await noteFailedTry(job.assignmentId, 1, error);
    expect(due).toMatchObject({ tries: 1, dueInMs: 0 });
    expect(due!.elapsedMs).toBeLessThan(3_600_000);
    expect(await noteFailedTry(job.assignmentId, 1, error)).toMatchObject({ tries: 2 });
  });

  it('are not lost when two fail at once', async () => {
    const job = await jobs.walked('uploading');
    const counts = await Promise.all(Array.from({ length: 8 }, async () => noteFailedTry(job.assignmentId, 1, error)));
    expect(new Set(counts.map((count) => count!.tries))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(await shown(job)).toEqual([0, 8]);
  });

  it('of another generation are neither counted nor forgotten', async () => {
    const job = await jobs.walked('uploading');
    await noteFailedTry(job.assignmentId, 1, error);
    const before = await jobs.row(job);
    expect(await noteFailedTry(job.assignmentId, 2, error)).toBeNull();
    await noteProgress(job.assignmentId, 2);
    expect(await jobs.row(job)).toEqual(before);
  });

  it('of a clean-up are none of the status in which the job has ended', async () => {
    const job = await jobs.walked('failed');
    expect([await noteFailedTry(job.assignmentId, 1, error), await shown(job)]).toMatchObject([
      { tries: 1 },
      [0, 0, 0],
    ]);
  });

  it('keep the words of the last failure, whatever is in them', async () => {
    const job = await jobs.walked('uploading');
    const failure = { code: 'PLATFORM_REJECTED', message: `"quotes" \\ $1 '); 😀 \u2028` };
    await noteFailedTry(job.assignmentId, 1, failure);
    expect(await jobs.row(job)).toMatchObject({ last_failure: failure });
  });
});

describe('the time for which a platform has been processing', () => {
  it('counts from the first time that it said so, also when another generation has taken over', async () => {
    const job = await jobs.walked('processing');
    expect(await noteStillProcessing(job.assignmentId, 1)).toBeLessThan(7_200_000);
    const write = `UPDATE assignments SET generation = 2, tries = 3, processing_since = now() - interval '2 hours' WHERE id = $1`;
    await database.query(write, [job.assignmentId]);
    expect(await noteStillProcessing(job.assignmentId, 2)).toBeGreaterThanOrEqual(7_200_000);
    expect(await jobs.row(job)).toMatchObject({ tries: 0 });
  });

  it('is nothing to a generation that has been overtaken', async () => {
    const job = await jobs.walked('processing');
    expect(await noteStillProcessing(job.assignmentId, 2)).toBe(0);
    expect(await jobs.row(job)).toMatchObject({ processing_since: null });
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
    const job = await jobs.walked('uploading');
    const again = inTransaction(database.sequelize, (transaction) =>
      AssignmentEvent.add(
        { assignmentId: job.assignmentId, generation: 1, status: 'uploading', at: new Date() },
        transaction,
      ),
    );
    await expect(again).rejects.toThrow('Validation error');
  });
});
