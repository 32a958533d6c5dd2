import type { Client } from 'pg';
import { paced } from '../../../domain/pace';
import { Connection } from '../../../models/connections/Connection';
import { resumePreparations } from '../../../models/publishing/preparation';
import { beginCall } from '../../support/runs/attempts';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments, error } from '../../support/runs/assignments';
import type { BuiltAssignment } from '../../support/runs/assignments';
import { interleave } from '../../support/runs/interleave';
import { begin, bringAnew, fail, failTry, report } from '../../support/runs/reports';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));
const minuteMs = paced(60_000);
const open = ['pending', 'uploading', 'uploaded'] as const;

/** An assignment of this status whose time comes in `dueInMs`; its media may be transferred now. */
async function scheduled(status: Parameters<typeof assignments.walked>[0], dueInMs: number): Promise<BuiltAssignment> {
  const assignment = await assignments.walked(status);
  const write = `UPDATE assignments SET scheduled_at = clock_timestamp() + make_interval(secs => $2 / 1000.0),
                   prepare_ahead_seconds = 86400 WHERE id = $1`;
  await database.query(write, [assignment.assignmentId, dueInMs]);
  return assignment;
}

const fence = ({ assignmentId }: BuiltAssignment, generation = 1) => ({ assignmentId, generation });
const set = async ({ assignmentId }: BuiltAssignment, what: string) =>
  database.query(`UPDATE assignments SET ${what} WHERE id = $1`, [assignmentId]);

/** For how long its preparation waits, in milliseconds. */
async function waitOf(assignment: BuiltAssignment): Promise<number> {
  const row = (await assignments.row(assignment)) as { prepare_again_at: Date; preparation_failed_at: Date };
  return row.prepare_again_at.getTime() - row.preparation_failed_at.getTime();
}

