import { setTimeout as delay } from 'node:timers/promises';
import { nthKind } from '../../kinds';
import { connectedKinds as kinds } from '../jobs';
import type { Answer } from '../../support/actors';
import type { SourceAnswer } from '../../support/mediaSource';
import type { BuiltWorkspace } from '../../support/build/workspace';
import type { Installation } from './installation';
import type { JobKind, PlannedJob } from './load';

/** What callers have been told, for the judge. */
export interface Told {
  /** Jobs that were accepted. */
  accepted: { idempotencyKey: string; id: string; kind: JobKind }[];
  /** Cancellations that were granted. */
  cancelled: string[];
  /** Answers that admit a fault of the service, or that no caller could have expected. */
  faults: string[];
}

const media = kinds.map((kind) => ({
  short: kind.media(48 * 1024),
  /** Two and a half of the pieces that a platform keeps when a connection is cut. */
  long: kind.media(600 * 1024),
}));
const bytesOf = (job: PlannedJob): Buffer => mediaOf(job)[job.isLong ? 'long' : 'short'];
const mediaOf = ({ nth }: PlannedJob): (typeof media)[number] => media[nth % media.length]!;
const hourMs = 3_600_000;

/** Does what its caller does with one job: each step again and again until it is answered. */
export async function beCaller(
  installation: Installation,
  job: PlannedJob,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  await steps[job.kind](openDesk(installation, job, told, signal));
}

/** What the caller of one job works with. */
interface Desk {
  job: PlannedJob;
  title: string;
  create: (how?: How) => Promise<string>;
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  wait: (ms?: number) => Promise<void>;
  /** Waits until the job is at the status. */
  untilStatus: (id: string, status: string) => Promise<void>;
  /** Notes an answer that was not to be expected. */
  expect: (what: string, answered: Answer, ...statuses: number[]) => void;
  told: Told;
}

interface How {
  source?: (nth: number) => SourceAnswer;
  delayMs?: number;
}

function openDesk(installation: Installation, job: PlannedJob, told: Told, signal: AbortSignal): Desk {
  const lost = job.kind === 'on a lost channel';
  const channels = installation.channels.filter(({ isLost }) => isLost === lost);
  const { workspace, connectionId } = channels[job.channel % channels.length]!;
  const title = `${job.key} ${job.kind}`;
  const kind = nthKind(job.nth, kinds);
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    untilAnswered(installation, workspace, told, signal, method, path, body);
  const wait = async (ms = job.pauseMs): Promise<void> => delay(ms, undefined, { signal });
  const bytes = bytesOf(job);
  const expect: Desk['expect'] = (what, { status, body }, ...statuses) => {
    if (!statuses.includes(status)) told.faults.push(`${job.key}: ${what} answered ${status} ${JSON.stringify(body)}`);
  };
  return {
    job,
    title,
    ask,
    wait,
    expect,
    told,
    create: async ({ source = () => ({ bytes }), delayMs } = {}) => {
      const answered = await ask('POST', '/api/v1/assignments', {
        connectionId,
        type: kind.type,
        idempotencyKey: job.key,
        payload: kind.payload(title, job.privacy),
        mediaUrl: installation.media.serve(source).url,
        ...(delayMs !== undefined && { scheduledAt: new Date(Date.now() + delayMs).toISOString() }),
        ...(job.hasCallback && { callbackUrl: `${installation.receiver.url}/${workspace.workspaceId}` }),
      });
      expect('create', answered, 201);
      if (answered.status !== 201) throw new Error(`${job.key} was not accepted`);
      told.accepted.push({ idempotencyKey: job.key, id: answered.body.id, kind: job.kind });
      return answered.body.id;
    },
    untilStatus: async (id, status) => {
      while ((await ask('GET', `/api/v1/assignments/${id}`)).body.status !== status) await wait(700);
    },
  };
}

/** A caller that hears nothing, or that the service cannot answer just now, asks again. */
async function untilAnswered(
  { ask }: Installation,
  workspace: BuiltWorkspace,
  told: Told,
  signal: AbortSignal,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted();
    const answered = await ask(workspace, method, path, body).catch(() => undefined);
    if (answered && answered.status < 500) return answered;
    if (answered && answered.status !== 503) told.faults.push(`${method} ${path}: ${JSON.stringify(answered.body)}`);
    await delay(200, undefined, { signal });
  }
}

const steps: Record<JobKind, (desk: Desk) => Promise<void>> = {
  'published at once': async ({ create }) => void (await create()),
  'asked for twice': async ({ create }) => void (await Promise.all([create(), create()])),
  'from a source that breaks off': async ({ create, job }) => {
    const bytes = bytesOf(job);
    const source = (nth: number) => ({ bytes, ...(nth === 1 && { cutAfterBytes: bytes.length / 2 }) });
    await create({ source });
  },
  scheduled: async ({ create, job }) => void (await create({ delayMs: job.pauseMs + 1000 })),
  edited: async ({ create, ask, wait, expect, job, title }) => {
    const id = await create({ delayMs: job.pauseMs + 1000 });
    await wait();
    const answered = await ask('PATCH', `/api/v1/assignments/${id}`, { payload: { title: `${title}, edited` } });
    // It may have begun in the meantime.
    expect('edit', answered, 200, 409);
  },
  'put forward': async ({ create, ask, wait, expect }) => {
    const id = await create({ delayMs: hourMs });
    await wait();
    expect('put forward', await ask('PATCH', `/api/v1/assignments/${id}`, { scheduledAt: null }), 200, 409);
  },
  'cancelled in time': async ({ create, ask, wait, expect }) => {
    const id = await create({ delayMs: hourMs });
    await wait();
    // An answer that was lost leaves a job that is cancelled already.
    expect('cancel', await ask('DELETE', `/api/v1/assignments/${id}`), 204, 409);
  },
  'cancelled under way': async ({ create, ask, wait, expect, job, told }) => {
    const id = await create();
    await wait(job.pauseMs / 8);
    const answered = await ask('DELETE', `/api/v1/assignments/${id}`);
    expect('cancel', answered, 204, 409);
    if (answered.status === 204) told.cancelled.push(id);
  },
  'without media': async ({ create }) => void (await create({ source: () => ({ status: 404 }) })),
  retried: async ({ create, ask, untilStatus, expect, job }) => {
    let isThere = false;
    const id = await create({ source: () => (isThere ? { bytes: mediaOf(job).short } : { status: 404 }) });
    await untilStatus(id, 'failed');
    isThere = true;
    expect('retry', await ask('POST', `/api/v1/assignments/${id}/retry`), 200, 202, 409);
  },
  'on a lost channel': async ({ create }) => void (await create()),
  'updated afterwards': async ({ create, ask, untilStatus, wait, title }) => {
    const id = await create();
    await untilStatus(id, 'published');
    const change = { payload: { title: `${title}, updated` }, updatePublished: true };
    while ((await ask('PATCH', `/api/v1/assignments/${id}`, change)).status !== 200) await wait(1000);
  },
};
