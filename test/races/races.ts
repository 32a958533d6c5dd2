import { createAssignment, mediaBytes, wholly } from './assignment';
import { reaches } from './race';
import type { Finish, Race, Start } from './race';
import { kinds, textKinds } from '../kinds';
import type { Kind } from '../kinds';
import { kindsWithSessions } from '../proof/work/assignments';
import { patienceMs } from '../proof/patience';
import type { Stage } from '../proof/stage';
import type { Answer } from '../support/actors';
import { until } from '../support/until';

/** Enough for an assignment to be made before its time comes. */
export const leadMs = 600;
/** A caller who was answered this long before a transition has come before it, on however busy a machine. */
const clearlyMs = 250;

export const pathOf = (id: string): string => `/api/v1/assignments/${id}`;
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
export const edited = (key: string): string => `${key} edited`;

export async function scheduled(stage: Stage, kind: Kind, key: string): Promise<Pick<Start, 'id' | 'atMs'>> {
  const scheduledAt = inMs(leadMs);
  const { id } = await createAssignment(stage, kind, key, { scheduledAt, prepareAheadSeconds: 0 });
  return { id, atMs: Date.parse(scheduledAt) };
}

/** An assignment whose upload stands still after so many bytes, and a function that lets the upload go on. */
async function uploading(stage: Stage, kind: Kind, key: string, pauseAfterBytes: number) {
  const { id, media } = await createAssignment(stage, kind, key, { source: wholly(kind, { pauseAfterBytes }) });
  const [film] = media;
  await until(() => film!.requests.some(({ sentBytes }) => sentBytes === pauseAfterBytes), patienceMs);
  return { id, resume: film!.resume };
}

/** Points where a process stands still now and then, by the work that follows. */
const dispatching = ['temporal.start.before', 'temporal.cancel.before', 'temporal.terminate.before'];
const opening = ['youtube.session.open.after', 'facebook.chunked.open.after', 'facebook.rupload.open.after'];
export const beginning = ['assignments.move.uploading.before', 'assignments.move.uploading.after'];
export const deciding = ['assignments.move.processing.before', 'assignments.move.processing.after'];

/** DELETE of an assignment; its answer is judged against the assignment's end. */
export const deletes =
  (stage: Stage, id: string): Start['act'] =>
  async () =>
    stage.call('DELETE', pathOf(id));

export function faultsOfDelete({ acted: { status }, row, holdsCount }: Finish): (string | false)[] {
  return [
    status !== 204 && status !== 409 && 'was answered otherwise than 204 or 409',
    status === 204 && row.status !== 'cancelled' && 'was cancelled, and went on',
    status === 409 && row.status !== 'published' && 'could not be cancelled, and was not published',
    row.cleanup === 'failed' && 'could not be cleaned up',
    holdsCount !== 1 && `was held for ${holdsCount} times`,
  ];
}

/** 200 or 409, and an assignment that was published either way. */
function faultsOfPatch({ acted: { status }, row, holdsCount }: Finish): (string | false)[] {
  return [
    status !== 200 && status !== 409 && 'was answered otherwise than 200 or 409',
    row.status !== 'published' && `was not published: ${JSON.stringify(row.errors)}`,
    holdsCount !== 1 && `was held for ${holdsCount} times`,
  ];
}

/** An assignment can be changed once more between its upload and its point of no return. */
function winnerOfPatch(finish: Finish, [patch, service]: readonly [string, string]): string {
  if (finish.acted.status !== 200) return service;
  return finish.acted.body.status === 'pending' ? patch : `${patch} of an uploaded assignment`;
}

const editOrStart = ['PATCH', 'start'] as const;
export const editAgainstStart: Race = {
  name: 'PATCH against start',
  winners: editOrStart,
  spreadMs: 100,
  kinds: textKinds,
  points: [...beginning, ...deciding],
  ready: async (stage, key, kind) => {
    const start = await scheduled(stage, kind, key);
    const body = { payload: { [kind.titleField]: edited(key) } };
    return { ...start, act: async () => stage.call('PATCH', pathOf(start.id), { body }) };
  },
  winner: (finish) => winnerOfPatch(finish, editOrStart),
  faults: (finish) => {
    const { key, kind, acted, row } = finish;
    const title = row.payload[kind.titleField];
    const isEdited = acted.status === 200;
    return [...faultsOfPatch(finish), title !== (isEdited ? edited(key) : key) && `is called ${title as string}`];
  },
};

