import { assignmentStatuses } from '../../../domain/assignment';
import { allows, statusesOf } from '../../../domain/assignment/allows';
import { removalModes } from '../../../domain/platform';
import { takeDownAnswer } from '../../../domain/assignment/takeDown';
import type { Action, AssignmentFacts } from '../../../domain/assignment/allows';

const actions = [
  'cancel',
  'edit',
  'editMedia',
  'retry',
  'resolve',
  'update',
  'takeDown',
] as const satisfies readonly Action[];

/**
 * The answers of contract.md §2, typed by hand: for each action the plain answer, the answer while the preparation is
 * paused, the answer while the outcome is open, and the answer while both hold.
 */
const yes = 'yes   yes    open  open';
const paused = ' no    yes    no    open';
const no = '  no    no     no    no';
const always = 'yes   yes    yes   yes';
const unknown = 'known known  yes   yes';

const expected: Record<(typeof assignmentStatuses)[number], Record<(typeof actions)[number], string>> = {
  pending: { cancel: yes, edit: yes, editMedia: yes, retry: no, resolve: no, update: no, takeDown: no },
  uploading: { cancel: yes, edit: paused, editMedia: no, retry: no, resolve: no, update: no, takeDown: no },
  uploaded: { cancel: yes, edit: yes, editMedia: no, retry: no, resolve: no, update: no, takeDown: no },
  processing: { cancel: no, edit: no, editMedia: no, retry: no, resolve: no, update: no, takeDown: no },
  published: { cancel: no, edit: no, editMedia: no, retry: no, resolve: no, update: always, takeDown: always },
  failed: { cancel: no, edit: no, editMedia: no, retry: always, resolve: unknown, update: no, takeDown: no },
  cancelled: { cancel: no, edit: no, editMedia: no, retry: no, resolve: no, update: no, takeDown: no },
};
const answers = { yes: null, no: 'status', open: 'outcomeOpen', known: 'outcomeKnown' } as const;

const plain: Omit<AssignmentFacts, 'status'> = {
  pause: null,
  call: null,
  removal: null,
  kind: { removalModes },
};
const circumstances: Partial<AssignmentFacts>[] = [
  {},
  { pause: { until: 0 } },
  { call: { of: 'publish', hasHappened: false } },
  { pause: { until: 0 }, call: { of: 'publish', hasHappened: false } },
];

describe.each(assignmentStatuses)('an assignment in %s', (status) => {
  it.each(actions)('answers %s as the table says: plain, paused, open, and both', (action) => {
    const words = expected[status][action].trim().split(/\s+/) as (keyof typeof answers)[];
    const given = circumstances.map((set) => allows({ ...plain, ...set, status }, action));
    expect(given).toEqual(words.map((word) => answers[word]));
  });

  it('is changed by nothing that is no pause and no open outcome: a preparation that was woken, and a call that stages', () => {
    const busy = { ...plain, status, pause: { until: null }, call: { of: 'stage', hasHappened: false } } as const;
    expect(actions.map((action) => allows(busy, action))).toEqual(
      actions.map((action) => allows({ ...plain, status }, action)),
    );
  });
});

describe('a published post', () => {
  const post = { ...plain, status: 'published' } as const;

  it.each([
    [null, null, null, 'begins', 'begins'],
    [{ state: 'due', mode: 'delete' }, 'removed', null, 'stands', 'isDeleted'],
    [{ state: 'due', mode: 'private' }, 'removed', null, 'begins', 'stands'],
    [{ state: 'done', mode: 'delete' }, 'removed', 'removed', 'stands', 'stands'],
    [{ state: 'done', mode: 'private' }, null, null, 'begins', 'stands'],
    [{ state: 'failed', mode: 'delete' }, null, null, 'begins', 'begins'],
    [{ state: 'failed', mode: 'private' }, null, null, 'begins', 'begins'],
  ] as const)('whose removal is %j: update %s, take down %s, deletion %s, private %s', (removal, ...expected) => {
    const judged = { ...post, removal };
    const wishes = removalModes.map((mode) => takeDownAnswer(judged, mode));
    expect([allows(judged, 'update'), allows(judged, 'takeDown'), ...wishes]).toEqual(expected);
  });

  it('is not taken down where the platform cannot do it', () => {
    const judged = { ...post, kind: { removalModes: [] } };
    expect([allows(judged, 'takeDown'), allows(judged, 'update')]).toEqual(['platform', null]);
  });
});

it('texts name the statuses in which an action is allowed, in their order', () => {
  expect(statusesOf('cancel')).toEqual(['pending', 'uploading', 'uploaded']);
  expect(statusesOf('edit')).toEqual(['pending', 'uploaded']);
});
