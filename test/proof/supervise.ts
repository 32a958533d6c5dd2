import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from '../support/processes';
import type { Exit, ServiceProcess } from '../support/processes';

/** A process that is started again whenever it has ended, as every production has it. */
export interface Supervised {
  /** Where it is, as soon as it is up (again). */
  ready: () => Promise<{ url: string }>;
  /** How it ended, each time, but for ends that are Node's own doing. */
  ends: End[];
  /** Whether it stands still. */
  isStanding: () => boolean;
  /** Lets it go on, should it stand still. */
  wake: () => void;
  /** Ends it for good. */
  stop: () => Promise<void>;
}

/**
 * What Node dies of when workflow code that it runs in a sandbox has taken more than five seconds, because the machine was
 * suspended or had no time for it (github.com/temporalio/sdk-typescript/issues/939). It is a death like others.
 */
const interrupted = 'async hook stack has become corrupted';

export interface End extends Exit {
  /** By `performance.now`. */
  at: number;
  /** What it wrote last. */
  lastWords: string;
}

export function supervise(name: 'api' | 'worker', settings: Record<string, string>): Supervised {
  const ends: End[] = [];
  let isStopping = false;
  let current: ServiceProcess = startProcess(name, settings);
  const watching = watch();

  async function watch(): Promise<void> {
    for (;;) {
      const { code, signal } = await current.exited;
      if (isStopping) return;
      if (!current.errors().includes(interrupted))
        ends.push({
          code,
          signal,
          at: performance.now(),
          lastWords: `${name}: ${current.errors()}${JSON.stringify(current.log.at(-1))}`,
        });
      current = startProcess(name, settings);
    }
  }

  return {
    ready: async () => {
      for (;;) {
        const { exited, ready } = current;
        const up = await Promise.race([exited.then(() => undefined), ready().catch(() => undefined)]);
        if (up) return up;
        await delay(20);
      }
    },
    ends,
    isStanding: () => isStopped(current.pid),
    wake: () => void process.kill(current.pid, 'SIGCONT'),
    stop: async () => {
      isStopping = true;
      await current.end('SIGKILL');
      await watching;
    },
  };
}

/** The state in proc_pid_stat(5), behind the name in brackets. */
function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'T';
  } catch {
    return false; // it has just ended
  }
}
