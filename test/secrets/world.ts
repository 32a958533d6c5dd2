import { randomBytes } from 'node:crypto';
import { Assignment } from '../../models/Assignment';
import { stranger, workspaceClient } from '../support/actors';
import type { Actor, Answer } from '../support/actors';
import type { TestApp } from '../support/app';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import type { BuiltWorkspace } from '../support/build/workspace';
import { settingsFor, startProcess } from '../support/processes';
import type { ServiceProcess } from '../support/processes';
import { startPublishing } from '../support/publishing';
import type { Publishing } from '../support/publishing';
import { until } from '../support/until';
import { startReceiver } from '../support/webhookReceiver';
import type { WebhookReceiver } from '../support/webhookReceiver';
import type { Secret, Sink } from './find';
import { openSealed, rememberSealed } from './sealed';
import { databaseDump, histories, logOf, metricsOf } from './sinks';

/** Characters that no encoding leaves as they are: what is echoed encoded is to be seen as such. */
export const random = (prefix: string): string => `${prefix}+/${randomBytes(21).toString('base64url')}==`;

/** A workspace and a channel whose tokens no platform has given. */
export interface Owner extends BuiltWorkspace {
  connectionId: string;
  accessToken: string;
  refreshToken: string;
  call: Actor;
}

export interface World {
  publishing: Publishing;
  receiver: WebhookReceiver;
  /** The API as it runs now, for what the tests of connecting do with a browser. */
  app: () => TestApp;
  /** What somebody without a valid key is answered; it is remembered. */
  stranger: Actor;
  owner: (tokenExpiresAt?: Date) => Promise<Owner>;
  /** Somebody's calls; refusals are remembered. */
  caller: (apiKey: string) => Actor;
  /** Something that must be found nowhere, besides what was ever stored sealed. */
  keep: (name: string, ...values: string[]) => void;
  /** What the API has said to somebody who got no further. */
  note: (answer: Pick<Answer, 'headers' | 'body'>) => void;
  restart: (name: 'api' | 'worker', signal: NodeJS.Signals) => Promise<void>;
  /** A process with settings of its own; its log is kept, too. */
  start: (name: 'api' | 'worker', settings: Record<string, string>) => ServiceProcess;
  /** Everything where somebody may read, as it is now. */
  sinks: () => Promise<Sink[]>;
  /** Everything that opens something. */
  secrets: () => Promise<Secret[]>;
  stop: () => Promise<void>;
}

/** Nobody listens there; the browser of the tests knows where the service really is. */
const baseUrl = 'http://localhost:9';
const lowestLevel = 'trace';

/** Database, Temporal, sandbox, media and a receiver of webhooks, and the service as real processes at their chattiest. */
export async function startWorld(): Promise<World> {
  const publishing = await startPublishing({ workers: false });
  const { database, temporal } = publishing;
  await rememberSealed(database);
  const receiver = await startReceiver();
  const settings = {
    ...settingsFor(publishing),
    BASE_URL: baseUrl,
    LOG_LEVEL: lowestLevel,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    WEBHOOK_DELAYS: '0,0.1,0.1',
  };
  const kept: Secret[] = [];
  const refusals: string[] = [];
  const logs: [string, ServiceProcess][] = [];
  const start: World['start'] = (name, more) => {
    const child = startProcess(name, { ...settings, ...more });
    logs.push([name, child]);
    return child;
  };
  const running = { api: start('api', {}), worker: start('worker', {}) };
  const at = { api: await running.api.ready(), worker: await running.worker.ready() };
  const note: World['note'] = ({ headers, body }) =>
    void refusals.push(JSON.stringify({ headers: [...headers], body }));
  const noting =
    (made: () => Actor): Actor =>
    async (method, path, parts) => {
      const answer = await made()(method, path, parts);
      if (answer.status >= 400) note(answer);
      return answer;
    };
  const app = () => ({ url: at.api.url }) as TestApp;
  const caller: World['caller'] = (apiKey) => noting(() => workspaceClient(app(), { apiKey }));
  return {
    publishing,
    receiver,
    app,
    caller,
    note,
    start,
    stranger: noting(() => stranger(app())),
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
      running[name] = start(name, {});
      at[name] = await running[name].ready();
    },
    sinks: async () => [
      ...(await histories(temporal)),
      ...logs.map(([name, child]) => logOf(name, child)),
      await metricsOf('API', at.api.internalUrl),
      await metricsOf('worker', at.worker.internalUrl),
      { name: 'what the API refused', text: refusals.join('\n') },
      ...(await databaseDump(database)),
    ],
    secrets: async () => [...kept, ...given(settings), ...signaturesOf(receiver), ...(await openSealed(database))],
    stop: async () => {
      await Promise.all(logs.map(async ([, child]) => child.end('SIGKILL')));
      await receiver.stop();
      await publishing.stop();
    },
  };
}

/** What the processes were given to know. */
function given({ DATABASE_URL, SECRETS_KEY, YOUTUBE_CLIENT_SECRET }: Record<string, string>): Secret[] {
  return [
    { name: 'the password of the database', value: new URL(DATABASE_URL!).password },
    { name: 'an encryption key', value: SECRETS_KEY!.split(':')[1]! },
    { name: 'the client secret', value: YOUTUBE_CLIENT_SECRET! },
  ];
}

/** With one, what it signs can be sent once more. */
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
