import { setTimeout as delay } from 'node:timers/promises';
import type { Stage } from './stage';

/** Waits until the faults of a path have struck, but for those that are meant for the calls that wait for it. */
export type Struck = (path: string) => Promise<void>;

/** A fault of the sandbox. */
export interface Fault {
  on: { method: string; path: string; nth: number; times?: number };
  do: object;
}

const videos = '/youtube/v3/videos';

/**
 * Of the next calls that change a video, the first takes effect and its answer is lost, the second fails without effect,
 * two are refused for good; so are the first removal of a video, an access token and a renewal.
 */
export const ordinaryFaults: Fault[] = [
  { on: { method: 'PUT', path: videos, nth: 1 }, do: { loseAnswer: true } },
  { on: { method: 'PUT', path: videos, nth: 2 }, do: { status: 503 } },
  { on: { method: 'PUT', path: videos, nth: 3, times: 2 }, do: { error: 'forbidden' } },
  { on: { method: 'DELETE', path: videos, nth: 1 }, do: { error: 'forbidden' } },
  { on: { method: 'GET', path: videos, nth: 2 }, do: { error: 'authError' } },
  { on: { method: 'POST', path: '/token', nth: 1 }, do: { status: 503 } },
];

/** Of each kind of call that changes something, the first take effect, and their answers are lost. */
export const lostAnswers: Fault[] = [
  { on: { method: 'POST', path: '/upload', nth: 1, times: 2 }, do: { loseAnswer: true } },
  { on: { method: 'PUT', path: '/upload', nth: 1, times: 3 }, do: { loseAnswer: true } },
  { on: { method: 'DELETE', path: '/upload', nth: 1, times: 2 }, do: { loseAnswer: true } },
  { on: { method: 'PUT', path: videos, nth: 1, times: 2 }, do: { loseAnswer: true } },
  // For there to be something to remove.
  { on: { method: 'PUT', path: videos, nth: 3, times: 2 }, do: { error: 'forbidden' } },
  { on: { method: 'PUT', path: videos, nth: 5, times: 3 }, do: { loseAnswer: true } },
  { on: { method: 'DELETE', path: videos, nth: 1, times: 2 }, do: { loseAnswer: true } },
  { on: { method: 'POST', path: '/token', nth: 1, times: 2 }, do: { loseAnswer: true } },
  { on: { method: 'POST', path: '/revoke', nth: 1 }, do: { loseAnswer: true } },
];

/** Sets faults, and forgets earlier ones. */
export async function breakCalls({ sandbox }: Stage, faults: Fault[]): Promise<Struck> {
  await sandbox.control('DELETE', '/faults');
  for (const fault of faults) await sandbox.control('POST', '/faults', fault);
  return async (path) => {
    while ((await waiting(sandbox, (fault) => fault.on.path === path && fault.on.nth < 5)).length > 0) await delay(200);
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

/** What of a fault has not struck yet. */
export function restOf({ on, do: what, seen }: SetFault): Fault {
  const { nth, times = 1 } = on;
  const struckTimes = Math.max(0, seen - (nth - 1));
  return { on: { ...on, nth: Math.max(1, nth - seen), times: times - struckTimes }, do: what };
}
