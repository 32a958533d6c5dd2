import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../../models/connections/Connection';
import { isCall, kinds, nameOf } from '../../kinds';
import type { Kind, OutsideCall } from '../../kinds';
import { toySlug } from '../../toy/platform';
import { useGatedDelay } from '../../support/gatedDelay';
import { usePace } from '../../support/jest/pace';
import { until } from '../../support/until';
import { leftOf, submit, useKinds } from './kindAssignments';
import { erased, useRetiring } from '../removals/retiring';

// The call ends within its grace, however busy the machine is.
usePace(1);
const publishing = useKinds();
const { remove, waitingOf } = useRetiring(publishing);
const delay = useGatedDelay();

/**
 * The calls that bring media or make a draft, and publish nothing. A post without media has no draft before its time. The
 * toy cannot be asked for a draft whose id never arrived, so such a draft stays there.
 */
function earlyCalls({ platform, mediaCount, calls: { upload, stage, publish } }: Kind): OutsideCall[] {
  if (mediaCount === 0) return [];
  const drafting = platform === toySlug ? [] : [stage];
  return [...upload, ...drafting].filter((call) => nameOf(call) !== nameOf(publish));
}

const cases = kinds.flatMap((kind) => {
  const name = [kind.platform, kind.type, kind.variant].filter(Boolean).join(' ');
  return earlyCalls(kind).map((call) => [`${name}: ${nameOf(call)}`, kind, call] as const);
});

it.each(cases)(
  'a connection that is removed during this call leaves nothing, and then has no tokens, %s',
  async (_name, kind, call) => {
    await publishing.fault(call, { delayMs: delay.ms });
    const assignment = await submit(publishing, kind, {
      scheduledAt: new Date(Date.now() + 3_600_000),
      prepareAheadSeconds: 7200,
    });
    await until(async () => (await publishing.callsSince(assignment.seq)).some((seen) => isCall(seen, call)));
    const run = await remove(assignment.channel);
    await until(async () => waitingOf(run));
    // A transfer looks each second whether its assignment goes on.
    await sleep(1200);
    delay.release();
    await run.result();
    expect(await Connection.findByPk(assignment.channel.connectionId, { raw: true })).toMatchObject(erased);
    expect((await publishing.outcomeOf(assignment)).row).toMatchObject({ status: 'failed', cleanup: 'done' });
    expect(await leftOf(publishing, kind, assignment)).toEqual([]);
    const calls = await publishing.callsSince(assignment.seq);
    expect(calls.filter((seen) => isCall(seen, kind.calls.revoke))).toHaveLength(1);
    expect(isCall(calls.at(-1)!, kind.calls.revoke)).toBe(true);
  },
);
