import { Assignment } from '../../../models/assignments/Assignment';
import { Connection } from '../../../models/connections/Connection';
import { allCalls, kinds } from '../../kinds';
import { until } from '../../support/until';
import { expectPublished, leftOf, submit, useKinds } from './kindAssignments';
import type { Submitted } from './kindAssignments';

/** One more try on a busier machine does no harm; an assignment without an end would last for days. */
const patience = { answerMs: 1000, mediaMs: 1000 };
const publishing = useKinds(patience);
const drip = { drip: true };

/** The tries of an assignment that have failed. */
async function triesOf({ assignmentId }: Submitted): Promise<number> {
  const [counted] = await publishing.database.query<{ tries: number }>(
    'SELECT sum(failed_tries)::int AS tries FROM assignment_events WHERE assignment_id = $1',
    [assignmentId],
  );
  return counted?.tries ?? 0;
}

async function failedRow({ assignmentId: id }: Submitted): Promise<Assignment> {
  return until(async () => Assignment.findOne({ where: { id, status: 'failed' } }), 60_000);
}

describe('a platform whose answers begin and never end', () => {
  it('holds no assignment of any kind: a call that drips is a try that failed, and each post goes live once', async () => {
    const calls = allCalls(kinds);
    for (const call of calls) await publishing.fault(call, drip);
    const assignments = await Promise.all(
      kinds.map(async (kind) => ({ kind, assignment: await submit(publishing, kind) })),
    );
    for (const { kind, assignment } of assignments) await expectPublished(publishing, kind, assignment);
    const struck = (await publishing.callsSince(0)).filter(({ fault }) => fault !== null);
    const tries = await Promise.all(assignments.map(async ({ assignment }) => triesOf(assignment)));
    expect(struck.length).toBeGreaterThan(calls.length / 2);
    expect(tries.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  });

  it('keeps no prepared post from going live, once', async () => {
    for (const call of allCalls(kinds)) await publishing.fault(call, drip);
    const scheduledAt = new Date(Date.now() + 5000);
    const ahead = kinds.filter(({ mediaCount }) => mediaCount > 0);
    const scheduled = { scheduledAt, prepareAheadSeconds: 7200 };
    const assignments = await Promise.all(
      ahead.map(async (kind) => ({ kind, assignment: await submit(publishing, kind, scheduled) })),
    );
    for (const { kind, assignment } of assignments) await expectPublished(publishing, kind, assignment);
  });

  it('leaves nothing of a post that failed', async () => {
    await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
    const [kind] = kinds;
    for (const call of [kind!.calls.look, kind!.calls.remove]) await publishing.fault(call, drip);
    const assignment = await submit(publishing, kind!);
    // The deletion had its effect. The run goes on until the video is certainly gone.
    expect((await failedRow(assignment)).errors).toMatchObject([{ code: 'PROCESSING_FAILED' }]);
    await until(async () => (await leftOf(publishing, kind!, assignment)).length === 0, 60_000);
  });

  it.each([
    ['to a look', { method: 'GET', path: '/youtube/v3/videos' }],
    ['of the token host', { method: 'POST', path: '/token' }],
  ])('ends an assignment after eight tries by answers %s', async (_name, call) => {
    await publishing.fault({ ...call, times: 1000 }, drip);
    if (call.path === '/token') {
      await publishing.fault({ method: 'POST', path: '/upload', times: 1000 }, { error: 'authError' });
    }
    const assignment = await submit(publishing, kinds[0]!);
    // The run of the assignment goes on where a clean-up waits for the platform, too.
    const { errors } = await failedRow(assignment);
    expect(errors).toMatchObject([{ code: 'PLATFORM_UNAVAILABLE', message: expect.stringMatching(/no whole answer/) }]);
    expect(await triesOf(assignment)).toBe(8);
    const connection = await Connection.findByPk(assignment.channel.connectionId, { raw: true });
    expect(connection?.tokenStatus).toBe('valid');
  });
});
