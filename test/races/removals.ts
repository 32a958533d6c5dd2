import { createAssignment } from './assignment';
import { pathOf } from './races';
import { reaches } from './race';
import type { Finish, Race, Start } from './race';
import { isRemovable, removalModesOf, updatableKinds } from '../proof/work/assignments';
import type { RemovalMode } from '../../domain/platform';
import { kinds } from '../kinds';
import { backdatePost } from '../support/runs/backdatePost';
import type { Kind } from '../kinds';
import type { Stage } from '../proof/stage';

const removablePoints = [
  'assignments.change.takeDownAsked.before',
  'assignments.change.takeDownAsked.after',
  'removalAttempts.begin.after',
  'youtube.video.delete.before',
  'youtube.video.delete.after',
  'youtube.video.hide.after',
  'facebook.object.delete.before',
  'facebook.object.delete.after',
  'assignments.change.cleaned.removal.before',
];

async function published(stage: Stage, kind: Kind, key: string): Promise<Pick<Start, 'id' | 'atMs'>> {
  const { id } = await createAssignment(stage, kind, key);
  await reaches(id, ({ status }) => status === 'published');
  await backdatePost(stage.database, id);
  return { id, atMs: Date.now() + 100 };
}

const unpublishes = (stage: Stage, id: string, mode: RemovalMode) => async () =>
  stage.call('POST', `${pathOf(id)}/unpublish`, { body: { mode } });

/** The proof's invariants look whether the post is as its removal says. */
function faultsOfRemoval({ row: { removal } }: Finish, mode: RemovalMode): (string | false)[] {
  return [(removal?.state !== 'done' || removal.mode !== mode) && `has the removal ${JSON.stringify(removal)}`];
}

/** What a PATCH gives a published post. */
interface Gift {
  name: string;
  kinds: readonly Kind[];
  points: readonly string[];
  /** The field of the payload, and its new value. */
  of: (kind: Kind, key: string) => [field: string, value: string];
}

/** A change of a post beside the wish to delete it: it is made before, or refused. */
const removalAgainst = ({ name, kinds: some, points, of }: Gift): Race => ({
  name: `PATCH of ${name} of a published post against its removal`,
  winners: ['PATCH', 'removal'],
  spreadMs: 60,
  kinds: some.filter(isRemovable),
  points: [...removablePoints, ...points],
  ready: async (stage, key, kind) => {
    const start = await published(stage, kind, key);
    const body = { updatePublished: true, payload: Object.fromEntries([of(kind, key)]) };
    return {
      ...start,
      go: unpublishes(stage, start.id, 'delete'),
      act: async () => stage.call('PATCH', pathOf(start.id), { body }),
    };
  },
  winner: ({ acted }) => (acted.status === 200 ? 'PATCH' : 'removal'),
  faults: (finish) => {
    const { acted, went, row, kind, key } = finish;
    const [field, value] = of(kind, key);
    const isUpdated = row.payload[field] === value;
    return [
      ...faultsOfRemoval(finish, 'delete'),
      ![200, 409, 503].includes(acted.status) && 'was answered otherwise than 200, 409 or 503',
      went?.status !== 202 && `was to be taken down, and answered ${went?.status}`,
      acted.status === 200 && !isUpdated && 'was updated, and does not say so',
      acted.status === 409 && isUpdated && 'was updated, and refused',
    ];
  },
});

const removalAgainstUpdate = removalAgainst({
  name: 'the title',
  kinds: updatableKinds,
  points: ['youtube.video.update.after', 'facebook.object.change.after'],
  of: (kind, key) => [kind.titleField, `${key} updated`],
});

const removalAgainstComment = removalAgainst({
  name: 'the comment',
  kinds: kinds.filter(({ comment }) => comment !== undefined),
  points: ['extras.noteCall.after', 'youtube.comment.add.after', 'facebook.comment.add.after'],
  of: ({ comment }, key) => [comment!.field, `A comment of ${key}`],
});

/** Whichever comes first, the post is deleted: that cannot be taken back. */
const deletionAgainstHiding: Race = {
  name: 'removal by private against removal by delete',
  winners: ['private', 'delete'],
  spreadMs: 60,
  kinds: kinds.filter((kind) => removalModesOf(kind).includes('private')),
  points: removablePoints,
  ready: async (stage, key, kind) => {
    const start = await published(stage, kind, key);
    const { id } = start;
    return { ...start, go: unpublishes(stage, id, 'delete'), act: unpublishes(stage, id, 'private') };
  },
  winner: ({ acted }) => (acted.status === 202 ? 'private' : 'delete'),
  faults: (finish) => [
    ...faultsOfRemoval(finish, 'delete'),
    ![200, 202, 409].includes(finish.acted.status) && 'was answered otherwise than 200, 202 or 409',
    finish.went?.status !== 202 && `was to be deleted, and answered ${finish.went?.status}`,
  ],
};

/** Races for a post that is public already. */
export const removals: readonly Race[] = [removalAgainstUpdate, removalAgainstComment, deletionAgainstHiding];
