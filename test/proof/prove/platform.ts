import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { evaluate, root } from '../../bin/support/programs';
import { send } from '../../sandbox/support';
import type { Grant, Json } from '../../sandbox/support';

/** The sandbox as a process that can be killed and comes back where it was, with all that it has remembered. */
export interface Platform {
  youtubeUrl: string;
  pid: () => number;
  /** Ends it with SIGKILL and starts it again after `downMs`. Resolves when it answers. @returns whether it was the signal that ended it */
  kill: (downMs: number) => Promise<boolean>;
  /** Asks again until it answers. @throws for a control that it refuses */
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => Promise<Json>;
  state: () => Promise<Json>;
  /** The record of calls. */
  calls: () => Promise<Json[]>;
  /** A channel with a live grant. */
  grant: () => Promise<Grant>;
  revoke: (token: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** How long a video is processed unless it is processed slowly. */
export const processingMs = 100;

/** Outside of the ports that the system gives to outgoing connections: none of those can take them while it is down. */
const findPorts = `import { reserve } from './bin/local/ports.mjs';
const ports = [await reserve(), await reserve()];
for (const { release } of ports) await release();
console.log(JSON.stringify(ports.map(({ port }) => port)));`;

export async function startPlatform(): Promise<Platform> {
  const [port, youtubePort] = (await evaluate<number[]>(findPorts)).map(String);
  const dataDir = mkdtempSync(join(tmpdir(), 'prove-platform-'));
  const settings = { SANDBOX_PORT: port, SANDBOX_YOUTUBE_PORT: youtubePort, SANDBOX_DATA_DIR: dataDir };
  const env = { PATH: process.env['PATH'], ...settings, SANDBOX_PROCESSING_MS: String(processingMs) };
  const start = async (): Promise<{ child: ChildProcess; url: string; youtubeUrl: string }> => {
    const program = join(root, 'dist', 'sandbox', 'main.js');
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const killWithUs = (): unknown => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    child.once('exit', () => process.removeListener('exit', killWithUs));
    const failed = once(child, 'exit').then(() => Promise.reject(new Error('the sandbox ended before it was ready')));
    failed.catch(() => undefined);
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), failed]);
    return { child, ...JSON.parse(line) };
  };
  const stopping = new AbortController();
  let current = await start();
  const { url, youtubeUrl } = current;
  const end = async (): Promise<NodeJS.Signals | null> => {
    const { child } = current;
    const ended = once(child, 'exit');
    if (child.exitCode !== null || child.signalCode !== null) return child.signalCode;
    child.kill('SIGKILL');
    await ended;
    return child.signalCode;
  };
  const control: Platform['control'] = async (method, path, json) => {
    while (!stopping.signal.aborted) {
      const answer = await send(method, `${url}/_sandbox${path}`, { json }).catch(() => undefined);
      if (answer && answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
      if (answer) return answer.body;
      await delay(100);
    }
    throw new Error('everything is being stopped');
  };
  await control('POST', '/settings', { quota: { uploadsPerDay: 1_000_000, unitsPerDay: 100_000_000 } });
  return {
    youtubeUrl,
    pid: () => current.child.pid!,
    kill: async (downMs) => {
      const signal = await end();
      await delay(downMs);
      if (!stopping.signal.aborted) current = await start();
      return signal === 'SIGKILL';
    },
    control,
    state: async () => control('GET', '/state'),
    calls: async () => (await control('GET', '/calls')).calls,
    grant: async () => control('POST', '/channels', { platform: 'youtube', name: 'Prove' }),
    revoke: async (token) => void (await send('POST', `${youtubeUrl}/revoke?token=${token}`)),
    stop: async () => {
      stopping.abort();
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
