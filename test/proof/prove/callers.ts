import { setTimeout as delay } from 'node:timers/promises';
import { kinds, mediaOf, nthKind, requestOf, textKinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { connectedKinds, isRemovable, removalModesOf, updatableKinds } from '../work/assignments';
import type { Answer } from '../../support/actors';
import type { RemovalMode } from '../../../domain/platform';
import type { Payload } from '../../../domain/payload/payload';
import { backdatePost } from '../../support/runs/backdatePost';
import { until } from '../../support/until';
import type { SourceAnswer } from '../../support/servers/mediaSource';
import type { BuiltWorkspace } from '../../support/build/workspace';
import type { Installation } from './installation';
import type { AssignmentKind, PlannedAssignment } from './load';

/** The answers to callers, for the judge. */
export interface CallersRecord {
  /** Assignments that were accepted. */
  accepted: {
    idempotencyKey: string;
    id: string;
    kind: AssignmentKind;
    /** The kind of the post, and whether others were to see it. */
    of: Kind;
    isPublic: boolean;
  }[];
  /** Cancellations that were granted. */
  cancelled: string[];
  /** Removals that were granted. */
  takenDown: string[];
  /** Assignments that an operator was to give up. */
  givenUp: string[];
  /** Answers that admit a fault of the service, or that no caller could have expected. */
  faults: string[];
}

const shortBytes = 48 * 1024;
/** Two and a half of the pieces that a platform keeps when a connection is cut. */
const longBytes = 600 * 1024;
const kindsWithMedia = kinds.filter(({ mediaCount }) => mediaCount > 0);
/** The kinds of posts for caller actions that not every kind allows. */
const kindsFor: Partial<Record<AssignmentKind, readonly Kind[]>> = {
  'from a source that breaks off': kindsWithMedia,
  'without media': kindsWithMedia,
  retried: kindsWithMedia,
  edited: textKinds,
  'on a lost channel': connectedKinds,
  'updated afterwards': updatableKinds,
  'taken down afterwards': kinds.filter(isRemovable),
};
const hourMs = 3_600_000;

/** Acts as the caller of one assignment: repeats each step until it is answered. */
export async function beCaller(
  installation: Installation,
  assignment: PlannedAssignment,
  record: CallersRecord,
  signal: AbortSignal,
): Promise<void> {
  await steps[assignment.kind](openDesk(installation, assignment, record, signal));
}

/** The tools of one assignment's caller. */
interface Desk {
  assignment: PlannedAssignment;
  title: string;
  /** The fields of a payload that give the post another title. */
  retitled: (title: string) => Payload;
  /** Of each of its media. */
  bytes: Buffer;
  create: (how?: How) => Promise<string>;
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  wait: (ms?: number) => Promise<void>;
  /** In which its post can be taken down. */
  removalModes: readonly RemovalMode[];
  backdate: (id: string) => Promise<unknown>;
  /** Waits until the assignment is at the status. */
  untilStatus: (id: string, status: string) => Promise<void>;
  /** Notes an answer that was not to be expected. */
  expect: (what: string, answered: Answer, ...statuses: number[]) => void;
  record: CallersRecord;
  /** Ends its waits, which have no other limit: the judge finds assignments that never end. */
  signal: AbortSignal;
}

interface How {
  source?: (nth: number) => SourceAnswer;
  delayMs?: number;
}

function openDesk(
  installation: Installation,
  assignment: PlannedAssignment,
  record: CallersRecord,
  signal: AbortSignal,
): Desk {
  const kind = nthKind(assignment.nth, kindsFor[assignment.kind]);
  const lost = assignment.kind === 'on a lost channel';
  const channels = installation.channels.filter((one) => one.isLost === lost && one.platform === kind.platform);
  const { workspace, connectionId } = channels[assignment.channel % channels.length]!;
  const title = `${assignment.key} ${assignment.kind}`;
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    untilAnswered(installation, workspace, record, signal, method, path, body);
  const wait = async (ms = assignment.pauseMs): Promise<void> => delay(ms, undefined, { signal });
  const bytes = mediaOf(kind, assignment.isLong ? longBytes : shortBytes, title);
  const expect: Desk['expect'] = (what, { status, body }, ...statuses) => {
    if (!statuses.includes(status))
      record.faults.push(`${assignment.key}: ${what} answered ${status} ${JSON.stringify(body)}`);
  };
  return {
    assignment,
    title,
    retitled: (text) => ({ [kind.titleField]: text }),
    bytes,
    ask,
    wait,
    expect,
    record,
    signal,
    removalModes: removalModesOf(kind),
    backdate: async (id) => backdatePost(installation.database, id),
    create: async ({ source = () => ({ bytes }), delayMs } = {}) => {
      const urls = Array.from({ length: kind.mediaCount }, () => installation.media.serve(source).url);
      const payload = kind.payload(title, assignment.privacy);
      const answered = await ask('POST', '/api/v1/assignments', {
        connectionId,
        idempotencyKey: assignment.key,
        ...requestOf(kind, payload, urls),
        ...(delayMs !== undefined && { scheduledAt: new Date(Date.now() + delayMs).toISOString() }),
        ...(assignment.hasCallback && {
          callbackUrl: `${installation.receiver.url}/${workspace.workspaceId}`,
          callbackEvents: assignment.nth % 2 === 0 ? ['removal'] : [],
        }),
      });
      expect('create', answered, 201);
      if (answered.status !== 201) throw new Error(`${assignment.key} was not accepted`);
      const isPublic = kind.isVisible(String(kind.audienceOf(payload)));
      record.accepted.push({
        idempotencyKey: assignment.key,
        id: answered.body.id,
        kind: assignment.kind,
        of: kind,
        isPublic,
      });
      return answered.body.id;
    },
    untilStatus: async (id, status) => {
      const isSo = async () => (await ask('GET', `/api/v1/assignments/${id}`)).body.status === status;
      await until(isSo, { limitMs: Infinity, stepMsMax: 700, signal });
    },
  };
}

/** A caller that hears nothing, or that the service cannot answer just now, asks again. */
async function untilAnswered(
  { ask }: Installation,
  workspace: BuiltWorkspace,
  record: CallersRecord,
  signal: AbortSignal,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const askOnce = async (): Promise<Answer | undefined> => {
    const answered = await ask(workspace, method, path, body).catch(() => undefined);
    if (answered && answered.status < 500 && answered.status !== 408) return answered;
    if (answered && ![408, 503].includes(answered.status))
      record.faults.push(`${method} ${path}: ${JSON.stringify(answered.body)}`);
    return undefined;
  };
  return until(askOnce, { limitMs: Infinity, stepMsMax: 200, signal });
}

const steps: Record<AssignmentKind, (desk: Desk) => Promise<void>> = {
  'published at once': async ({ create }) => void (await create()),
  'asked for twice': async ({ create }) => void (await Promise.all([create(), create()])),
  'from a source that breaks off': async ({ create, bytes }) => {
    const source = (nth: number) => ({ bytes, ...(nth === 1 && { cutAfterBytes: bytes.length / 2 }) });
    await create({ source });
  },
  scheduled: async ({ create, assignment }) => void (await create({ delayMs: assignment.pauseMs + 1000 })),
  edited: async ({ create, ask, wait, expect, assignment, title, retitled }) => {
    const id = await create({ delayMs: assignment.pauseMs + 1000 });
    await wait();
    const answered = await ask('PATCH', `/api/v1/assignments/${id}`, { payload: retitled(`${title}, edited`) });
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
    // An answer that was lost leaves an assignment that is cancelled already.
    expect('cancel', await ask('DELETE', `/api/v1/assignments/${id}`), 204, 409);
  },
  'cancelled under way': async ({ create, ask, wait, expect, assignment, record }) => {
    const id = await create();
    await wait(assignment.pauseMs / 8);
    const answered = await ask('DELETE', `/api/v1/assignments/${id}`);
    expect('cancel', answered, 204, 409);
    if (answered.status === 204) record.cancelled.push(id);
  },
  'without media': async ({ create }) => void (await create({ source: () => ({ status: 404 }) })),
  retried: async ({ create, ask, untilStatus, expect, bytes }) => {
    let isThere = false;
    const id = await create({ source: () => (isThere ? { bytes } : { status: 404 }) });
    await untilStatus(id, 'failed');
    isThere = true;
    expect('retry', await ask('POST', `/api/v1/assignments/${id}/retry`), 200, 202, 409);
  },
  'on a lost channel': async ({ create }) => void (await create()),
  'updated afterwards': async ({ create, ask, untilStatus, title, retitled, signal }) => {
    const id = await create();
    await untilStatus(id, 'published');
    const change = { payload: retitled(`${title}, updated`), updatePublished: true };
    const isTaken = async () => (await ask('PATCH', `/api/v1/assignments/${id}`, change)).status === 200;
    await until(isTaken, { limitMs: Infinity, stepMsMax: 1000, signal });
  },
  'taken down afterwards': async ({ create, ask, backdate, untilStatus, expect, assignment, removalModes, record }) => {
    const id = await create();
    await untilStatus(id, 'published');
    await backdate(id);
    const mode = removalModes[assignment.nth % removalModes.length];
    const answered = await ask('POST', `/api/v1/assignments/${id}/unpublish`, { mode });
    expect('unpublish', answered, 200, 202);
    if (answered.status < 300) record.takenDown.push(id);
  },
};
