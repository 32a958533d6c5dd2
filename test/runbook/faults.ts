import { execFileSync } from 'node:child_process';
import { writeSync, openSync, closeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StuckCause } from '../../models/assignments/reads/stuckAssignments';
import { publishWorkflowId, mainQueue } from '../../domain/workflowContract';
import { answer } from '../support/servers/webhookReceiver';
import { film } from '../support/runs/publishing';
import { until } from '../support/until';
import type { Stage } from './stage';
import { untilIs } from './stage';

/** A fault of the runbook, as a test makes it and an operator mends it. */
export interface Fault {
  entry: string;
  /** @returns the assignment that is struck; or all that are, that of which the rest is told first */
  plant: (stage: Stage) => Promise<string | string[]>;
  /** How the entry's first command shows it: a row of assignments, of receivers, or nothing but its own failure. */
  shows: { waitsFor: StuckCause; code?: string } | 'a receiver' | 'no answer';
  /** What the page says beside its commands. */
  mend: (stage: Stage, id: string) => Promise<unknown>;
  /** The end that the page promises. */
  ends: 'published' | 'failed';
}

const seconds = (count: number): string => new Date(Date.now() + count * 1000).toISOString();
const everything = { path: '/', times: 1_000_000 };

/** In the order of the page. */
export const faults: readonly Fault[] = [
  {
    entry: 'no-worker-polls',
    plant: async (stage) => {
      await stage.worker.end('SIGKILL');
      return (await stage.post()).id;
    },
    shows: { waitsFor: 'worker' },
    mend: async (stage) => stage.startWorker(),
    ends: 'published',
  },
  {
    entry: 'temporal-is-down',
    plant: async (stage) => {
      await stage.servers.temporal.crash();
      return (await stage.post()).id;
    },
    shows: { waitsFor: 'temporal' },
    mend: async ({ servers }) => servers.temporal.restart(),
    ends: 'published',
  },
  {
    entry: 'temporal-is-slow',
    plant: async (stage) => {
      signalTemporal(stage, 'SIGSTOP');
      return (await stage.post()).id;
    },
    shows: { waitsFor: 'temporal' },
    mend: async (stage) => signalTemporal(stage, 'SIGCONT'),
    ends: 'published',
  },
  {
    entry: 'the-database-is-down',
    plant: async (stage) => {
      const { id } = await stage.post({ scheduledAt: seconds(20) });
      await stage.servers.postgres.crash();
      return id;
    },
    shows: 'no answer',
    mend: async ({ servers }) => servers.postgres.restart(),
    ends: 'published',
  },
  {
    entry: 'a-disk-is-full',
    plant: async (stage) => {
      const { id } = await stage.post({ scheduledAt: seconds(20) });
      fill(stage.disk);
      // A statement that needs room brings the fault about.
      const write = `CREATE TABLE filler AS SELECT repeat('x', 1000) AS text FROM generate_series(1, 200000)`;
      await stage.service.database.query(write).catch(() => undefined);
      await stage.service.database.query('SELECT pg_switch_wal()').catch(() => undefined);
      await stage.service.database.query(write).catch(() => undefined);
      return id;
    },
    shows: 'no answer',
    mend: async (stage) => {
      rmSync(join(stage.disk, 'filler'));
      const answers = async () => (await stage.service.database.query('SELECT 1')).length > 0;
      if (!(await answers().catch(() => false))) await stage.servers.postgres.restart().catch(() => undefined);
      await until(answers, { isForgiving: true, wanted: 'PostgreSQL is back' });
    },
    ends: 'published',
  },
  {
    entry: 'a-platform-is-down',
    plant: async (stage) => {
      const channel = await stage.service.connect();
      for (const method of ['GET', 'POST', 'PUT'])
        await stage.service.fault({ ...everything, method }, { status: 503 });
      return (await stage.post({ channel })).id;
    },
    shows: { waitsFor: 'try', code: 'PLATFORM_UNAVAILABLE' },
    mend: async ({ service }) => service.sandbox.calm(),
    ends: 'published',
  },
  {
    entry: 'a-quota-is-used-up',
    plant: async (stage) => {
      const channel = await stage.service.connect();
      await stage.service.sandbox.control('POST', '/settings', {
        quota: { uploadsPerDay: 0, unitsPerDay: 1_000_000, channelUploadsPerDay: null },
      });
      return (await stage.post({ channel, scheduledAt: seconds(90) })).id;
    },
    shows: { waitsFor: 'try', code: 'QUOTA_EXCEEDED' },
    mend: async ({ service }) => service.sandbox.calm(),
    ends: 'published',
  },
  {
    entry: 'tokens-are-dead',
    plant: async (stage) => {
      const channel = await stage.service.connect();
      const { accessToken, refreshToken } = channel;
      for (const token of [accessToken, refreshToken])
        await stage.service.sandbox.youtube('POST', `/revoke?token=${encodeURIComponent(token)}`);
      return (await stage.post({ channel, scheduledAt: seconds(90) })).id;
    },
    shows: { waitsFor: 'try', code: 'TOKEN_EXPIRED' },
    mend: async (stage, id) => {
      const [row] = await stage.service.database.query<{ workspace: string; channel: string }>(
        `SELECT c.workspace_id AS workspace, c.external_platform_id AS channel
         FROM connections c JOIN assignments a ON a.connection_id = c.id WHERE a.id = $1`,
        [id],
      );
      const grant = await stage.service.sandbox.grant({ channelId: row!.channel });
      const given = JSON.stringify({ workspaceId: row!.workspace, platform: 'youtube', ...grant });
      const { code, stderr } = await stage.type(`echo '${given}' | npm run --silent admin -- connection import`);
      if (code !== 0) throw new Error(stderr);
    },
    ends: 'published',
  },
  {
    entry: 'a-source-is-slow',
    plant: async (stage) => {
      const { url } = stage.service.media.serve({ bytes: film, drip: { bytes: 1280, everyMs: 500 } });
      return (await stage.post({ mediaUrl: url })).id;
    },
    shows: { waitsFor: 'source' },
    mend: async () => undefined,
    ends: 'failed',
  },
  {
    entry: 'a-receiver-is-dead',
    plant: async (stage) => {
      const receiver = await stage.service.openReceiver();
      receiver.behave(answer(503));
      revive.set(stage, () => receiver.behave(answer(200)));
      return (await stage.post({ callbackUrl: receiver.url })).id;
    },
    shows: 'a receiver',
    mend: async (stage, id) => {
      revive.get(stage)!();
      const left = `SELECT 1 FROM webhook_deliveries WHERE assignment_id = $1 AND status <> 'delivered'`;
      await untilIs(stage, id, 'published');
      await until(async () => (await stage.service.database.query(left, [id])).length === 0, { limitMs: 240_000 });
    },
    ends: 'published',
  },
  {
    entry: 'one-workspace-has-a-backlog',
    plant: async (stage) => {
      const channel = await stage.service.connect({ platform: 'facebook' });
      // Each post is at work for seconds, one after the other.
      await stage.service.fault({ ...everything, method: 'POST' }, { delayMs: 4_000 });
      const ids: string[] = [];
      for (let nth = 0; nth < 60; nth += 1) {
        const payload = { message: `In a long line ${nth}` };
        ids.push((await stage.post({ channel, type: 'text', payload, mediaUrl: undefined })).id);
      }
      return ids.toReversed();
    },
    shows: { waitsFor: 'place' },
    mend: async () => undefined,
    ends: 'failed',
  },
  {
    entry: 'a-run-cannot-be-replayed',
    plant: async (stage) => {
      await stage.worker.end('SIGKILL');
      const { id } = await stage.post();
      const { client } = stage.service.temporal;
      const workflowId = publishWorkflowId({ assignmentId: id, generation: 1 });
      const handle = client.workflow.getHandle(workflowId);
      await until(async () => (await handle.describe()).status.name === 'RUNNING', { isForgiving: true });
      await handle.terminate('to be replaced by a run of a build that there is not any more');
      await client.workflow.start('publishAssignmentOfAnotherBuild', { workflowId, taskQueue: mainQueue });
      await stage.startWorker();
      return id;
    },
    shows: { waitsFor: 'worker' },
    mend: async () => undefined,
    ends: 'published',
  },
];

/** What brings the planted fault of a stage to its end. */
const revive = new WeakMap<Stage, () => void>();

function signalTemporal({ servers }: Stage, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const [, port = ''] = servers.temporal.address.split(':');
  execFileSync('pkill', [`-${signal.slice(3)}`, '-f', `temporal server start-dev .*--port ${port}`]);
}

/** Leaves no room on a disk. */
function fill(disk: string): void {
  const file = openSync(join(disk, 'filler'), 'w');
  const block = Buffer.alloc(1024 ** 2);
  try {
    for (;;) writeSync(file, block);
  } catch {
    // It is full.
  } finally {
    closeSync(file);
  }
}
