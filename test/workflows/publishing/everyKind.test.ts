import { changingCalls, isCall, kinds, wordsFor } from '../../kinds';
import type { Kind, OutsideCall } from '../../kinds';
import { expectPublished, leftOf, submit, useKinds } from './kindAssignments';
import { retryAssignment } from '../operations/retryAssignment';

const publishing = useKinds();

/** The number of looks at a post before it is published. */
async function looksBeforePublish(kind: Kind): Promise<number> {
  const assignment = await submit(publishing, kind);
  await publishing.outcomeOf(assignment);
  const calls = await publishing.callsSince(assignment.seq);
  const { publish, look } = kind.calls;
  const published = calls.findIndex((call) => isCall(call, publish));
  return calls.filter((call, index) => index < published && isCall(call, look)).length;
}

describe.each(kinds.map((kind) => ({ name: wordsFor(kind), kind })))('a post: $name', ({ kind }) => {
  const faultOn = async (call: OutsideCall, action: object, count = {}) =>
    publishing.fault({ ...call, platform: kind.platform, ...count }, action);

  it('is published once although each call has its effect and no answer, and then fails once', async () => {
    const calls = changingCalls(kind);
    for (const call of calls) await faultOn(call, { loseAnswer: true });
    for (const call of calls) await faultOn(call, { status: 503 }, { nth: 2 });
    const assignment = await submit(publishing, kind);
    await expectPublished(publishing, kind, assignment);
    const struck = (await publishing.callsSince(assignment.seq)).filter(({ fault }) => fault !== null);
    expect(calls.filter((wanted) => !struck.some((call) => isCall(call, wanted)))).toEqual([]);
  });

  it('that the platform refuses leaves nothing behind, and is published by its retry', async () => {
    await faultOn(kind.calls.publish, { error: kind.calls.errors.refused });
    const assignment = await submit(publishing, kind);
    const { row, credits } = await publishing.outcomeOf(assignment);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'PERMISSION_DENIED' }], cleanup: 'done' });
    expect(credits).toEqual(['hold', 'release']);
    expect(await leftOf(publishing, kind, assignment)).toEqual([]);
    await expectPublished(publishing, kind, assignment, await retryAssignment(publishing, assignment));
  });

  it('that turns out to be live after its outcome was open is not published again', async () => {
    const looks = await looksBeforePublish(kind);
    await faultOn(kind.calls.publish, { loseAnswer: true });
    await faultOn(kind.calls.look, { error: kind.calls.errors.refused }, { nth: looks + 1, times: 20 });
    const assignment = await submit(publishing, kind);
    const { row } = await publishing.outcomeOf(assignment, 60_000);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'OUTCOME_UNKNOWN' }], cleanup: 'none' });
    await publishing.sandbox.control('DELETE', '/faults');
    await expectPublished(publishing, kind, assignment, await retryAssignment(publishing, assignment));
  });
});
