import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Client } from '@temporalio/client';
import { workspaceClient } from '../support/actors';
import type { Actor, Address } from '../support/actors';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import type { BuiltWorkspace } from '../support/build/workspace';
import { baseUrl } from '../support/runs/connecting';
import { oneOfEachPlatform } from '../kinds';
import type { Kind } from '../kinds';
import { facebookText } from '../kinds/facebookText';
import { createDatabase } from '../support/servers/database';
import type { TestDatabase } from '../support/servers/database';
import { startMediaSource } from '../support/servers/mediaSource';
import type { MediaSource } from '../support/servers/mediaSource';
import { settingsFor, startProcess } from '../support/servers/processes';
import { supervise } from '../support/servers/supervise';
import type { End, Supervised } from '../support/servers/supervise';
import { openBareNamespace } from '../support/servers/temporal';
import { until } from '../support/until';
import { answer, startReceiver } from '../support/servers/webhookReceiver';
import type { WebhookReceiver } from '../support/servers/webhookReceiver';
import { allPoints } from './points/points';
import { openArmedPoints } from './points/armedPoints';
import type { ArmedPoints } from './points/armedPoints';
import { openCaller } from './caller';
import type { Caller } from './caller';
import { patienceMs } from './patience';
import { startSandboxProcess, withToy } from './sandboxProcess';
import type { SandboxProcess } from './sandboxProcess';
import { look } from './look';
import { rememberWhatPasses } from './judging/tables';
import type { Snapshot } from './judging/snapshot';

/** One installation of the service as production has it: processes under a supervisor, and nothing shared with others. */
export interface Stage extends Caller, Omit<ArmedPoints, 'folder' | 'remove'> {
  database: TestDatabase;
  client: Client;
  sandbox: SandboxProcess;
  media: MediaSource;
  receiver: WebhookReceiver;
  workspace: BuiltWorkspace;
  /** A workspace without channels. */
  lone: BuiltWorkspace;
  /** A channel that is in order, of each platform by its slug. */
  channels: Record<string, string>;
  /** Channels of YouTube: in order; with an access token that runs out; with a revoked grant; unused. */
  connections: { good: string; expiring: string; revoked: string; idle: string };
  /**
   * Connects one more channel of the workspace, on the platform of the kind. Only for the stage that was opened last.
   * @returns the id of the connection
   */
  connect: (kind: Kind) => Promise<string>;
  /** A page of Facebook to which nothing is published but posts whose own calls are broken. */
  page: Page;
  /** As many further pages of Facebook as the settings ask for. */
  pages: readonly Page[];
  /** Resolves when a process is paused at the point. */
  reached: (point: string) => Promise<void>;
  /** Tells whether a process is paused. */
  isPaused: () => boolean;
  /** Lets the paused process go on. */
  wake: () => void;
  /** Breaks the connections of the service to its database, and lets none be made until `meanwhile` has resolved. */
  withoutDatabase: (meanwhile: () => Promise<void>) => Promise<void>;
  /** The API as it is now: it may have been killed, and its supervisor starts it again. */
  api: () => Promise<Address>;
  /** Asks the API once, as the workspace. */
  call: Actor;
  /** The address at which webhooks are refused, until `acceptLate` is called. */
  lateUrl: string;
  acceptLate: (isAccepted: boolean) => void;
  /** Connections that browsers received. */
  connected: string[];
  snapshot: () => Promise<Snapshot>;
  /** One more worker, beside the first. */
  startWorker: () => Supervised;
  /** Ends of processes that the test had not asked for, in order, except `interruptions`. */
  ends: () => End[];
  /** Ends that Node has caused in the middle of workflow code since the last call. */
  takeInterruptions: () => End[];
  /** Lines of the log at the level of errors, of all processes, except lines that only a busy machine causes. */
  errorLines: () => Record<string, unknown>[];
  stop: () => Promise<void>;
}

const latePath = '/hooks/late';
/**
 * Temporal's core says so when a workflow task comes again because the first one outlived its time-out, which is paced: a
 * local activity of it waits for a busy machine. The run goes on with its result.
 */
const taskTimedOut = 'Trying to send a new WFT for a run which already has one!';

export interface Page {
  connectionId: string;
  pageId: string;
}

/** Settings of a stage, and of its first processes beside the settings that all processes share. */
export interface StageSettings {
  pagesCount?: number;
  api?: Record<string, string>;
  worker?: Record<string, string>;
}

