import * as fc from 'fast-check';
import type { Step } from './life';

const assignment = fc.constantFrom(0, 0, 0, 1);
/** Most workers are not late. */
const late = { assignment, behind: fc.constantFrom(0, 0, 0, 0, 1, 2) };
const time = fc.constantFrom('now' as const, 'now' as const, 'past' as const, 'later' as const);
const of = <Parts>(name: Step['do'], parts: { [Part in keyof Parts]: fc.Arbitrary<Parts[Part]> }) =>
  fc.record({ do: fc.constant(name), ...parts }) as unknown as fc.Arbitrary<Step>;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: of('retitle', { assignment, title: fc.constantFrom('second', 'third') }) },
  { weight: 2, arbitrary: of('reschedule', { assignment, time }) },
  { weight: 2, arbitrary: of('cancel', { assignment }) },
  { weight: 3, arbitrary: of('retry', { assignment }) },
  { weight: 1, arbitrary: of('activate', { isActive: fc.boolean() }) },
  {
    weight: 12,
    arbitrary: of('move', { ...late, to: fc.constantFrom('uploading', 'uploaded', 'processing', 'published') }),
  },
  { weight: 4, arbitrary: of('fail', { ...late, code: fc.constantFrom('OUTCOME_UNKNOWN', 'UPLOAD_FAILED') }) },
  { weight: 3, arbitrary: of('openSession', { ...late, session: fc.constantFrom('session-1', 'session-2') }) },
  { weight: 2, arbitrary: of('storeObject', late) },
  { weight: 1, arbitrary: of('stage', late) },
  { weight: 2, arbitrary: of('postpone', late) },
  { weight: 2, arbitrary: of('prepared', late) },
  { weight: 1, arbitrary: of('prepareAnew', { ...late, isLost: fc.boolean() }) },
  { weight: 3, arbitrary: of('callToPublish', late) },
  { weight: 2, arbitrary: of('noteOutcome', { ...late, outcome: fc.constantFrom('happened', 'notHappened') }) },
  { weight: 2, arbitrary: of('cleanUp', { ...late, outcome: fc.constantFrom('done', 'kept', 'failed') }) },
  { weight: 1, arbitrary: of('repair', late) },
);
/** The steps of a worker in order, so that sequences get far; the steps between are left to chance. */
const straight: Step[] = (['uploading', 'uploaded', 'processing', 'published'] as const).map((to) => ({
  do: 'move',
  assignment: 0,
  behind: 0,
  to,
}));
const onTime = { assignment: 0, behind: 0 };
const toSession: Step[] = [straight[0]!, { do: 'openSession', ...onTime, session: 'session-1' }];
const toFailure: Step[] = [...toSession, { do: 'fail', ...onTime, code: 'UPLOAD_FAILED' }];
/** Steps that chance alone seldom finds. */
const openings: Step[][] = [
  [],
  toSession,
  toFailure,
  [...toFailure, { do: 'retry', assignment: 0 }],
  [...toFailure, { do: 'cleanUp', ...onTime, outcome: 'failed' }],
  [...toSession, { do: 'storeObject', ...onTime }, straight[1]!, straight[2]!],
];
const atLast: Step = { do: 'reschedule', assignment: 0, time: 'later' };
const waiting: Step[] = [atLast, { do: 'postpone', ...onTime }];
const uploaded: Step[] = [atLast, ...toSession, { do: 'storeObject', ...onTime }, straight[1]!];
const called: Step[] = [...toSession, straight[1]!, straight[2]!, { do: 'callToPublish', ...onTime }];
/** In these each step that has an event is taken where it has an effect. */
export const ways: Step[][] = [
  [
    ...uploaded,
    { do: 'prepared', ...onTime },
    { do: 'retitle', assignment: 0, title: 'second' },
    { do: 'repair', ...onTime },
  ],
  [
    ...waiting,
    { do: 'retitle', assignment: 0, title: 'second' },
    { do: 'activate', isActive: false },
    { do: 'activate', isActive: true },
    { do: 'cancel', assignment: 0 },
  ],
  [...uploaded, { do: 'prepareAnew', ...onTime, isLost: false }],
  [...called, { do: 'noteOutcome', ...onTime, outcome: 'notHappened' }],
  [...toFailure, { do: 'cleanUp', ...onTime, outcome: 'done' }, { do: 'retry', assignment: 0 }],
];

/** Steps of one assignment behind its creation, none at the same time as another. */
export const oneByOne: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...openings, waiting, uploaded, called), fc.array(ofNewest(), { minLength: 1, maxLength: 20 }))
  .map(([opening, steps]) => [...opening, ...steps]);

/** Pairs of steps that meet, and steps that lead on. */
export const twoAtOnce: fc.Arbitrary<[Step, Step][]> = fc.array(fc.tuple(ofNewest(), ofNewest()), {
  minLength: 1,
  maxLength: 4,
});

function ofNewest(): fc.Arbitrary<Step> {
  return fc
    .oneof(step, fc.constantFrom(...straight))
    .map((one) => ('assignment' in one ? { ...one, assignment: 0 } : one));
}