const deleteAgainstStart: Race = {
  name: 'DELETE against start',
  winners: ['DELETE', 'start'],
  spreadMs: 60,
  kinds,
  points: [...dispatching, ...beginning, 'assignments.move.cancelled.after', ...opening],
  ready: async (stage, key, kind) => {
    const { id } = await createAssignment(stage, kind, key);
    return { id, atMs: Date.now(), act: deletes(stage, id) };
  },
  winner: ({ statuses }) => (statuses[1] === 'cancelled' ? 'DELETE' : 'start'),
  faults: faultsOfDelete,
};

const deleteAgainstLastByte: Race = {
  name: 'DELETE against the last byte',
  winners: ['DELETE', 'last byte'],
  spreadMs: 60,
  kinds: kindsWithSessions,
  points: [
    'youtube.media.send.after',
    'facebook.chunk.send.after',
    'facebook.rupload.send.after',
    'assignments.move.uploaded.before',
    'assignments.move.uploaded.after',
    'assignments.move.cancelled.after',
  ],
  ready: async (stage, key, kind) => {
    const { id, resume } = await uploading(stage, kind, key, mediaBytes - 1000);
    return { id, atMs: Date.now() + leadMs / 2, go: async () => resume(), act: deletes(stage, id) };
  },
  winner: ({ statuses }) => (statuses.includes('uploaded') ? 'last byte' : 'DELETE'),
  faults: faultsOfDelete,
};

const deleteAgainstPublication: Race = {
  name: 'DELETE against the point of no return',
  winners: ['DELETE', 'publication'],
  spreadMs: 100,
  kinds: kindsWithSessions,
  points: [
    ...deciding,
    'assignments.change.calling.publish.after',
    'youtube.video.publish.before',
    'youtube.video.publish.after',
    'facebook.video.publish.before',
    'facebook.upload.publish.before',
    'assignments.move.cancelled.after',
  ],
  /** Put off while it was uploaded, so that only its time is between it and the point of no return. */
  ready: async (stage, key, kind) => {
    const { id, resume } = await uploading(stage, kind, key, 1000);
    const putOff = `UPDATE assignments SET scheduled_at = now() + interval '1 hour' WHERE id = $1 RETURNING id`;
    await stage.database.query(putOff, [id]);
    resume();
    await reaches(id, ({ status }) => status === 'uploaded');
    const scheduledAt = inMs(leadMs);
    const { status } = await stage.call('PATCH', pathOf(id), { body: { scheduledAt } });
    if (status !== 200) throw new Error(`PATCH of an uploaded assignment answered ${status}`);
    return { id, atMs: Date.parse(scheduledAt), act: deletes(stage, id) };
  },
  winner: ({ statuses }) => (statuses.includes('processing') ? 'publication' : 'DELETE'),
  faults: (finish) => [
    ...faultsOfDelete(finish),
    finish.acted.status === 409 && !finish.statuses.includes('processing') && 'could have been cancelled',
  ],
};

/** One is let through, the other one refused. */
function isOneOf(answers: readonly (Answer | void)[]): boolean {
  return [200, 409].every((status) => answers.some((answer) => answer?.status === status));
}

const retryAgainstRetry: Race = {
  name: 'retry against retry',
  winners: ['one retry', 'other retry'],
  spreadMs: 15,
  kinds: kindsWithSessions,
  points: [...dispatching, ...beginning, 'assignments.move.failed.after'],
  ready: async (stage, key, kind) => {
    const source = (nth: number) => (nth === 1 ? { status: 404 } : wholly(kind));
    const { id } = await createAssignment(stage, kind, key, { source });
    await reaches(id, ({ status }) => status === 'failed');
    const retry = async () => stage.call('POST', `${pathOf(id)}/retry`);
    return { id, atMs: Date.now() + 50, go: retry, act: retry };
  },
  winner: ({ acted }) => (acted.status === 200 ? 'one retry' : 'other retry'),
  faults: ({ acted, went, row, holdsCount }) => [
    !isOneOf([acted, went]) && `was answered ${acted.status} and ${went?.status}`,
    row.status !== 'published' && `was not published: ${JSON.stringify(row.errors)}`,
    row.generation !== 2 && `is in generation ${row.generation}`,
    holdsCount !== 2 && `was held for ${holdsCount} times`,
  ],
};

