import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { evaluate } from '../../support/programs';
import { settingsOfKinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { send } from '../../support/servers/sandbox';
import type { Grant, Json, SandboxState, SeenMail } from '../../support/servers/sandbox';
import { startSandboxProgram } from '../../support/servers/processes';
import { supervise } from '../../support/servers/supervise';
import type { Supervised } from '../../support/servers/supervise';
import { paidPurchases, withToy } from '../sandboxProcess';
import type { SeenPayment } from '../judging/snapshot';

/** The sandbox as a process that can be killed and comes back where it was, with all that it has remembered. */
export interface Platform extends Pick<Supervised, 'pid' | 'kill' | 'ends'> {
  /** The hosts of all platforms, and the controls. */
  url: string;
  mailUrl: string;
  stripeUrl: string;
  /** Asks again until it answers. @throws for a control that it refuses */
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => Promise<Json>;
  state: () => Promise<SandboxState>;
  /** The record of calls. */
  calls: () => Promise<Json[]>;
  /** The mails that have come, oldest first. */
  mails: () => Promise<SeenMail[]>;
  payments: () => Promise<SeenPayment[]>;
  /** A channel with a live grant, on the platform of the kind. */
  grant: (kind: Kind) => Promise<Grant>;
  /** Ends all grants of the account that this token of YouTube belongs to. */
  revoke: (token: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** The time for which a video is processed unless it is processed slowly. */
export const processingMs = 100;

/** Ports outside of the range for outgoing connections: no such connection can take them while the platform is down. */
const findPorts = `import { reserve } from './bin/local/servers/ports.mjs';
const ports = [];
while (ports.length < 3) ports.push(await reserve());
for (const { release } of ports) await release();
console.log(JSON.stringify(ports.map(({ port }) => port)));`;

export async function startPlatform(): Promise<Platform> {
  const [port, mailPort, stripePort] = await evaluate<number[]>(findPorts);
  const dataDir = mkdtempSync(join(tmpdir(), 'prove-platform-'));
  const settings = {
    SANDBOX_PORT: `${port}`,
    SANDBOX_MAIL_PORT: `${mailPort}`,
    SANDBOX_STRIPE_PORT: `${stripePort}`,
    SANDBOX_DATA_DIR: dataDir,
    SANDBOX_PROCESSING_MS: `${processingMs}`,
    NODE_OPTIONS: withToy,
  };
  const sandbox = supervise('sandbox', () => startSandboxProgram(settings));
  const stopping = new AbortController();
  const { url, mailUrl, stripeUrl } = await sandbox.ready();
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
  for (const own of settingsOfKinds) await control('POST', '/settings', own);
  return {
    url,
    mailUrl,
    stripeUrl,
    pid: sandbox.pid,
    kill: async (downMs) => {
      const hasDied = await sandbox.kill(downMs);
      if (!stopping.signal.aborted) await sandbox.ready();
      return hasDied;
    },
    ends: sandbox.ends,
    control,
    state: async () => control('GET', '/state'),
    calls: async () => (await control('GET', '/calls')).calls,
    mails: async () => (await control('GET', '/mailbox')).mails,
    payments: async () => paidPurchases(await control('GET', '/stripe')),
    grant: async (kind) => control('POST', '/channels', kind.grantRequest('Prove')),
    revoke: async (token) => void (await send('POST', `${url}/revoke?token=${token}`)),
    stop: async () => {
      stopping.abort();
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
