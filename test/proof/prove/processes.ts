import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from '../../support/processes';
import type { ServiceProcess } from '../../support/processes';

/** A process of the service under a supervisor, which can be killed. */
export interface Victim {
  name: string;
  pid: () => number;
  /** Where it is, as soon as it is up (again). */
  ready: () => Promise<{ url: string }>;
  /**
   * Ends it with SIGKILL, even in the middle of its start; its supervisor starts it again after `downMs`, when this
   * resolves. @returns whether it was the signal that ended it
   */
  kill: (downMs: number) => Promise<boolean>;
  /** The last words of each time it ended and nobody had killed it. */
  falls: string[];
  /** The lines of its log, of all its lives. */
  log: () => Record<string, unknown>[];
  /** Ends it for good. */
  stop: () => Promise<void>;
}

const restartPauseMs = 250;

/** Starts one of the built processes, and starts it again whenever it has ended. */
export function superviseVictim(name: 'api' | 'worker', settings: Record<string, string>): Victim {
  const falls: string[] = [];
  const lives: ServiceProcess[] = [];
  const stopping = new AbortController();
  let pauseMs: number | undefined;
  start();
  const watching = watch();

  function start(): void {
    lives.push(startProcess(name, settings));
  }

  function current(): ServiceProcess {
    return lives.at(-1)!;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { code, signal } = await current().exited;
      if (stopping.signal.aborted) return;
      const lastWords = `${current().errors()}${JSON.stringify(current().log.at(-1))}`;
      if (pauseMs === undefined) falls.push(`${name} (${signal ?? code}): ${lastWords}`);
      await delay(pauseMs ?? restartPauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = undefined;
      if (!stopping.signal.aborted) start();
    }
  }

  const ready = async (): Promise<{ url: string }> => {
    while (!stopping.signal.aborted) {
      const { exited, ready } = current();
      const up = await Promise.race([exited.then(() => undefined), ready().catch(() => undefined)]);
      if (up) return up;
      await delay(20);
    }
    throw new Error('everything is being stopped');
  };

  return {
    name,
    pid: () => current().pid,
    ready,
    kill: async (downMs) => {
      pauseMs = downMs;
      const struck = current();
      const { signal } = await struck.end('SIGKILL');
      while (current() === struck && !stopping.signal.aborted) await delay(20);
      return signal === 'SIGKILL';
    },
    falls,
    log: () => lives.flatMap(({ log, errors }) => [...log, { errors: errors() }]),
    stop: async () => {
      stopping.abort();
      await current().end('SIGKILL');
      await watching;
    },
  };
}
