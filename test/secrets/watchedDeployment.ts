import { randomBytes } from 'node:crypto';
import { Assignment } from '../../models/assignments/Assignment';
import { stranger, workspaceClient } from '../support/actors';
import type { Actor, Address, Answer } from '../support/actors';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import type { BuiltWorkspace } from '../support/build/workspace';
import { sandboxDefaults } from '../../sandbox/config';
import { startDeployment } from '../support/runs/deployment';
import type { Deployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { startOtlpReceiver, tracesTo } from '../support/servers/otlpReceiver';
import type { OtlpReceiver } from '../support/servers/otlpReceiver';
import type { WebhookReceiver } from '../support/servers/webhookReceiver';
import type { Secret, Sink } from './find';
import { openSealed, rememberSealed } from './sealed';
import { databaseDump, histories, logOf, metricsOf, tracesOf } from './sinks';

/** Characters that no encoding leaves as they are: an encoded echo is to be seen as an echo. */
export const random = (prefix: string): string => `${prefix}+/${randomBytes(21).toString('base64url')}==`;

/** A workspace and a channel whose tokens no platform has given. */
export interface Owner extends BuiltWorkspace {
  connectionId: string;
  accessToken: string;
  refreshToken: string;
  call: Actor;
}

/** The service at its chattiest: all secrets that it was ever given, and all places that people may read. */
export interface WatchedDeployment extends Deployment {
  /** The receiver of webhooks. */
  receiver: WebhookReceiver;
  /** The API as it runs now. */
  api: () => Address;
  /** Requests without a valid key; refusals are remembered. */
  stranger: Actor;
  owner: (tokenExpiresAt?: Date) => Promise<Owner>;
  /** The requests of a caller; refusals are remembered. */
  caller: (apiKey: string) => Actor;
  /** Remembers a secret that must be found nowhere, besides all that was ever stored sealed. */
  keep: (name: string, ...values: string[]) => void;
  /** Remembers an answer of the API to a caller who got no further. */
  note: (answer: Pick<Answer, 'headers' | 'body'>) => void;
  restart: (name: 'api' | 'worker', signal: NodeJS.Signals) => Promise<void>;
  /** The receiver of traces. */
  traces: OtlpReceiver;
  /** Every place that people may read, as it is now. */
  sinks: () => Promise<Sink[]>;
  /** Every credential that opens something. */
  secrets: () => Promise<Secret[]>;
}

/** An API and a worker that run, on a service whose sealed columns are watched. */
export async function startWatchedDeployment(): Promise<WatchedDeployment> {
  const traces = await startOtlpReceiver();
  const given = { LOG_LEVEL: 'trace', WEBHOOK_DELAYS: '0,0.1,0.1', ...stripe(), ...tracesTo(traces.url) };
  const service = await startDeployment(given);
  const { database, temporal, settings, started, up } = service;
  await rememberSealed(database);
  const receiver = await service.openReceiver();
  const kept: Secret[] = [];
  const refusals: string[] = [];
  const running = { api: await up('api'), worker: await up('worker') };
  const at = { api: await running.api.ready(), worker: await running.worker.ready() };
  const note: WatchedDeployment['note'] = ({ headers, body }) =>
    void refusals.push(JSON.stringify({ headers: [...headers], body }));
  const noting =
    (made: () => Actor): Actor =>
    async (method, path, parts) => {
      const answer = await made()(method, path, parts);
      if (answer.status >= 400) note(answer);
      return answer;
    };
  const caller: WatchedDeployment['caller'] = (apiKey) => noting(() => workspaceClient(at.api, { apiKey }));
  return {
    ...service,
    receiver,
    traces,
    api: () => at.api,
    caller,
    note,
    stranger: noting(() => stranger(at.api)),
    keep: (name, ...values) => kept.push(...values.map((value) => ({ name, value }))),
    owner: async (tokenExpiresAt) => {
      const workspace = await buildWorkspace();
      const grant = { channelId: random('UC'), accessToken: random('ya29.'), refreshToken: random('1//') };
      const expiry = tokenExpiresAt ? { tokenExpiresAt } : {};
      const { connectionId } = await buildConnection(workspace, expiry, grant);
      kept.push({ name: 'an API key', value: workspace.apiKey });
      return { ...workspace, ...grant, connectionId, call: caller(workspace.apiKey) };
    },
    restart: async (name, signal) => {
      await running[name].end(signal);
      running[name] = await up(name);
      at[name] = await running[name].ready();
    },
    sinks: async () => [
      ...(await histories(temporal)),
      ...started.map(logOf),
      tracesOf('service', traces),
      await metricsOf('API', at.api.internalUrl),
      await metricsOf('worker', at.worker.internalUrl),
      { name: 'what the API refused', text: refusals.join('\n') },
      ...(await databaseDump(database)),
    ],
    stop: async () => {
      await service.stop();
      await traces.stop();
    },
    secrets: async () => [...kept, ...givenIn(settings), ...signaturesOf(receiver), ...(await openSealed(database))],
  };
}

/** An account at Stripe: the key that the sandbox knows, and a secret of events. */
function stripe() {
  return {
    STRIPE_SECRET_KEY: sandboxDefaults.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64url')}`,
    STRIPE_PRICE_CREATOR: 'price_sandbox_creator',
    STRIPE_PRICE_BUSINESS: 'price_sandbox_business',
  };
}

/** The secrets that the processes were given. */
function givenIn(settings: Record<string, string>): Secret[] {
  const { DATABASE_URL, SECRETS_KEY, YOUTUBE_CLIENT_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  return [
    { name: 'the password of the database', value: new URL(DATABASE_URL!).password },
    { name: 'an encryption key', value: SECRETS_KEY!.split(':')[1]! },
    { name: 'the client secret', value: YOUTUBE_CLIENT_SECRET! },
    { name: 'a key of Stripe', value: STRIPE_SECRET_KEY! },
    { name: 'the secret of Stripe’s events', value: STRIPE_WEBHOOK_SECRET! },
  ];
}

/** Signatures, each with the right to send its content once more. */
function signaturesOf({ received }: WebhookReceiver): Secret[] {
  return received.flatMap(({ headers }) =>
    ['x-webhook-signature', 'x-webhook-signature-previous', 'webhook-signature']
      .flatMap((name) => String(headers[name] ?? '').split(' '))
      .map((signature) => ({ name: 'a signature', value: signature.replace(/^v1,/, '') }))
      .filter(({ value }) => value !== ''),
  );
}

/**
 * Waits until the assignment has this status and has nothing left to remove: its clean-up would meet the faults of the
 * next. The API is not asked: each question leaves its lines in the log.
 */
export async function untilStatus(id: string, wanted: string): Promise<void> {
  const row = async () => Assignment.findByPk(id, { attributes: ['status', 'cleanup'], raw: true });
  await until(async () => {
    const { status, cleanup } = (await row()) ?? {};
    return status === wanted && cleanup !== 'due';
  }, 20_000);
}
