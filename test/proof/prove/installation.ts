import { Client, Connection } from '@temporalio/client';
import { prepareNamespace } from '../../../lib/temporal';
import type { PlatformSlug } from '../../../domain/platform';
import { oneOfEachPlatform } from '../../kinds';
import type { Kind } from '../../kinds';
import { workspaceClient } from '../../support/actors';
import type { Answer } from '../../support/actors';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import type { BuiltWorkspace } from '../../support/build/workspace';
import { createDatabase } from '../../support/servers/database';
import type { TestDatabase } from '../../support/servers/database';
import { startMediaSource } from '../../support/servers/mediaSource';
import type { MediaSource } from '../../support/servers/mediaSource';
import { startOwnServers } from '../../support/servers/ownServers';
import type { OwnServers } from '../../support/servers/ownServers';
import { settingsFor, startProcess } from '../../support/servers/processes';
import { supervise } from '../../support/servers/supervise';
import type { Supervised } from '../../support/servers/supervise';
import { answer, startReceiver } from '../../support/servers/webhookReceiver';
import type { WebhookReceiver } from '../../support/servers/webhookReceiver';
import { connectedKinds } from '../work/assignments';
import { withToy } from '../sandboxProcess';
import { rememberWhatPasses } from '../judging/tables';
import { startPlatform } from './platform';
import type { Platform } from './platform';

/** A channel and the workspace that publishes to it. */
export interface ProvenChannel {
  workspace: BuiltWorkspace;
  platform: PlatformSlug;
  connectionId: string;
  isLost: boolean;
}

/** The whole service with servers of its own; every part of it can be killed. */
export interface Installation {
  servers: OwnServers;
  database: TestDatabase;
  platform: Platform;
  media: MediaSource;
  receiver: WebhookReceiver;
  api: Supervised;
  workers: Supervised[];
  channels: ProvenChannel[];
  /** Texts that must never be written anywhere. */
  secrets: string[];
  /** Asks the API as the workspace, once. @throws when there is no answer */
  ask: (workspace: BuiltWorkspace, method: string, path: string, body?: unknown) => Promise<Answer>;
  /** A client of Temporal as it is now. */
  connect: () => Promise<Client>;
  stop: () => Promise<void>;
}

const workspacesCount = 2;
/** Of each workspace on each platform. */
const channelsCount = 4;
const askLimitMs = 20_000;
/** The platform's longest outage is bridged several times over; a receiver's refusals are few. */
const delays = { PLATFORM_RETRY_DELAYS: '0.3,1,2,4,8,8,8', WEBHOOK_DELAYS: '0,0.5,1,2,4,8,8,8,8,8' };

/** Only one at a time: the models are bound to its database, and the environment names its servers. */
export async function openInstallation(workersCount: number): Promise<Installation> {
  process.setMaxListeners(0);
  const stops: (() => Promise<unknown>)[] = [];
  const kept = <T extends { stop: () => Promise<unknown> }>(part: T): T => {
    stops.unshift(async () => part.stop());
    return part;
  };
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0)) await each().catch(() => undefined);
  };
  try {
    const servers = kept(await startOwnServers());
    const database = await createDatabase({ poolSize: 4 });
    kept({ stop: async () => database.sequelize.close() });
    await rememberWhatPasses(database);
    const platform = kept(await startPlatform());
    const media = kept(await startMediaSource());
    const receiver = kept(await startReceiver());
    receiver.behave((response, nth) => answer(nth % 7 === 0 ? 503 : 200)(response, nth));
    const temporal = { address: servers.temporal.address, namespace: 'default' };
    const connect = async (): Promise<Client> =>
      new Client({ connection: await Connection.connect(temporal), namespace: temporal.namespace });
    const { connection } = await connect();
    await prepareNamespace(connection as Connection, temporal.namespace);
    await connection.close();
    const { channels, secrets } = await connectChannels(platform);
    const settings = {
      ...settingsFor({ database, temporal, sandbox: platform, media }),
      ...delays,
      OUTBOUND_ALLOW: `127.0.0.1:${media.port},127.0.0.1:${receiver.port},${new URL(platform.url).host}`,
      PROCESSING_POLL_SECONDS: '0.2',
      NODE_OPTIONS: withToy,
    };
    const started = (name: 'api' | 'worker') => kept(supervise(name, () => startProcess(name, settings)));
    const api = started('api');
    const workers = Array.from({ length: workersCount }, () => started('worker'));
    await Promise.all([api, ...workers].map(({ ready }) => ready()));
    return {
      servers,
      database,
      platform,
      media,
      receiver,
      api,
      workers,
      channels,
      secrets,
      ask: async (workspace, method, path, body) => {
        const parts = { ...(body !== undefined && { body }), signal: AbortSignal.timeout(askLimitMs) };
        return workspaceClient(await api.ready(), workspace)(method, path, parts);
      },
      connect,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Every workspace has some channels in order on each platform, and one of YouTube whose grant was taken back. */
async function connectChannels(platform: Platform): Promise<Pick<Installation, 'channels' | 'secrets'>> {
  const channels: ProvenChannel[] = [];
  const secrets: string[] = [];
  async function connect(workspace: BuiltWorkspace, kind: Kind, overrides: { tokenExpiresAt?: Date } = {}) {
    const grant = await platform.grant(kind);
    const of = { platform: kind.platform };
    const { connectionId } = await buildConnection(workspace, { ...of, ...overrides }, grant);
    secrets.push(grant.accessToken, grant.refreshToken);
    return { grant, channel: { ...of, workspace, connectionId, isLost: false } };
  }
  for (let index = 0; index < workspacesCount; index += 1) {
    const workspace = await buildWorkspace({ credits: 1_000_000 });
    secrets.push(workspace.apiKey, workspace.webhookSecret);
    for (const kind of oneOfEachPlatform()) {
      for (let nth = 0; nth < channelsCount; nth += 1) channels.push((await connect(workspace, kind)).channel);
    }
    const expired = { tokenExpiresAt: new Date(Date.now() - 60_000) };
    const { grant, channel } = await connect(workspace, connectedKinds[0]!, expired);
    await platform.revoke(grant.refreshToken);
    channels.push({ ...channel, isLost: true });
  }
  return { channels, secrets };
}
