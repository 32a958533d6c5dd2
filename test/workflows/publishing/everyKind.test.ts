import { changingCalls, isCall, kinds, wordsFor } from '../../kinds';
import type { Kind, OutsideCall } from '../../kinds';
import { expectPublished, leftOf, submit, useKinds } from './kindJobs';
import { retryJob } from '../operations/retryJob';

const publishing = useKinds();

/** The number of looks at a post before it is published. */
async function looksBeforePublish(kind: Kind): Promise<number> {
  const job = await submit(publishing, kind);
  await publishing.outcomeOf(job);
  const calls = await publishing.callsSince(job.seq);
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
    const job = await submit(publishing, kind);
    await expectPublished(publishing, kind, job);
    const struck = (await publishing.callsSince(job.seq)).filter(({ fault }) => fault !== null);
    expect(calls.filter((wanted) => !struck.some((call) => isCall(call, wanted)))).toEqual([]);
  });

  it('that the platform refuses leaves nothing behind, and is published by its retry', async () => {
    await faultOn(kind.calls.publish, { error: kind.calls.errors.refused });
    const job = await submit(publishing, kind);
    const { row, credits } = await publishing.outcomeOf(job);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'PERMISSION_DENIED' }], cleanup: 'done' });
    expect(credits).toEqual(['hold', 'release']);
    expect(await leftOf(publishing, kind, job)).toEqual([]);
    await expectPublished(publishing, kind, job, await retryJob(publishing, job));
  });

  it('that turns out to be live after its outcome was open is not published again', async () => {
    const looks = await looksBeforePublish(kind);
    await faultOn(kind.calls.publish, { loseAnswer: true });
    await faultOn(kind.calls.look, { error: kind.calls.errors.refused }, { nth: looks + 1, times: 20 });
    const job = await submit(publishing, kind);
    const { row } = await publishing.outcomeOf(job, 60_000);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'OUTCOME_UNKNOWN' }], cleanup: 'none' });
    await publishing.sandbox.control('DELETE', '/faults');
    await expectPublished(publishing, kind, job, await retryJob(publishing, job));
  });
});
