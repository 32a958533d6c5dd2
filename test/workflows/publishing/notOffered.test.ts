import { publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedRun, Overrides } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';
import { until } from '../../support/until';
import { use } from '../../support/use';
import { withoutPlatform } from '../../support/runs/withoutPlatform';

const hourMs = 3_600_000;
const publishing = usePublishing();
const channel = use<Channel>(async () => publishing.connect({ platform: 'facebook' }));
const facebook = use(async () => withoutPlatform(publishing.deps, 'facebook'));
beforeEach(() => facebook.withdraw());

const text = { platform: 'facebook', type: 'text', mediaUrl: null, payload: { message: 'Ahoy' } } as const;
const video = { platform: 'facebook', type: 'video', payload: { description: 'Ahoy' } } as const;
const submit = async (assignment: Overrides) => publishing.submit(channel, assignment);
const statusOf = async ({ assignmentId: id }: CreatedRun) => (await Assignment.findByPk(id, { raw: true }))?.status;
const callsOf = async () =>
  (await publishing.callsSince(0)).filter(({ platform }: Json) => platform === 'facebook').length;
/** Until the run waits for the platform: in a timer, or between two tries of an activity. */
const untilItWaits = async (assignment: CreatedRun) =>
  until(async () => {
    const { raw } = await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).describe();
    const isTried = raw.pendingActivities?.some(({ lastFailure }) => lastFailure?.message?.includes('is not offered'));
    const history = await publishing.temporal.historyOf(assignment);
    return isTried === true || history.some(({ timerStartedEventAttributes: timer }) => timer != null);
  });
/** The assignment as it would be so many milliseconds later. */
async function age({ assignmentId }: CreatedRun, ms: number): Promise<void> {
  const by = `interval '${ms} milliseconds'`;
  const { query } = publishing.database;
  await query(`UPDATE assignment_events SET at = at - ${by} WHERE assignment_id = $1`, [assignmentId]);
  await query(`UPDATE publish_attempts SET created_at = created_at - ${by} WHERE assignment_id = $1`, [assignmentId]);
  await query(
    `UPDATE assignments SET created_at = created_at - ${by}, scheduled_at = scheduled_at - ${by},
       busy = jsonb_set(busy, '{since}', to_jsonb((busy->>'since')::float - ${ms})) WHERE id = $1`,
    [assignmentId],
  );
}

/** Each status in which an accepted assignment may wait, and both kinds of its first step. */
const waiting = [
  ['pending', text],
  ['pending', video],
  ['uploading', video],
  ['uploaded', video],
] as const;

describe('an accepted assignment whose platform is not offered', () => {
  it('waits in its status, and fails a day after its time, without a call; offered again, it goes on', async () => {
    const before = await callsOf();
    const submitAll = async () => Promise.all(waiting.map(async ([status, request]) => submit({ ...request, status })));
    const [ending, staying] = [await submitAll(), await Promise.all([submit(text), submit(video)])];
    await Promise.all([...ending, ...staying].map(untilItWaits));
    expect(await Promise.all(ending.map(statusOf))).toEqual(waiting.map(([status]) => status));
    await Promise.all(ending.map(async (assignment) => age(assignment, 24 * hourMs)));
    for (const assignment of ending) {
      const { run, row, statuses, credits } = await publishing.outcomeOf(assignment);
      expect({ run, status: row.status, cleanup: row.cleanup }).toEqual({
        run: 'FAILED',
        status: 'failed',
        cleanup: 'none',
      });
      expect(row.errors).toEqual([
        {
          code: 'PLATFORM_UNAVAILABLE',
          message: 'Facebook is not offered by this service at present. Retry once it is offered again.',
        },
      ]);
      expect([statuses, credits]).toEqual([
        ['pending', 'failed'],
        ['hold', 'release'],
      ]);
    }
    expect(await Promise.all(staying.map(statusOf))).toEqual(['pending', 'pending']);
    expect(await callsOf()).toBe(before);

    facebook.offer();
    for (const assignment of staying) {
      const { row, statuses } = await publishing.outcomeOf(assignment);
      expect([row.status, row.errors]).toEqual(['published', []]);
      expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    }
  });

  it('that is scheduled waits for its time and a day, whatever was to be prepared before', async () => {
    const assignment = await submit({
      ...video,
      scheduledAt: new Date(Date.now() + 10 * 60_000),
      prepareAheadSeconds: 3600,
    });
    await untilItWaits(assignment);
    await age(assignment, 24 * hourMs);
    const line = 'SELECT line FROM outbox WHERE subject_id = $1';
    expect(await publishing.database.query(line, [assignment.assignmentId])).toEqual([{ line: '' }]);
    const looks = async () =>
      (await publishing.temporal.historyOf(assignment)).filter(
        ({ timerFiredEventAttributes }) => timerFiredEventAttributes,
      );
    await until(async () => (await looks()).length > 0);
    expect(await statusOf(assignment)).toBe('pending');
    await age(assignment, 10 * 60_000);
    expect((await publishing.outcomeOf(assignment)).row).toMatchObject({
      status: 'failed',
      errors: [{ code: 'PLATFORM_UNAVAILABLE' }],
    });
  });

  it('past the point of no return ends with an unknown outcome after the limit of the platform', async () => {
    facebook.offer();
    const slow = { publishOutcome: 'published', liveDelayMs: hourMs };
    await publishing.sandbox.control('POST', '/settings', { facebook: slow });
    const assignment = await submit(text);
    const called = "SELECT 1 FROM publish_attempts WHERE assignment_id = $1 AND step = 'publish'";
    await until(async () => (await publishing.database.query(called, [assignment.assignmentId])).length > 0);
    facebook.withdraw();
    await untilItWaits(assignment);
    expect(await statusOf(assignment)).toBe('processing');
    await age(assignment, 2 * hourMs);
    const { row, credits } = await publishing.outcomeOf(assignment);

    expect([row.status, credits]).toEqual(['failed', ['hold', 'release']]);
    expect(row.errors).toMatchObject([
      { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('Look at the channel') },
    ]);
  });
});
