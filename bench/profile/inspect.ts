import { readFileSync, writeFileSync } from 'node:fs';
import { WebSocket } from 'undici';
import { z } from 'zod';
import { until } from '../until';
import { Profile } from './selfTime';

const startTimeoutMs = 10_000;
const answerTimeoutMs = 60_000;

const Answer = z.object({ id: z.int(), result: z.unknown().optional(), error: z.unknown().optional() });
const Stopped = z.object({ profile: Profile });
const Whole = z.object({ profile: z.unknown() });

export interface Inspected {
  readonly pid: number;
  /** The file of its standard error output, in which it names the address for inspection. */
  readonly logFile: string;
}

/**
 * Begins to sample the main thread of a Node process.
 * @returns a function that ends it and gives the profile, after it has been written whole to `file`
 */
export async function startProfile(inspected: Inspected): Promise<(file: string) => Promise<Profile>> {
  const inspector = await openInspector(inspected);
  await inspector.ask('Profiler.enable');
  await inspector.ask('Profiler.start');
  return async (file) => {
    const stopped = await inspector.ask('Profiler.stop');
    const { profile } = Stopped.parse(stopped);
    writeFileSync(file, JSON.stringify(Whole.parse(stopped).profile));
    await inspector.close();
    return profile;
  };
}

/** Lets a Node process give back all memory that nothing in it uses any more; V8 waits with that until it needs some. */
export async function collectGarbage(inspected: Inspected): Promise<void> {
  const inspector = await openInspector(inspected);
  await inspector.ask('HeapProfiler.collectGarbage');
  await inspector.close();
}

/** Opens the inspector of a Node process. To close it closes the inspector, too, so that it can be opened again. */
async function openInspector({ pid, logFile }: Inspected) {
  const before = readFileSync(logFile, 'utf8').length;
  // Node opens its inspector at this signal, on the loopback address (nodejs.org/api/process.html, Signal events).
  process.kill(pid, 'SIGUSR1');
  const address = await until(() => /ws:\/\/127\.0\.0\.1:\S+/.exec(readFileSync(logFile, 'utf8').slice(before))?.[0], {
    limitMs: startTimeoutMs,
    pollMs: 50,
    complaint: () => `process ${pid} cannot be inspected`,
  });
  const { ask, close } = await openSession(address);
  return {
    ask,
    close: async () => {
      await ask('Runtime.evaluate', { expression: 'setTimeout(() => process._debugEnd(), 100)' });
      close();
      await untilClosed(address);
    },
  };
}

/** Waits, because a signal that comes while the inspector is open does nothing. */
async function untilClosed(address: string): Promise<void> {
  const url = `http://${new URL(address).host}/json/version`;
  const isClosed = async (): Promise<true | undefined> =>
    fetch(url).then(
      () => undefined,
      () => true,
    );
  const complaint = () => `the inspector at ${address} stays open`;
  await until(isClosed, { limitMs: startTimeoutMs, pollMs: 50, complaint });
}

interface Session {
  readonly ask: (method: string, params?: object) => Promise<unknown>;
  readonly close: () => void;
}

/** The Chrome DevTools Protocol over its WebSocket. */
async function openSession(address: string): Promise<Session> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = Answer.safeParse(JSON.parse(String(data)));
    if (answer.success) waiting.get(answer.data.id)?.(answer.data);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`${address} cannot be reached`)));
  });
  let asked = 0;
  return {
    ask: async (method, params = {}) => {
      const id = (asked += 1);
      const answered = new Promise<z.infer<typeof Answer>>((resolve, reject) => {
        waiting.set(id, resolve);
        setTimeout(() => reject(new Error(`${method} was not answered`)), answerTimeoutMs).unref();
      });
      socket.send(JSON.stringify({ id, method, params }));
      const { result, error } = await answered;
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    },
    close: () => socket.close(),
  };
}