describe('a preparation that fails', () => {
  it.each(open)('waits and keeps its status, with the reason beside it: %s', async (status) => {
    const assignment = await scheduled(status, 60 * minuteMs);
    await failTry(assignment, error);
    await fail(assignment, error);
    expect(await waitOf(assignment)).toBe(5 * minuteMs);
    const kept = { status, errors: [], preparation_error: error, preparation_failed_at: expect.any(Date), tries: null };
    expect(await assignments.row(assignment)).toMatchObject(kept);
    expect(await assignments.entries(assignment)).toEqual(['hold']);
  });

  it('waits twice as long each time, and an hour at most', async () => {
    const assignment = await scheduled('uploading', 600 * minuteMs);
    const minutes: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      await fail(assignment, error);
      minutes.push((await waitOf(assignment)) / minuteMs);
      await set(assignment, 'prepare_again_at = NULL');
    }
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('is tried again at the scheduled time at the latest', async () => {
    const assignment = await scheduled('uploading', 2 * minuteMs);
    await fail(assignment, error);
    expect(await waitOf(assignment)).toBeLessThanOrEqual(2 * minuteMs);
  });

  it.each([
    ['pending', 'upload'],
    ['uploading', 'upload'],
    ['uploaded', 'prepare'],
  ] as const)('lets a run go on when its wait is over, and callers edit only before: %s', async (status, next) => {
    const assignment = await scheduled(status, 60 * minuteMs);
    await fail(assignment, error);
    expect(await begin(assignment)).toMatchObject({ next: 'its preparation is tried again' });
    expect(await assignments.row(assignment)).toMatchObject({ prepare_again_at: expect.any(Date) });
    await set(assignment, 'prepare_again_at = clock_timestamp()');
    expect(await begin(assignment)).toMatchObject({ next });
    expect(await assignments.row(assignment)).toMatchObject({ prepare_again_at: null });
  });

  it('is tried again at once, in the next generation, when its connection changes', async () => {
    const waiting = await Promise.all(open.map(async (status) => scheduled(status, 60 * minuteMs)));
    const [working, foreign] = [
      await scheduled('uploading', 60 * minuteMs),
      await scheduled('uploading', 60 * minuteMs),
    ];
    const another = await buildAssignments(database);
    await set(foreign, `connection_id = '${another.connectionId}'`);
    for (const assignment of [...waiting, foreign]) await fail(assignment, error);
    await resumePreparations((await Connection.findByPk(assignments.connectionId))!);
    for (const assignment of waiting) {
      expect(await assignments.row(assignment)).toMatchObject({
        generation: 2,
        prepare_again_at: null,
        preparation_error: error,
      });
      const orders = 'SELECT kind, generation FROM outbox WHERE subject_id = $1 ORDER BY generation DESC';
      expect(await database.query(orders, [assignment.assignmentId])).toEqual([
        { kind: 'start', generation: 2 },
        { kind: 'terminate', generation: 1 },
      ]);
    }
    for (const assignment of [working, foreign])
      expect(await assignments.row(assignment)).toMatchObject({ generation: 1 });
  });
});

describe('a post that is prepared', () => {
  it('waits for its last look, then for its time, and is looked at once more in between', async () => {
    const assignment = await scheduled('uploaded', 10 * minuteMs);
    expect(await begin(assignment)).toEqual({ moves: [], next: 'prepare' });
    await fail(assignment, error);
    await report(assignment, { is: 'prepared', generation: 1 });
    await set(assignment, 'prepare_again_at = NULL');
    expect(await assignments.row(assignment)).toMatchObject({ preparation_error: null, preparations_failed: 0 });
    expect(await begin(assignment)).toMatchObject({ next: 'its last look' });
    await set(
      assignment,
      `scheduled_at = clock_timestamp() + interval '${minuteMs / 4} milliseconds', prepared_at = now() - interval '2 minutes'`,
    );
    expect(await begin(assignment)).toEqual({ moves: [], next: 'prepare' });
    await report(assignment, { is: 'prepared', generation: 1 });
    expect(await begin(assignment)).toMatchObject({ next: 'its scheduled time' });
    await set(assignment, 'scheduled_at = clock_timestamp()');
    expect(await begin(assignment)).toEqual({ moves: ['processing'], next: 'publish' });
  });

  it('and is of no use any more is prepared anew by the next generation, in its status', async () => {
    const assignment = await scheduled('uploaded', 10 * minuteMs);
    await report(assignment, { is: 'prepared', generation: 1 });
    await set(assignment, 'prepared_at = NULL');
    await fail(assignment, error, { isShortLived: true });
    const anew = { status: 'uploaded', generation: 2, cleanup: 'due', is_media_due: true, prepared_at: null };
    expect(await assignments.row(assignment)).toMatchObject(anew);
    expect(await begin(fence(assignment, 2))).toEqual({ moves: [], next: 'cleanUp' });
    await bringAnew(fence(assignment, 1));
    expect(await assignments.row(assignment)).toMatchObject({ is_media_due: true });
    await bringAnew(fence(assignment, 2));
    expect(await begin(fence(assignment, 2))).toMatchObject({ next: 'prepare' });
    expect(await assignments.timeline(assignment)).toEqual(['1 pending', '1 uploading', '1 uploaded']);
  });

  it('and is lost is prepared anew also past the point of no return, and callers are told', async () => {
    const assignment = await assignments.walked('processing');
    await fail(assignment, error, { isLost: true });
    const lost = { code: 'PROCESSING_FAILED', message: error.message };
    const anew = { status: 'processing', is_media_due: true, is_prepared_anew: false, preparation_error: lost };
    expect(await assignments.row(assignment)).toMatchObject({ ...anew, preparation_failed_at: expect.any(Date) });
    expect(await begin(fence(assignment, 2))).toEqual({ moves: [], next: 'cleanUp' });
    for (const step of ['stage', 'publish'] as const) {
      expect(await beginCall({ ...fence(assignment, 2), step })).toBeNull();
    }
    await bringAnew(fence(assignment, 2));
    expect(await begin(fence(assignment, 2))).toEqual({ moves: [], next: 'publish' });
    expect(await assignments.row(assignment)).toMatchObject({ is_media_due: false });
  });

  it('is not prepared anew where a call to publish it was begun meanwhile', async () => {
    const assignment = await assignments.walked('processing');
    const lost = { is: 'failed', of: 'publish', failure: { ...error, transient: false, isLost: true } } as const;
    const begins = async (client: Client) => {
      await client.query('UPDATE assignments SET version = version WHERE id = $1', [assignment.assignmentId]);
      await client.query(
        `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
         VALUES ($1, 1, 'publish', '{}', now() + interval '30 seconds')`,
        [assignment.assignmentId],
      );
    };
    expect(await interleave(database, begins, async () => report(assignment, { ...lost, generation: 1 }))).toBe(false);
    expect(await assignments.row(assignment)).toMatchObject({ generation: 1, is_media_due: false, cleanup: 'none' });
  });

  it('that may have been published is looked for before its media are transferred anew', async () => {
    const assignment = await assignments.walked('processing');
    await beginCall({ ...fence(assignment), leaseSeconds: 0 });
    await set(assignment, 'is_media_due = true');
    expect(await begin(assignment)).toEqual({ moves: [], next: 'settle' });
  });

  it('anew waits until its media may be transferred, and comes before the scheduled time also when that has come', async () => {
    const assignment = await scheduled('uploaded', 10 * minuteMs);
    await fail(assignment, error, { isShortLived: true });
    await set(assignment, 'prepare_ahead_seconds = 60');
    expect(await begin(fence(assignment, 2))).toMatchObject({ next: 'its preparation begins' });
    await set(assignment, 'scheduled_at = clock_timestamp()');
    expect(await begin(fence(assignment, 2))).toEqual({ moves: [], next: 'cleanUp' });
  });
});
