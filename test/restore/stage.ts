import { exec } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WorkflowNotFoundError } from '@temporalio/common';
import Long from 'long';
import { prepareNamespace } from '../../lib/temporal';
import { settingsOfKinds } from '../kinds';
import { root } from '../support/programs';
import { startDeployment } from '../support/runs/deployment';
import type { Deployment } from '../support/runs/deployment';
import { passTime } from '../support/runs/passTime';
import { startOwnServers } from '../support/servers/ownServers';
import type { OwnServers } from '../support/servers/ownServers';
import type { ServiceProcess } from '../support/servers/processes';
import { answer } from '../support/servers/webhookReceiver';
import type { WebhookReceiver } from '../support/servers/webhookReceiver';
import { until } from '../support/until';
import { openCluster } from './cluster';
import type { Cluster } from './cluster';

/** The service as real processes, on a PostgreSQL with an archive and a Temporal, both of which can be brought to an earlier state. */
export interface Stage {
  servers: OwnServers;
  service: Deployment;
  cluster: Cluster;
  receiver: WebhookReceiver;
  /** Refuses everything at first. */
  lateReceiver: WebhookReceiver;
  /** The API as it is now. */
  api: { url: string };
  /** Starts a worker, and then an API. */
  start: (settings?: Record<string, string>) => Promise<void>;
  /** Stops the API and the worker, as an operator does. */
  stopService: () => Promise<void>;
  /** Types a command of operators. @returns what it has printed. @throws Error where it fails */
  type: (command: string) => Promise<string>;
  temporal: {
    /** Keeps Temporal's data as they are now, for `goBack`. */
    keep: () => Promise<void>;
    /** Brings Temporal back to the data that were kept. */
    goBack: () => Promise<void>;
    /** Takes all data from Temporal. */
    empty: () => Promise<void>;
  };
  /** Lets time pass for an assignment until its time has come, and its run be lost, which sleeps by another clock. */
  bringTime: (id: string) => Promise<void>;
  stop: () => Promise<void>;
}

const waitsMs = '0,1,2,4,8,16,32,64';

export async function openStage(): Promise<Stage> {
  const servers = await startOwnServers({ isOfSystem: true });
  const service = await startDeployment({ WEBHOOK_DELAYS: waitsMs });
  for (const settings of settingsOfKinds) await service.sandbox.control('POST', '/settings', settings);
  const cluster = await openCluster(servers, service.database);
  const receiver = await service.openReceiver();
  const lateReceiver = await service.openReceiver();
  lateReceiver.behave(answer(503));
  const processes: ServiceProcess[] = [];
  const stage: Stage = {
    servers,
    service,
    cluster,
    receiver,
    lateReceiver,
    api: { url: '' },
    start: async (settings = {}) => {
      processes.push(await service.up('worker', settings));
      const api = await service.up('api', settings);
      processes.push(api);
      stage.api = await api.ready();
    },
    stopService: async () => {
      await Promise.all(processes.splice(0).map(async ({ end }) => end('SIGTERM')));
    },
    type: async (command) => {
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...service.settings };
      return (await promisify(exec)(command, { cwd: root, env })).stdout;
    },
    temporal: temporalOf(servers, service),
    bringTime: async (id) => bringTime(service, id),
    stop: async () => {
      try {
        await service.stop();
      } finally {
        await servers.stop();
      }
    },
  };
  return stage;
}

function temporalOf({ temporal, dir }: OwnServers, service: Deployment): Stage['temporal'] {
  const names = ['temporal.db', 'temporal.db-wal'];
  const kept = join(dir, 'kept');
  const replace = async (put: () => void | Promise<void>): Promise<void> => {
    await temporal.crash();
    for (const name of [...names, 'temporal.db-shm']) rmSync(join(dir, name), { force: true });
    await put();
    await temporal.restart();
  };
  const copy = (from: string, to: string): void => {
    for (const name of names) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  };
  return {
    keep: async () => {
      await temporal.crash();
      mkdirSync(kept);
      copy(dir, kept);
      await temporal.restart();
    },
    goBack: async () => replace(() => copy(kept, dir)),
    empty: async () => {
      await replace(() => undefined);
      const { client, namespace } = service.temporal;
      const workflowExecutionRetentionPeriod = { seconds: Long.fromNumber(86_400) };
      const register = async () =>
        client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod }).then(() => true);
      await until(register, { isForgiving: true });
      await prepareNamespace(client.connection as Parameters<typeof prepareNamespace>[0], namespace);
    },
  };
}

const pastMs = 60_000;

/** A run that Temporal has lost, or that is not started yet. */
function orGone(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

async function bringTime({ database, temporal }: Deployment, id: string): Promise<void> {
  const [row] = await database.query<{ generation: number; leftMs: number }>(
    `SELECT generation, (extract(epoch FROM scheduled_at - clock_timestamp()) * 1000)::float AS "leftMs" FROM assignments WHERE id = $1`,
    [id],
  );
  const { generation, leftMs } = row!;
  const run = temporal.client.workflow.getHandle(`assignment/${id}/${generation}`);
  await run.terminate('its time has come').catch(orGone);
  await passTime(database, id, leftMs + pastMs);
}
