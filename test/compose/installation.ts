import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import type { platformModules } from '../../platforms';
import { root } from '../support/programs';
import { until } from '../support/until';
import { makeBaseImages } from './baseImages';
import { gateway, startEngine } from './engine';
import type { Engine } from './engine';
import type { AskOrder, Orders } from './visitor';

/** Addresses of the containers' network: the API as callers see it, and the sandbox. */
export const apiUrl = `http://${gateway}:3000`;
export const sandboxUrl = `http://${gateway}:4600`;

/** The account of the sandbox that owns a channel of each platform, and the button of its consent. */
export const owners: Record<keyof typeof platformModules, { account: string; button: string }> = {
  youtube: { account: 'Olive One', button: 'Allow' },
  facebook: { account: 'Paula One', button: 'Continue' },
};

/** One container. */
export interface Container {
  id: string;
  service: string;
  /** `running`, `exited`, … */
  status: string;
  health: string | null;
  exitCode: number;
  restarts: number;
}

/** The image, the containers of the compose files, and beside them a sandbox and a caller. */
export interface Installation {
  engine: Engine;
  /** Types a shell line where the settings of `.env` are known. @throws Error unless it ends with 0 */
  type: (line: string) => Promise<string>;
  /** All containers, or those of a service. */
  containers: (service?: string) => Promise<Container[]>;
  order: <Name extends keyof Orders>(
    name: Name,
    given: Parameters<Orders[Name]>[0],
  ) => Promise<Awaited<ReturnType<Orders[Name]>>>;
  /** Asks as somebody beside the containers. */
  ask: (given: Omit<AskOrder, 'url'> & { url?: string }) => ReturnType<Orders['ask']>;
  /** The seconds that a step has taken, for the report. */
  timed: <T>(step: string, work: () => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
}

/** Tells one more line of the run's figures. */
export function tell(line: string): void {
  process.stdout.write(`compose: ${line}\n`);
}

async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const begunAt = performance.now();
  const done = await work();
  tell(`${step}: ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
  return done;
}

/** The stage that builds keeps its name, so that only what is older goes. */
const build = `docker build --network host --target build --tag content-delivery:build . &&
  docker build --network host --tag content-delivery . && docker image prune --force`;

/** Builds the image, and starts an engine in which the compose files have not been brought up yet. */
export async function openInstallation(): Promise<Installation> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0)) await each();
  };
  try {
    const builder = await timed('an engine that builds', async () => startEngine('builds'));
    stops.unshift(builder.stop);
    await timed('the base images', async () => makeBaseImages(builder));
    await timed('docker build', async () => builder.must(build));
    await stop();
    const engine = await timed('an engine that runs containers', async () => startEngine('containers'));
    stops.unshift(engine.stop);
    const sandbox = await startSandbox(engine);
    stops.unshift(sandbox);
    const visitor = startVisitor(engine);
    stops.unshift(visitor.stop);
    await visitor.order('answerNames', { host: gateway });
    const quota = { uploadsPerDay: 100_000, unitsPerDay: 1_000_000, channelUploadsPerDay: null };
    await visitor.order('ask', { url: sandboxUrl, method: 'POST', path: '/_sandbox/settings', body: { quota } });
    const settings = settingsOf();
    return {
      engine,
      type: async (line) => engine.must(line, settings),
      containers: async (service) => readContainers(engine, service),
      order: visitor.order,
      ask: async (given) => visitor.order('ask', { url: apiUrl, ...given }),
      timed,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readContainers({ must }: Engine, service?: string): Promise<Container[]> {
  const labels = ['oneoff=False', ...(service === undefined ? [] : [`service=${service}`])];
  const filters = labels.map((label) => `--filter label=com.docker.compose.${label}`).join(' ');
  const ids = (await must(`docker ps --all --quiet ${filters}`)).split('\n').filter(Boolean);
  if (ids.length === 0) return [];
  const all = JSON.parse(await must(`docker inspect ${ids.join(' ')}`)) as Inspected[];
  return all.map(({ Id, Config, State, RestartCount }) => ({
    id: Id,
    service: Config.Labels['com.docker.compose.service']!,
    status: State.Status,
    health: State.Health?.Status ?? null,
    exitCode: State.ExitCode,
    restarts: RestartCount,
  }));
}

interface Inspected {
  Id: string;
  Config: { Labels: Record<string, string> };
  State: { Status: string; ExitCode: number; Health?: { Status: string } };
  RestartCount: number;
}

/** What the page tells an operator to put into `.env`, and the way to the sandbox. */
function settingsOf(): Record<string, string> {
  const key = (): string => `k1:${randomBytes(32).toString('base64')}`;
  const ofPlatforms = Object.keys(owners).map((slug) =>
    parseEnv(readFileSync(join(root, 'platforms', slug, 'sandbox.env'), 'utf8')),
  );
  return {
    POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
    SECRETS_KEY: key(),
    JWT_SECRET: key(),
    BASE_URL: apiUrl,
    ...Object.assign({}, ...ofPlatforms),
    SANDBOX_URL: sandboxUrl,
    OUTBOUND_ALLOW: new URL(sandboxUrl).host,
    CREDITS_FREE_PLAN: '1000000',
    RATE_LIMIT_PER_MINUTE: '60000',
  };
}

/** The sandbox of this checkout beside the containers. @returns what ends it */
async function startSandbox({ beside }: Engine): Promise<() => Promise<void>> {
  const env = {
    PATH: process.env['PATH'],
    SANDBOX_HOST: gateway,
    SANDBOX_PORT: new URL(sandboxUrl).port,
    ...Object.fromEntries(
      Object.keys(owners).map((slug) => [
        `SANDBOX_${slug.toUpperCase()}_REDIRECT_URIS`,
        `${apiUrl}/api/v1/oauth/${slug}/callback`,
      ]),
    ),
  };
  const { child, stop } = startBeside(beside, [join('dist', 'sandbox', 'main.js')], env);
  await once(createInterface(child.stdout), 'line');
  return stop;
}

interface Visitor {
  order: Installation['order'];
  stop: () => Promise<void>;
}

/** The caller beside the containers. */
function startVisitor({ beside }: Engine): Visitor {
  const program = ['--import', 'tsx', join(__dirname, 'visitor.ts')];
  const { child, stop } = startBeside(beside, program, { PATH: process.env['PATH'] });
  const waiting = new Map<number, (said: { done?: unknown; failed?: string }) => void>();
  let last = 0;
  createInterface(child.stdout).on('line', (line) => {
    const { id, ...said } = JSON.parse(line) as { id: number; done?: unknown; failed?: string };
    waiting.get(id)?.(said);
  });
  return {
    order: async (name, given) => {
      const id = ++last;
      const { done, failed } = await new Promise<{ done?: unknown; failed?: string }>((resolve) => {
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ id, order: name, given })}\n`);
      });
      if (failed !== undefined) throw new Error(failed);
      return done as never;
    },
    stop,
  };
}

/** A program of Node in the engine's network; it ends with this process at the latest. */
function startBeside(beside: readonly string[], program: readonly string[], env: Record<string, string | undefined>) {
  const words = ['--pdeathsig', 'KILL', ...beside, process.execPath, ...program];
  const child = spawn('setpriv', words, { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  return { child, stop };
}

/** Waits until each container of a service runs and is healthy, and there are so many. */
export async function untilHealthy({ containers }: Installation, service: string, count: number): Promise<void> {
  await until(
    async () => {
      const all = await containers(service);
      return all.length === count && all.every(({ status, health }) => status === 'running' && health === 'healthy');
    },
    { limitMs: 300_000, stepMsMax: 500, wanted: `${count} healthy ${service}` },
  );
}
