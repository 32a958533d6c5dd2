import { changingCalls, kinds, nameOf } from '../../kinds';
import type { Kind, OutsideCall } from '../../kinds';
import { until } from '../../support/until';
import { publishedTo, uploadingKinds } from './assignments';
import { patienceMs } from '../patience';
import type { Stage } from '../stage';

/** Waits until the faults of a call have struck, except the faults of calls that are made after the wait. */
export type Struck = (call: OutsideCall) => Promise<void>;

/** A fault of the sandbox. */
export interface Fault {
  on: OutsideCall & { nth: number; times?: number; platform?: string };
  do: object;
}

/**
 * Of the next calls that publish, the first takes effect and its answer is lost, the second fails without effect, two are
 * refused for good; so are the first removal of a post, an access token and a renewal.
 */
function ordinaryFaultsOf({ platform, calls }: Kind): Fault[] {
  const { publish, remove, look, renew, errors } = calls;
  const { refused, token } = errors;
  const faults: Fault[] = [
    { on: { ...publish, nth: 1 }, do: { loseAnswer: true } },
    { on: { ...publish, nth: 2 }, do: { status: 503 } },
    { on: { ...publish, nth: 3, times: 2 }, do: { error: refused } },
    { on: { ...remove, nth: 1 }, do: { error: refused } },
    { on: { ...look, nth: 2 }, do: { error: token } },
    ...(isConnected(platform) ? [{ on: { ...renew, nth: 1 }, do: { status: 503 } }] : []),
  ];
  return faults.map((fault) => ({ ...fault, on: { ...fault.on, platform } }));
}

/** Of each kind of call that changes something, the first take effect, and their answers are lost. */
function lostAnswersOf({ platform, calls, extras, comment }: Kind): Fault[] {
  const { upload, cancelUpload, publish, remove, renew, revoke, errors } = calls;
  const loseAnswer = { loseAnswer: true };
  const named = [...upload, publish].map(nameOf);
  const others = makingCallsOf(platform).filter((call) => !named.includes(nameOf(call)));
  const faults: Fault[] = [
    ...upload.map((call, nth) => ({ on: { ...call, nth: 1, times: 2 + nth }, do: loseAnswer })),
    ...others.map((call) => ({ on: { ...call, nth: 1 }, do: loseAnswer })),
    ...[...(extras?.calls ?? []), ...(comment ? [comment.call] : [])].map((call) => ({
      on: { ...call, nth: 1 },
      do: loseAnswer,
    })),
    ...(cancelUpload ? [{ on: { ...cancelUpload, nth: 1, times: 2 }, do: loseAnswer }] : []),
    { on: { ...publish, nth: 1, times: 2 }, do: loseAnswer },
    // For there to be something to remove.
    { on: { ...publish, nth: 3, times: 2 }, do: { error: errors.refused } },
    { on: { ...publish, nth: 5, times: 3 }, do: loseAnswer },
    { on: { ...remove, nth: 1, times: 2 }, do: loseAnswer },
    ...(isConnected(platform) ? [{ on: { ...renew, nth: 1, times: 2 }, do: loseAnswer }] : []),
    { on: { ...revoke, nth: 1 }, do: loseAnswer },
  ];
  return faults.map((fault) => ({ ...fault, on: { ...fault.on, platform } }));
}

/** The calls that make the posts of a platform, of whatever kind. */
function makingCallsOf(platform: string): OutsideCall[] {
  const calls = kinds.filter((kind) => kind.platform === platform).flatMap(changingCalls);
  return [...new Map(calls.map((call) => [nameOf(call), call])).values()];
}

/** Tells whether it is the platform on which the workload has a channel whose token runs out. */
const isConnected = (platform: string): boolean => platform === publishedTo;

export const ordinaryFaults = uploadingKinds.flatMap(ordinaryFaultsOf);
export const lostAnswers = uploadingKinds.flatMap(lostAnswersOf);

/** Sets faults, and forgets earlier ones. */
export async function breakCalls({ sandbox }: Stage, faults: Fault[]): Promise<Struck> {
  await sandbox.control('DELETE', '/faults');
  for (const fault of faults) await sandbox.control('POST', '/faults', fault);
  return async (call) => {
    const isMeant = ({ on }: Fault): boolean => nameOf(on) === nameOf(call) && on.nth < 5;
    await until(async () => (await waiting(sandbox, isMeant)).length === 0, {
      limitMs: patienceMs,
      wanted: `the faults of ${nameOf(call)} have struck`,
      stepMsMax: 200,
    });
  };
}

type SetFault = Fault & { seen: number };

/** Faults that have not struck as often as they should. */
export async function waiting(
  sandbox: Stage['sandbox'],
  isMeant: (fault: Fault) => boolean = Boolean,
): Promise<SetFault[]> {
  const { faults } = await sandbox.control('GET', '/faults');
  const isWaiting = ({ seen, on: { nth, times = 1 } }: SetFault): boolean => seen < nth + times - 1;
  return faults.filter((fault: SetFault) => isMeant(fault) && isWaiting(fault));
}

/** The rest of a fault, which has not struck yet. */
export function restOf({ on, do: what, seen }: SetFault): Fault {
  const { nth, times = 1 } = on;
  const struckTimes = Math.max(0, seen - (nth - 1));
  return { on: { ...on, nth: Math.max(1, nth - seen), times: times - struckTimes }, do: what };
}
