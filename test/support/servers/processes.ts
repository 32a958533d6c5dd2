import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { testPace } from '../jest/pace';
import { webhookSecret } from '../payments';
import { until } from '../until';

const root = join(__dirname, '..', '..', '..');
/** The key of `testSecrets`, as a setting. */
const secretsKey = `test:${Buffer.alloc(32, 7).toString('base64')}`;

export interface ServiceProcess<Address = { url: string; internalUrl: string }> {
  name: string;
  pid: number;
  /** The lines of its log, which are its standard output. */
  log: Record<string, unknown>[];
  /** The text of its standard error. */
  errors: () => string;
  /** Waits for its line `ready`. @throws when it ends before */
  ready: () => Promise<Address>;
  /** Ends it, or asks it to end, and tells how it did. */
  end: (signal: NodeJS.Signals) => Promise<Exit>;
  exited: Promise<Exit>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export type ProcessName = 'api' | 'worker' | 'migrate up';
export type Settings = Record<string, string | undefined>;

/**
 * Starts one of the built processes with these settings and no others. Its ports are free ones.
 * @param build the folder of its build; `dist/` if left out
 */
export function startProcess(name: ProcessName, settings: Settings, build = join(root, 'dist')): ServiceProcess {
  const [program, ...words] = name.split(' ');
  const args = [join(build, 'bin', `${program}.js`), ...words];
  const { readyLine, ...started } = startNode(name, args, {
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    ...settings,
  });
  return {
    ...started,
    ready: async () => {
      const { port, internalPort } = await readyLine(({ msg }) => msg === 'ready');
      return { url: `http://127.0.0.1:${String(port)}`, internalUrl: `http://127.0.0.1:${String(internalPort)}` };
    },
  };
}

/** Starts the built sandbox with these settings and no others. */
export function startSandboxProgram(settings: Record<string, string>): ServiceProcess<{
  url: string;
  mailUrl: string;
  stripeUrl: string;
}> {
  const { readyLine, ...started } = startNode('sandbox', [join(root, 'dist', 'sandbox', 'main.js')], settings);
  return {
    ...started,
    ready: async () => {
      const { url, mailUrl, stripeUrl } = await readyLine(({ ready }) => ready === true);
      return { url: String(url), mailUrl: String(mailUrl), stripeUrl: String(stripeUrl) };
    },
  };
}

type Line = Record<string, unknown>;

/** Starts a program of Node with these settings and no others; it ends with this process at the latest. */
export function startNode(name: string, args: string[], settings: Settings) {
  const env = { PATH: process.env['PATH'], ...settings };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const killWithUs = (): unknown => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const log: Line[] = [];
  let errors = '';
  createInterface(child.stdout).on('line', (line) => log.push(parse(line)));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    process.removeListener('exit', killWithUs);
    return { code, signal };
  });
  return {
    name,
    pid: child.pid!,
    log,
    errors: () => errors,
    exited,
    readyLine: async (isReady: (line: Line) => boolean): Promise<Line> => {
      await until(() => log.some(isReady) || child.exitCode !== null, 30_000);
      const line = log.find(isReady);
      if (!line) throw new Error(`${name} ended before it was ready: ${errors}${JSON.stringify(log.at(-1))}`);
      return line;
    },
    end: async (signal: NodeJS.Signals): Promise<Exit> => {
      child.kill(signal);
      return exited;
    },
  };
}

/** The settings of the adapters at a sandbox, the toy included: a process without the toy reads none of its own. */
const ofPlatforms: Record<string, string> = Object.assign(
  {},
  ...[...readdirSync(join(root, 'platforms')).map((slug) => join('platforms', slug)), join('test', 'toy', 'platform')]
    .map((folder) => join(root, folder, 'sandbox.env'))
    .filter((file) => existsSync(file))
    .map((file) => parseEnv(readFileSync(file, 'utf8'))),
);

/** The surroundings of processes. */
interface Surroundings {
  database: { url: string };
  temporal: { address: string; namespace: string };
  sandbox: { url: string; mailUrl: string; stripeUrl: string };
  media: { port: number };
}

/** The settings of processes that are to work with these servers. */
export function settingsFor({ database, temporal, sandbox, media }: Surroundings): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    SECRETS_KEY: secretsKey,
    JWT_SECRET: secretsKey,
    SMTP_URL: sandbox.mailUrl,
    STRIPE_API_BASE: sandbox.stripeUrl,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    OUTBOUND_ALLOW: `127.0.0.1:${media.port}`,
    SANDBOX_URL: sandbox.url,
    ...ofPlatforms,
    PLATFORM_RETRY_DELAYS: '0.05,0.05,0.05,0.05,0.05,0.05,0.05',
    PROCESSING_POLL_SECONDS: '0.05',
    SHUTDOWN_GRACE_SECONDS: '1',
    SHUTDOWN_DELAY_MS: '0',
    NODE_ENV: 'test',
    TEST_PACE: String(testPace),
  };
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return { msg: line };
  }
}
