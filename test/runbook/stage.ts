import { exec, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { videoBody } from '../support/build/video';
import { workspaceClient } from '../support/actors';
import { root } from '../support/programs';
import type { Channel } from '../support/runs/publishing';
import { film } from '../support/runs/publishing';
import { startDeployment } from '../support/runs/deployment';
import type { Deployment } from '../support/runs/deployment';
import { startOwnServers } from '../support/servers/ownServers';
import type { OwnServers } from '../support/servers/ownServers';
import type { ServiceProcess } from '../support/servers/processes';
import { until } from '../support/until';

/** The service with servers of its own, whose data lie on a disk that can be filled. */
export interface Stage {
  servers: OwnServers;
  service: Deployment;
  /** Where PostgreSQL has its data. */
  disk: string;
  worker: ServiceProcess;
  /** Starts a worker in place of the one that has ended. */
  startWorker: () => Promise<void>;
  /** Creates a post on a channel of its own. */
  post: (given?: Record<string, unknown>) => Promise<{ id: string; channel: Channel }>;
  ask: (channel: Channel, method: string, path: string, body?: unknown) => Promise<{ status: number }>;
  /** Types a command of the page. */
  type: (command: string) => Promise<{ code: number; stdout: string; stderr: string }>;
  statusOf: (id: string) => Promise<string>;
  stop: () => Promise<void>;
}

const diskSize = '700m';
const diskPrefix = 'content-delivery-disk-';

export async function openStage(): Promise<Stage> {
  removeLeftDisks();
  const disk = mkdtempSync(join(tmpdir(), `${diskPrefix}${process.pid}-`));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', disk]);
  const servers = await startOwnServers({ disk });
  const service = await startDeployment({
    WORKSPACE_RUNS_IN_FLIGHT_MAX: '1',
    WEBHOOK_DELAYS: '0,1,2,4,8,16,32,64',
    // Long enough for an operator to come.
    PLATFORM_RETRY_DELAYS: '1,120,120,120,120,120,120',
  });
  const api = await service.up('api');
  const { url } = await api.ready();
  const stage: Stage = {
    servers,
    service,
    disk,
    worker: await service.up('worker'),
    startWorker: async () => void (stage.worker = await service.up('worker')),
    ask: async ({ apiKey }, method, path, body) =>
      workspaceClient({ url }, { apiKey })(method, path, body === undefined ? {} : { body }),
    post: async ({ channel: given, ...overrides } = {}) => {
      const channel = (given as Channel | undefined) ?? (await service.connect());
      const mediaUrl = service.media.serve({ bytes: film }).url;
      const body = videoBody(channel.connectionId, { mediaUrl, ...overrides });
      const { status, body: made } = await workspaceClient({ url }, channel)('POST', '/api/v1/assignments', { body });
      if (status !== 201) throw new Error(`a post answered ${status} ${JSON.stringify(made)}`);
      return { id: made.id, channel };
    },
    type: async (command) => {
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...service.settings };
      return promisify(exec)(command, { cwd: root, env }).then(
        (said) => ({ code: 0, ...said }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      );
    },
    statusOf: async (id) => {
      const [row] = await service.database.query<{ status: string }>('SELECT status FROM assignments WHERE id = $1', [
        id,
      ]);
      return row!.status;
    },
    stop: async () => {
      await service.stop();
      await servers.stop();
      removeDisk(disk);
    },
  };
  return stage;
}

function removeDisk(disk: string): void {
  execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
}

/** A test that is killed leaves its disk mounted. */
function removeLeftDisks(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(diskPrefix))) {
    const [pid = ''] = name.slice(diskPrefix.length).split('-');
    if (!existsSync(`/proc/${pid}`)) removeDisk(join(tmpdir(), name));
  }
}

/** Waits until the assignment has come to the status. */
export async function untilIs({ statusOf }: Stage, id: string, status: string): Promise<void> {
  await until(async () => (await statusOf(id)) === status, {
    limitMs: 240_000,
    isForgiving: true,
    wanted: `${id} ${status}`,
  });
}
