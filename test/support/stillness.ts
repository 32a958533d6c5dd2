import { readFileSync, readdirSync } from 'node:fs';

/** The time for which a process was kept from running lately. */
export interface Stillness {
  /** Milliseconds of the last ten seconds in which it was stopped, or one of its threads waited for a processor. */
  keptMs: () => number;
  end: () => void;
}

const lookMs = 500;
const windowMs = 10_000;

interface Look {
  atMs: number;
  isStopped: boolean;
  /** The time that each thread has waited for a processor in its life. */
  waitedMs: ReadonlyMap<string, number>;
}

/** Watches a process of this machine from now on. After its end the last values stay. */
export function watchStillness(pid: number): Stillness {
  const looks: Look[] = [];
  const look = (): void => {
    const seen = lookAt(pid);
    if (!seen) return;
    looks.push(seen);
    while (looks[0] && looks[0].atMs < seen.atMs - windowMs) looks.shift();
  };
  look();
  const timer = setInterval(look, lookMs).unref();
  return { keptMs: () => keptMs(looks), end: () => clearInterval(timer) };
}

/** @param looks in order; a look that comes late tells that the whole machine stood still */
export function keptMs(looks: readonly Look[]): number {
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last) return 0;
  const gaps = looks.slice(1).map((look, index) => ({ ...look, lengthMs: look.atMs - looks[index]!.atMs }));
  const stoppedMs = gaps.reduce((sum, { isStopped, lengthMs }) => sum + (isStopped ? lengthMs : lengthMs - lookMs), 0);
  const waits = [...last.waitedMs].map(([thread, ms]) => ms - (first.waitedMs.get(thread) ?? 0));
  return Math.max(0, stoppedMs, ...waits);
}

/** Tells whether it is stopped, by the state in proc_pid_stat(5), behind the name in brackets. */
export function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'T';
  } catch {
    return false; // it has just ended
  }
}

function lookAt(pid: number): Look | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => [thread, waitOf(pid, thread)] as const);
    return { atMs: performance.now(), isStopped: isStopped(pid), waitedMs: new Map(threads) };
  } catch {
    return undefined; // it, or one of its threads, has just ended
  }
}

/** The second number of /proc/<pid>/schedstat: nanoseconds spent waiting on a runqueue. */
function waitOf(pid: number, thread: string): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(waitedNs) / 1e6;
}
