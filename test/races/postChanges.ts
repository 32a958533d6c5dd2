import { isRemovable, removalModesOf, updatableKinds } from '../proof/work/assignments';
import { kinds } from '../kinds';
import type { Kind, OutsideCall } from '../kinds';
import type { RemovalMode } from '../../domain/platform';
import type { Stage } from '../proof/stage';
import { toySlug } from '../toy/platform';

/** A change of a post that is public already. */
export interface PostChange {
  name: string;
  kinds: readonly Kind[];
  /** The failpoints that the change comes by. */
  points: readonly string[];
  /** The call that makes the change on the platform. */
  call: (kind: Kind) => OutsideCall;
  /** What the change asks for: a removal, or a field of the payload with its new value. */
  asks: (one: Asking) => { mode: RemovalMode } | { field: string; value: unknown };
}

export interface Asking {
  stage: Stage;
  kind: Kind;
  key: string;
  /** Which of two rivals asks, so that two edits differ. */
  side: 'one' | 'other';
}

const captionsFile = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nGood morning\n');

const removalPoints = [
  'assignments.change.takeDownAsked.before',
  'assignments.change.takeDownAsked.after',
  'removalAttempts.begin.after',
  'assignments.change.cleaned.removal.before',
];
const extraPoints = ['extras.noteCall.after'];

const deletion: PostChange = {
  name: 'deletion',
  kinds: kinds.filter(isRemovable),
  points: [
    ...removalPoints,
    'youtube.video.delete.before',
    'youtube.video.delete.after',
    'facebook.object.delete.before',
    'facebook.object.delete.after',
  ],
  call: ({ calls }) => calls.remove,
  asks: () => ({ mode: 'delete' }),
};

const hiding: PostChange = {
  name: 'hiding',
  kinds: kinds.filter((kind) => removalModesOf(kind).includes('private')),
  points: [...removalPoints, 'youtube.video.hide.after'],
  call: ({ calls }) => calls.update,
  asks: () => ({ mode: 'private' }),
};

const edit: PostChange = {
  name: 'edit',
  // The toy has no failpoints, and changes a post without a look at it before.
  kinds: updatableKinds.filter(({ platform }) => platform !== toySlug),
  points: ['youtube.video.update.after', 'facebook.object.change.after'],
  call: ({ calls }) => calls.update,
  asks: ({ kind, key, side }) => ({ field: kind.titleField, value: `${key} by ${side}` }),
};

const comment: PostChange = {
  name: 'comment',
  kinds: kinds.filter((kind) => kind.comment !== undefined),
  points: [...extraPoints, 'youtube.comment.add.after', 'facebook.comment.add.after'],
  call: (kind) => kind.comment!.call,
  asks: ({ kind, key }) => ({ field: kind.comment!.field, value: `A comment of ${key}` }),
};

const kindsWithExtras = kinds.filter(({ extras }) => extras !== undefined);
const callOn = (path: string) => (kind: Kind) => kind.extras!.calls.find((call) => call.path.endsWith(path))!;

const captions: PostChange = {
  name: 'captions',
  kinds: kindsWithExtras,
  points: extraPoints,
  call: callOn('/captions'),
  asks: ({ stage, kind }) => ({
    field: kind.extras!.captions,
    value: [{ language: 'en', url: stage.media.serve({ bytes: captionsFile }).url }],
  }),
};

const playlist: PostChange = {
  name: 'playlist',
  kinds: kindsWithExtras,
  points: extraPoints,
  call: callOn('/playlistItems'),
  asks: ({ kind, key }) => ({ field: kind.extras!.places, value: [{ name: `Walks of ${key}` }] }),
};

/** A new change is a line here: the races and the lost answers of its pairs follow. */
export const postChanges: readonly PostChange[] = [deletion, hiding, edit, comment, captions, playlist];
