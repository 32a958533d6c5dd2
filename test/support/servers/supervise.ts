import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Exit, ServiceProcess } from './processes';
import { isStopped, watchStillness } from '../stillness';
import { until } from '../until';

/** A process that is started again whenever it has ended, as every production has it. */
export interface Supervised<Address = { url: string }> {
  name: string;
  pid: () => number;
  /** Its address, as soon as it is up (again). @throws when it does not come up */
  ready: () => Promise<Address>;
  /**
   * Ends it with SIGKILL, even in the middle of its start, and starts it again after `downMs`, when this resolves.
   * @returns whether it was the signal that ended it
   */
  kill: (downMs: number) => Promise<boolean>;
  /** Its ends, in order. */
  ends: End[];
  /** The number of its starts. */
  livesCount: () => number;
  /** Tells whether it is paused. */
  isPaused: () => boolean;
  /** Lets it go on, should it be paused. */
  wake: () => void;
  /** The lines of its log, of all its lives. */
  log: () => Record<string, unknown>[];
  /** Ends it for good. */
  stop: () => Promise<void>;
}

export interface End extends Exit {
  name: string;
  /** By `performance.now`. */
  at: number;
  /** `asked`: by `kill`. `interrupted`: see below. `other`: by itself, or by another process's signal. */
  cause: 'asked' | 'interrupted' | 'other';
  /** The part of the ten seconds before in which it was kept from running. */
  keptMs: number;
  /** Its last output. */
  lastWords: string;
}

/**
 * Node ends with this message when workflow code that it runs in a sandbox has taken more than five seconds, because the
 * process stood still or had no processor (github.com/temporalio/sdk-typescript/issues/939).
 */
const interruptedMessage = 'async hook stack has become corrupted';
/** Half of the five seconds of that limit: a task of a workflow takes a fraction of the rest. */
const keptMsMin = 2500;

const restartPauseMs = 100;
const upLimitMs = 300_000;

/** Starts a process, and starts it again whenever it has ended. */
export function supervise<Address>(name: string, start: () => ServiceProcess<Address>): Supervised<Address> {
  const ends: End[] = [];
  const lives: ServiceProcess<Address>[] = [start()];
  const stopping = new AbortController();
  // All that wait until the process is up listen to it.
  setMaxListeners(0, stopping.signal);
  let downMs: number | undefined;
  const current = (): ServiceProcess<Address> => lives.at(-1)!;
  const watching = watch();

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const life = current();
      const stillness = watchStillness(life.pid);
      const exit = await life.exited;
      stillness.end();
      if (stopping.signal.aborted) return;
      const lastWords = `${life.errors()}${JSON.stringify(life.log.at(-1))}`;
      const cause = downMs === undefined ? causeOf(lastWords) : 'asked';
      ends.push({ ...exit, name, cause, lastWords, at: performance.now(), keptMs: Math.round(stillness.keptMs()) });
      await delay(downMs ?? restartPauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      downMs = undefined;
      if (!stopping.signal.aborted) lives.push(start());
    }
  }

  async function ready(): Promise<Address> {
    const up = async (): Promise<Address | undefined> =>
      Promise.race([
        current().exited.then(() => undefined),
        current()
          .ready()
          .catch(() => undefined),
      ]);
    return until(up, { limitMs: upLimitMs, signal: stopping.signal }).catch((cause: unknown) => {
      throw new Error(`${name} is not up: ${ends.at(-1)?.lastWords ?? 'it never was'}`, { cause });
    });
  }

  return {
    name,
    pid: () => current().pid,
    ready,
    kill: async (pauseMs) => {
      downMs = pauseMs;
      const struck = current();
      const { signal } = await struck.end('SIGKILL');
      await until(() => current() !== struck || stopping.signal.aborted, pauseMs + upLimitMs);
      return signal === 'SIGKILL';
    },
    ends,
    livesCount: () => lives.length,
    isPaused: () => isStopped(current().pid),
    wake: () => void process.kill(current().pid, 'SIGCONT'),
    log: () => lives.flatMap(({ log, errors }) => [...log, { errors: errors() }]),
    stop: async () => {
      stopping.abort();
      await current().end('SIGKILL');
      await watching;
    },
  };
}

function causeOf(lastWords: string): End['cause'] {
  return lastWords.includes(interruptedMessage) ? 'interrupted' : 'other';
}

/** Ends of processes that Node has caused, one line each, and their faults, in sentences. */
export interface Interruptions {
  lines: string[];
  faults: string[];
}

/**
 * Judges how often Node ended processes in the middle of workflow code. Each needs its reason: the process stood still or
 * waited for a processor before.
 * @param countMax how many there may be
 */
export function judgeInterruptions(ends: readonly End[], countMax: number): Interruptions {
  const interruptions = ends.filter(({ cause }) => cause === 'interrupted');
  const unexplained = interruptions.filter((end) => end.keptMs < keptMsMin);
  return {
    lines: interruptions.map(describe),
    faults: [
      ...unexplained.map((end) => `${describe(end)}: nothing kept it from running`),
      ...(interruptions.length > countMax
        ? [`Node ended ${interruptions.length} processes in the middle of workflow code, not ${countMax} at most`]
        : []),
    ],
  };
}

function describe({ name, keptMs }: End): string {
  return `Node ended the ${name} in the middle of workflow code, kept from running for ${(keptMs / 1000).toFixed(1)} s of 10`;
}
