import { join } from 'node:path';
import { nthKind, settingsOfKinds } from '../kinds';
import type { Kind } from '../kinds';
import { send } from '../support/servers/sandbox';
import type { Grant, Json, SandboxState, SeenMail } from '../support/servers/sandbox';
import { startSandboxProgram } from '../support/servers/processes';
import type { SeenPayment } from './judging/snapshot';

/** The sandbox as a process of its own: kills of other processes do not touch it. */
export interface SandboxProcess {
  /** The hosts of all platforms, and the controls. */
  url: string;
  mailUrl: string;
  stripeUrl: string;
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => Promise<Json>;
  state: () => Promise<SandboxState>;
  /** The record of calls. */
  calls: () => Promise<Json[]>;
  /** The mails that have come, oldest first. */
  mails: () => Promise<SeenMail[]>;
  payments: () => Promise<SeenPayment[]>;
  /** A channel with a live grant, and an account of its own that has the channel's name. */
  grant: (name?: string, kind?: Kind) => Promise<Grant>;
  /** Ends all grants of the account that this token of YouTube belongs to. */
  revoke: (token: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** The payments of purchases, by the records of the sandbox's Stripe. */
export function paidPurchases({ sessions, charges }: Json): SeenPayment[] {
  return sessions
    .filter(({ mode, paymentStatus }: Json) => mode === 'payment' && paymentStatus === 'paid')
    .map(({ reference, amount, paymentIntent }: Json) => {
      const charge = charges.find((one: Json) => one.paymentIntent === paymentIntent);
      return { purchaseId: reference, cents: amount, refundedCents: charge.amountRefunded };
    });
}

/** Adds the toy platform to a process that is started with it: the words of a NODE_OPTIONS. */
export const withToy = `--require=${JSON.stringify(join(__dirname, '..', 'toy', 'preload.cjs'))}`;

/** Its videos are processed at once; it has the toy platform, too. */
export async function startSandboxProcess(): Promise<SandboxProcess> {
  const sandbox = startSandboxProgram({
    SANDBOX_PORT: '0',
    SANDBOX_MAIL_PORT: '0',
    SANDBOX_STRIPE_PORT: '0',
    SANDBOX_PROCESSING_MS: '0',
    NODE_OPTIONS: withToy,
  });
  const { url, mailUrl, stripeUrl } = await sandbox.ready();
  const control: SandboxProcess['control'] = async (method, path, json) => {
    const answer = await send(method, `${url}/_sandbox${path}`, { json });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  await control('POST', '/settings', { quota: { uploadsPerDay: 100_000, unitsPerDay: 10_000_000 } });
  for (const settings of settingsOfKinds) await control('POST', '/settings', settings);
  return {
    url,
    mailUrl,
    stripeUrl,
    control,
    state: async () => control('GET', '/state'),
    calls: async () => (await control('GET', '/calls')).calls,
    mails: async () => (await control('GET', '/mailbox')).mails,
    payments: async () => paidPurchases(await control('GET', '/stripe')),
    grant: async (name = 'Proof', kind = nthKind(0)) => control('POST', '/channels', kind.grantRequest(name)),
    revoke: async (token) => void (await send('POST', `${url}/revoke?token=${token}`)),
    stop: async () => void (await sandbox.end('SIGTERM')),
  };
}
