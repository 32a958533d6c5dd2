import { WebSocket } from 'undici';
import { z } from 'zod';
import { until } from '../tools/until';
import { listeningPorts } from './backendsOf';

const limitMs = 20_000;
const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const Answer = z.object({ id: z.int(), result: z.unknown() });
const Evaluated = z.object({ result: z.object({ value: z.object({ heapUsed: z.number() }) }) });

/**
 * Lets a process of Node collect the garbage of its main thread, by its inspector (SIGUSR1, HeapProfiler.collectGarbage). The
 * inspector takes a port of the system's choice, and stays open.
 * @returns the bytes in use in the heap of the main thread
 */
export async function collectGarbage(pid: number): Promise<number> {
  const inspector = await openInspector(pid);
  try {
    // What only the first collection finalises goes with the second.
    await inspector.ask('HeapProfiler.collectGarbage');
    await inspector.ask('HeapProfiler.collectGarbage');
    const evaluated = await inspector.ask('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    });
    return Evaluated.parse(evaluated).result.value.heapUsed;
  } finally {
    inspector.close();
  }
}

async function openInspector(pid: number) {
  process.kill(pid, 'SIGUSR1');
  const find = async (): Promise<string | undefined> => {
    for (const port of listeningPorts(pid)) {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
      const parsed = Targets.safeParse(await answer?.json().catch(() => undefined));
      if (parsed.success) return parsed.data[0].webSocketDebuggerUrl;
    }
    return undefined;
  };
  const url = await until(find, { limitMs, pollMs: 200, complaint: () => `process ${pid} opens no inspector` });
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let asked = 0;
  return {
    ask: async (method: string, params: object = {}): Promise<unknown> => {
      const id = ++asked;
      return new Promise((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          const answer = Answer.safeParse(JSON.parse(String(data)));
          if (answer.success && answer.data.id === id) resolve(answer.data.result);
        });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}
