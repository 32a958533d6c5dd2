import { kindOf, kinds, wordsFor } from '../../kinds';
import {
  attemptsOf,
  failureOf,
  letLeaseEnd,
  prepareBy,
  processingAssignment,
  publicationsOf,
  publish,
  publishing,
} from '../publishing/going';
import type { ProcessingAssignment } from '../publishing/going';

/** Limits with a known end (contract.md §2), mostly by the headers of Facebook's error 80001. No test waits for it. */
const text = kindOf({ platform: 'facebook', type: 'text' });
const minuteMs = 60_000;

/** Error 80001 for the next call that stages, whose usage header names the end. */
async function limitStage(minutes: number | null): Promise<void> {
  const usage = [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: minutes ?? 0 }];
  const headers = { 'X-Business-Use-Case-Usage': JSON.stringify({ 1: usage }) };
  await publishing.fault({ ...text.calls.stage, nth: 1 }, { error: 'businessLimit', headers });
}

/** Puts an assignment back before its point of no return, as a prepared assignment. */
async function scheduleIn({ assignmentId }: ProcessingAssignment, ms: number): Promise<void> {
  const write = `UPDATE assignments SET status = 'uploaded', scheduled_at = clock_timestamp() + make_interval(secs => $2 / 1000.0)
                 WHERE id = $1 RETURNING id`;
  await publishing.database.query(write, [assignmentId, ms]);
}

it.each([1, 30])(
  'a limit of %d minutes is waited for to its end, and the post is then published once',
  async (minutes) => {
    const assignment = await processingAssignment(text);
    await limitStage(minutes);
    const retried = { type: 'QUOTA_EXCEEDED', nonRetryable: false, nextRetryDelay: minutes * minuteMs };
    expect(await failureOf(assignment)).toMatchObject(retried);
    await letLeaseEnd(assignment);
    await publish(assignment);
    expect(await publicationsOf(assignment)).toHaveLength(1);
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'notHappened' }, { outcome: 'happened' }]);
  },
);

it.each([
  ['of 31 minutes', 31],
  ['whose end Facebook does not name', null],
])('a limit %s fails an assignment that is due at once', async (_which, minutes) => {
  const assignment = await processingAssignment(text);
  await limitStage(minutes);
  const message = expect.stringMatching(/retry after \d{4}-.*Z\.$/);
  expect(await failureOf(assignment)).toMatchObject({ type: 'QUOTA_EXCEEDED', nonRetryable: true, message });
  expect(await publicationsOf(assignment)).toEqual([]);
});

it.each([
  ['to its end where the scheduled time is later', 90, 120, 90],
  ['until the scheduled time where that is earlier', 90, 40, 40],
])(
  'a limit is waited for %s, and the assignment shows it meanwhile',
  async (_what, limitMinutes, dueMinutes, waitMinutes) => {
    const assignment = await processingAssignment(text);
    await scheduleIn(assignment, dueMinutes * minuteMs);
    await limitStage(limitMinutes);
    expect(await prepareBy(assignment, () => ({}))).toMatchObject({
      do: 'wait',
      for: 'its preparation is tried again',
    });
    const read = `SELECT preparation_error->>'code' AS code, tries,
                  round(extract(epoch FROM prepare_again_at - clock_timestamp()) / 60)::int AS minutes
                FROM assignments WHERE id = $1`;
    const rows = await publishing.database.query(read, [assignment.assignmentId]);
    expect(rows).toEqual([{ code: 'QUOTA_EXCEEDED', tries: null, minutes: waitMinutes }]);
  },
);

it.each(
  kinds.flatMap((kind) => [
    { name: wordsFor(kind), kind, seconds: 60, isFinal: false },
    { name: wordsFor(kind), kind, seconds: 31 * 60, isFinal: true },
  ]),
)(
  'a limit of $seconds s at the publishing call of a $name: nothing has happened',
  async ({ kind, seconds, isFinal }) => {
    const assignment = await processingAssignment(kind);
    const headers = { 'Retry-After': String(seconds) };
    await publishing.fault({ ...kind.calls.publish, platform: kind.platform }, { status: 429, headers });
    expect(await failureOf(assignment)).toMatchObject({ type: 'QUOTA_EXCEEDED', nonRetryable: isFinal });
    expect((await attemptsOf(assignment)).at(-1)).toMatchObject({ outcome: 'notHappened' });
  },
);
