import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violationsOf } from '../proof/invariants';
import { patienceMs } from '../proof/patience';
import { hasNothingLeft } from '../proof/rest';
import { look } from '../proof/look';
import type { World } from '../proof/world';
import { workspaceClient } from '../support/actors';
import type { Actor } from '../support/actors';
import type { TestApp } from '../support/app';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { settingsFor, startProcess } from '../support/processes';
import { startPublishing } from '../support/publishing';
import type { Publishing } from '../support/publishing';
import { startReceiver } from '../support/webhookReceiver';
import { videoBytes } from '../support/media';
import type { FrozenProcesses } from './standstills';

/** The service as production has it, an API and a worker in processes of their own, and one caller of it. */
export interface Arena {
  publishing: Publishing;
  /** The caller. */
  call: Actor;
  /** A connection of the caller to a channel of its own. */
  connect: () => Promise<string>;
  /** Creates a video whose title is its idempotency key; every tenth one tells of itself by webhooks. @returns its id */
  create: (key: string, job?: Record<string, unknown>) => Promise<string>;
  /** What stands still for a while when it is told to. */
  processes: FrozenProcesses;
  /** Waits until nothing is left to do. @returns all that is wrong then and was not wrong before, in sentences */
  judge: () => Promise<string[]>;
  stop: () => Promise<void>;
}

/** Small: what is raced for is who comes first, not how much. */
export const film = videoBytes(64 * 1024);

export async function openArena(): Promise<Arena> {
  const [publishing, receiver] = await Promise.all([startPublishing({ workers: false }), startReceiver()]);
  const { database, temporal, sandbox, media } = publishing;
  const folder = mkdtempSync(join(tmpdir(), 'failpoints-'));
  const settings = {
    ...settingsFor(publishing),
    OUTBOUND_ALLOW: `127.0.0.1:${media.port},127.0.0.1:${receiver.port}`,
    RATE_LIMIT_PER_MINUTE: '100000',
    NODE_ENV: 'test',
    FAILPOINTS: folder,
  };
  const workspace = await buildWorkspace({ credits: 1_000_000 });
  const connect = async () => (await buildConnection(workspace, {}, await sandbox.grant())).connectionId;
  const connectionId = await connect();
  const [api, worker] = [startProcess('api', settings), startProcess('worker', settings)];
  const [{ url }] = await Promise.all([api.ready(), worker.ready()]);
  const call = workspaceClient({ url } as TestApp, workspace);
  const accepted: World['accepted'] = [];
  const known = new Set<string>();

  return {
    publishing,
    call,
    connect,
    create: async (key, job = {}) => {
      const payload = { title: key, privacy: 'public' };
      const callbackUrl = accepted.length % 10 === 0 ? receiver.url : null;
      const mediaUrl = job['mediaUrl'] ?? media.serve({ bytes: film }).url;
      const body = { connectionId, type: 'video', payload, callbackUrl, idempotencyKey: key, ...job, mediaUrl };
      const answer = await call('POST', '/api/v1/assignments', { body });
      if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      accepted.push({ idempotencyKey: key, id: answer.body.id });
      return answer.body.id;
    },
    processes: { folder, pids: [api.pid, worker.pid] },
    judge: async () => {
      const rests = await hasNothingLeft({ database, client: temporal.client }, patienceMs);
      const seen = await look({ database, client: temporal.client, sandbox, receiver });
      const secrets = { [workspace.workspaceId]: workspace.webhookSecret };
      const faults = [
        ...(rests ? [] : ['the service has not come to rest']),
        ...violationsOf({ ...seen, accepted, connected: [], secrets }),
        ...[...api.log, ...worker.log].filter(({ level }) => level === 'error').map((line) => JSON.stringify(line)),
      ].filter((fault) => !known.has(fault));
      for (const fault of faults) known.add(fault);
      return faults;
    },
    stop: async () => {
      await Promise.all([api.end('SIGKILL'), worker.end('SIGKILL')]);
      await Promise.all([publishing.stop(), receiver.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