/** Stages are to be opened one after the other: the models that build their rows are bound to the last database. */
export async function openStage(own: StageSettings = {}): Promise<Stage> {
  process.setMaxListeners(0);
  const database = await createDatabase({ poolSize: 4 });
  await rememberWhatPasses(database);
  let acceptsLate = false;
  const stopping = new AbortController();
  // Each assignment that is followed listens to it.
  setMaxListeners(0, stopping.signal);
  const [temporal, sandbox, media, receiver] = await Promise.all([
    openBareNamespace(),
    startSandboxProcess(),
    startMediaSource(),
    startReceiver(),
  ]);
  const isLate = (nth: number): boolean => receiver.received[nth - 1]?.path === latePath;
  receiver.behave((response, nth) =>
    answer(isLate(nth) ? (acceptsLate ? 200 : 503) : nth % 5 === 0 ? 503 : 200)(response, nth),
  );
  const { workspace, connections, channels, page, pages } = await connectChannels(sandbox, own.pagesCount);
  const lone = await buildWorkspace({});
  const service = await createRole(database);
  const { folder, remove, ...points } = openArmedPoints(allPoints());
  const settings = {
    ...settingsFor({ database, temporal, sandbox, media }),
    OUTBOUND_ALLOW: `127.0.0.1:${media.port},127.0.0.1:${receiver.port},${new URL(sandbox.url).host}`,
    BASE_URL: baseUrl,
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_DELAYS: '0,0.3,0.6,1,1,1,1,1,1,1',
    DATABASE_POOL_SIZE: '5',
    FAILPOINTS: folder,
    DATABASE_URL: service.url,
  };
  const supervised: Supervised[] = [];
  const start = (name: 'api' | 'worker', changes: Record<string, string> = {}): Supervised => {
    const { NODE_OPTIONS: words = '' } = changes;
    const whole = { ...settings, ...changes, NODE_OPTIONS: `${withToy} ${words}` };
    const one = supervise(name, () => startProcess(name, whole));
    supervised.push(one);
    return one;
  };
  const [api, worker] = [start('api', own.api), start('worker', own.worker)];
  const endsBy = (...causes: End['cause'][]): End[] =>
    supervised
      .flatMap(({ ends }) => ends)
      .filter(({ cause }) => causes.includes(cause))
      .toSorted((one, other) => one.at - other.at);
  let takenCount = 0;
  await Promise.all([api.ready(), worker.ready()]);
  const connected: string[] = [];
  const current = async (): Promise<Address> => api.ready();
  const caller = openCaller(workspace, current, stopping.signal);
  const isPaused = (): boolean => [api, worker].some((supervised) => supervised.isPaused());

  return {
    ...points,
    ...caller,
    database,
    client: temporal.client,
    sandbox,
    media,
    receiver,
    workspace,
    lone,
    connections,
    channels,
    page,
    pages,
    reached: async (point) => void (await until(() => points.isReached(point) && isPaused(), patienceMs)),
    isPaused,
    withoutDatabase: service.away,
    wake: () => [api, worker].forEach(({ wake }) => wake()),
    connect: async (kind) => (await connectChannel(sandbox, workspace, kind)).id,
    api: current,
    call: async (...request) => workspaceClient(await current(), workspace)(...request),
    lateUrl: receiver.url.replace('/hooks', latePath),
    acceptLate: (isAccepted) => (acceptsLate = isAccepted),
    connected,
    snapshot: async () => ({
      ...(await look({ database, client: temporal.client, sandbox, receiver })),
      accepted: caller.accepted,
      connected,
      secrets: { [workspace.workspaceId]: workspace.webhookSecret },
    }),
    startWorker: () => start('worker'),
    ends: () => endsBy('asked', 'other'),
    takeInterruptions: () => {
      const taken = endsBy('interrupted').slice(takenCount);
      takenCount += taken.length;
      return taken;
    },
    errorLines: () =>
      supervised.flatMap(({ log }) => log()).filter(({ level, msg }) => level === 'error' && msg !== taskTimedOut),
    stop: async () => {
      stopping.abort(new Error('the stage has been taken down'));
      await Promise.all([api.stop(), worker.stop()]);
      await Promise.all([temporal.stop(), sandbox.stop(), media.stop(), receiver.stop()]);
      await service.drop();
      await database.stop();
      remove();
    },
  };
}

/** Creates the service's own role, by which its connections are distinguished from the test's connections. */
async function createRole({ query, url }: TestDatabase) {
  const role = `service_${randomUUID().replaceAll('-', '')}`;
  await query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD 'proof'`);
  return {
    url: Object.assign(new URL(url), { username: role, password: 'proof' }).href,
    away: async (meanwhile: () => Promise<void>) => {
      await query(`ALTER ROLE ${role} NOLOGIN`);
      await query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
      await meanwhile();
      await query(`ALTER ROLE ${role} LOGIN`);
    },
    drop: async () => query(`DROP ROLE ${role}`),
  };
}

async function connectChannel(sandbox: SandboxProcess, workspace: BuiltWorkspace, kind?: Kind) {
  const grant = await sandbox.grant(undefined, kind);
  const of = kind ? { platform: kind.platform } : {};
  return { grant, id: (await buildConnection(workspace, of, grant)).connectionId };
}

async function connectPage(sandbox: SandboxProcess, workspace: BuiltWorkspace): Promise<Page> {
  const { id, grant } = await connectChannel(sandbox, workspace, facebookText);
  return { connectionId: id, pageId: grant.channelId };
}

async function connectChannels(
  sandbox: SandboxProcess,
  pagesCount = 0,
): Promise<Pick<Stage, 'workspace' | 'connections' | 'channels' | 'page' | 'pages'>> {
  const workspace = await buildWorkspace({ credits: 1_000_000 });
  const connect = async () => connectChannel(sandbox, workspace);
  const [good, expiring, revoked, idle] = [await connect(), await connect(), await connect(), await connect()];
  await sandbox.revoke(revoked.grant.refreshToken);
  const channels: Stage['channels'] = {};
  for (const kind of oneOfEachPlatform()) channels[kind.platform] = (await connectChannel(sandbox, workspace, kind)).id;
  return {
    workspace,
    channels,
    page: await connectPage(sandbox, workspace),
    pages: await Promise.all(Array.from({ length: pagesCount }, async () => connectPage(sandbox, workspace))),
    connections: { good: good.id, expiring: expiring.id, revoked: revoked.id, idle: idle.id },
  };
}