/** An assignment that is not past its point of no return when its connection is deactivated is not published (contract.md §4). */
const deactivationAgainstPublication: Race = {
  name: 'deactivation against publication',
  winners: ['deactivation', 'publication'],
  spreadMs: 200,
  kinds,
  points: ['temporal.start.before', ...beginning, ...deciding],
  ready: async (stage, key, kind) => {
    const connectionId = await stage.connect(kind);
    const { id } = await createAssignment(stage, kind, key, { connectionId });
    const path = `/api/v1/connections/${connectionId}`;
    return { id, atMs: Date.now(), act: async () => stage.call('PATCH', path, { body: { isActive: false } }) };
  },
  winner: ({ row }) => (row.status === 'failed' ? 'deactivation' : 'publication'),
  faults: ({ acted, answeredAtMs, row, timeline, statuses, holdsCount }) => {
    const passedAt = timeline.find(({ status }) => status === 'processing')?.at.getTime() ?? 0;
    const failures = ['pending,failed', 'pending,uploading,uploaded,failed'];
    const paths = row.status === 'failed' ? failures : ['pending,uploading,uploaded,processing,published'];
    return [
      acted.status !== 200 && 'had a connection that could not be deactivated',
      !paths.includes(statuses.join()) && 'went another way',
      row.status === 'failed' && row.errors[0]?.code !== 'CONNECTION_INACTIVE' && 'failed for another reason',
      row.status === 'published' && passedAt - answeredAtMs > clearlyMs && 'passed its point of no return all the same',
      holdsCount !== 1 && `was held for ${holdsCount} times`,
    ];
  },
};

const rescheduleOrStart = ['reschedule', 'start'] as const;
const rescheduleAgainstStart: Race = {
  name: 'reschedule against start',
  winners: rescheduleOrStart,
  spreadMs: 100,
  kinds,
  points: [...dispatching, ...beginning, 'assignments.move.uploaded.after', ...deciding],
  ready: async (stage, key, kind) => {
    const start = await scheduled(stage, kind, key);
    const body = { scheduledAt: new Date(start.atMs + leadMs).toISOString() };
    return { ...start, act: async () => stage.call('PATCH', pathOf(start.id), { body }) };
  },
  winner: (finish) => winnerOfPatch(finish, rescheduleOrStart),
  faults: (finish) => {
    const { start, acted, row, timeline } = finish;
    const isLater = acted.status === 200;
    const dueMs = start.atMs + (isLater ? leadMs : 0);
    const begunAtMs = timeline.find(({ status }) => status === 'uploading')?.at.getTime() ?? 0;
    const decidedAtMs = timeline.find(({ status }) => status === 'processing')?.at.getTime() ?? 0;
    return [
      ...faultsOfPatch(finish),
      row.scheduledAt?.getTime() !== dueMs && `is scheduled at ${row.scheduledAt?.toISOString()}`,
      row.generation !== (isLater ? 2 : 1) && `is in generation ${row.generation}`,
      begunAtMs < (acted.body.status === 'pending' ? dueMs : start.atMs) && 'began too early',
      decidedAtMs < dueMs && 'was published too early',
    ];
  },
};

/** Races of a caller who cancels work that the service is about to do. */
export const cancellations: readonly Race[] = [deleteAgainstStart, deleteAgainstLastByte, deleteAgainstPublication];

/** Races of a caller who changes work that the service is about to take up. */
export const changes: readonly Race[] = [
  editAgainstStart,
  retryAgainstRetry,
  deactivationAgainstPublication,
  rescheduleAgainstStart,
];
