import { createAssignment } from './assignment';
import { reaches } from './race';
import type { Race, Start } from './race';
import {
  beginning,
  deciding,
  deletes,
  editAgainstStart,
  edited,
  faultsOfDelete,
  inMs,
  leadMs,
  pathOf,
  scheduled,
} from './races';
import { kinds, textKinds } from '../kinds';
import type { Kind } from '../kinds';
import { kindsWithSessions } from '../proof/work/assignments';
import type { Stage } from '../proof/stage';

/** Kinds whose media go in one request each, and kinds without media. */
const kindsWithoutSessions = kinds.filter((kind) => !kindsWithSessions.includes(kind));
const publishing = [
  'assignments.change.calling.publish.after',
  'facebook.post.publish.before',
  'facebook.story.publish.before',
];

/** An assignment with only its time before its point of no return; without media the assignment has not even begun. */
async function dueSoon(stage: Stage, kind: Kind, key: string): Promise<Pick<Start, 'id' | 'atMs'>> {
  if (kind.mediaCount === 0) return scheduled(stage, kind, key);
  const { id } = await createAssignment(stage, kind, key, { scheduledAt: inMs(3_600_000), prepareAheadSeconds: 3600 });
  await reaches(id, ({ status }) => status === 'uploaded');
  const scheduledAt = inMs(leadMs);
  const { status } = await stage.call('PATCH', pathOf(id), { body: { scheduledAt } });
  if (status !== 200) throw new Error(`PATCH of an uploaded assignment answered ${status}`);
  return { id, atMs: Date.parse(scheduledAt) };
}

const deleteAgainstDraft: Race = {
  name: 'DELETE against the point of no return of a post without an upload session',
  winners: ['DELETE', 'publication'],
  spreadMs: 100,
  kinds: kindsWithoutSessions,
  points: [...beginning, ...deciding, ...publishing, 'assignments.move.cancelled.after'],
  ready: async (stage, key, kind) => {
    const start = await dueSoon(stage, kind, key);
    return { ...start, act: deletes(stage, start.id) };
  },
  winner: ({ statuses }) => (statuses.includes('processing') ? 'publication' : 'DELETE'),
  faults: faultsOfDelete,
};

const editOrPublish = ['PATCH', 'publication'] as const;
const editAgainstDraft: Race = {
  name: 'PATCH against the point of no return of a post without an upload session',
  winners: editOrPublish,
  spreadMs: 100,
  kinds: kindsWithoutSessions.filter((kind) => textKinds.includes(kind)),
  points: [...beginning, ...deciding, ...publishing],
  ready: async (stage, key, kind) => {
    const start = await dueSoon(stage, kind, key);
    const body = { payload: { [kind.titleField]: edited(key) } };
    return { ...start, act: async () => stage.call('PATCH', pathOf(start.id), { body }) };
  },
  winner: ({ acted }) => editOrPublish[acted.status === 200 ? 0 : 1],
  faults: editAgainstStart.faults,
};

/** As `cancellations` and `changes`, for posts whose media stand still nowhere. */
export const draftCancellations: readonly Race[] = [deleteAgainstDraft];
export const draftChanges: readonly Race[] = [editAgainstDraft];
