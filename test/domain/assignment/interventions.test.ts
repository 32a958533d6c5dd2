import { after } from '../../../domain/assignment/after';
import { assignmentStatuses } from '../../../domain/assignment';
import { eventOf, interventions, obstacleTo } from '../../../domain/assignment/interventions';
import { nextStep } from '../../../domain/assignment/nextStep';
import type { AssignmentSnapshot, PlatformCall } from '../../../domain/assignment/snapshot';
import { plainFailure } from '../../../domain/failures/failures';
import { newWorld } from './abstract';
import { walk } from './walk';

const minute = 60_000;
const plain: AssignmentSnapshot = newWorld(true, null).snapshot;
const error = plainFailure('PLATFORM_UNAVAILABLE');
const call: PlatformCall = {
  of: 'publish',
  leaseUntil: 30_000,
  isAccepted: false,
  hasHappened: false,
  isRepeatable: false,
};
const ofUpload = { tries: { of: 'upload', count: 2, since: -minute, nextAt: minute, error } } as const;
const ofPublish = { tries: { of: 'publish', count: 2, since: -minute, nextAt: minute, error } } as const;

/** Each status, with the circumstance in which each intervention is allowed or refused. */
const table: readonly [
  words: string,
  set: Partial<AssignmentSnapshot>,
  ...answers: (ReturnType<typeof obstacleTo> | 'yes')[],
][] = [
  ['pending', { status: 'pending' }, 'notWaiting', 'yes', 'yes', 'noCleanUp'],
  ['pending, for a later time', { status: 'pending', dueAt: 60 * minute }, 'notWaiting', 'yes', 'yes', 'noCleanUp'],
  ['uploading', { status: 'uploading' }, 'notWaiting', 'yes', 'yes', 'noCleanUp'],
  ['uploading, its next try ahead', { status: 'uploading', ...ofUpload }, 'yes', 'yes', 'yes', 'noCleanUp'],
  [
    'uploading, its preparation waits',
    { status: 'uploading', dueAt: 60 * minute, pause: { until: minute, error, failedAt: 0, count: 1 } },
    'yes',
    'yes',
    'yes',
    'noCleanUp',
  ],
  [
    'uploaded, ready',
    { status: 'uploaded', dueAt: 60 * minute, preparedAt: 0 },
    'notWaiting',
    'yes',
    'yes',
    'noCleanUp',
  ],
  ['processing', { status: 'processing' }, 'notWaiting', 'yes', 'yes', 'noCleanUp'],
  ['processing, its next try ahead', { status: 'processing', ...ofPublish }, 'yes', 'yes', 'yes', 'noCleanUp'],
  ['processing, a call under way', { status: 'processing', call }, 'callUnderWay', 'yes', 'callUnderWay', 'noCleanUp'],
  [
    'processing, a call within its settling time',
    { status: 'processing', call: { ...call, leaseUntil: -minute / 2 } },
    'callUnderWay',
    'yes',
    'callUnderWay',
    'noCleanUp',
  ],
  [
    'processing, a call that is over without an answer',
    { status: 'processing', call: { ...call, leaseUntil: -2 * minute }, ...ofPublish },
    'yes',
    'yes',
    'yes',
    'noCleanUp',
  ],
  ['published', { status: 'published', endedAt: 0 }, 'nothingLeft', 'nothingLeft', 'ended', 'noCleanUp'],
  ['failed', { status: 'failed', endedAt: 0, error }, 'nothingLeft', 'nothingLeft', 'ended', 'noCleanUp'],
  [
    'failed, its clean-up is tried again later',
    {
      status: 'failed',
      endedAt: 0,
      error,
      cleanup: 'due',
      tries: { of: 'cleanUp', count: 2, since: -minute, nextAt: minute, error },
    },
    'yes',
    'yes',
    'ended',
    'yes',
  ],
  ['cancelled', { status: 'cancelled', endedAt: 0 }, 'nothingLeft', 'nothingLeft', 'ended', 'noCleanUp'],
  [
    'cancelled, to be cleaned up',
    { status: 'cancelled', endedAt: 0, cleanup: 'due' },
    'notWaiting',
    'yes',
    'ended',
    'yes',
  ],
];

it('each status is in the table', () => {
  expect(new Set(table.map(([, { status }]) => status))).toEqual(new Set(assignmentStatuses));
});

describe.each(table)('%s', (_words, set, ...answers) => {
  const given = { ...plain, ...set };

  it.each(interventions.map((intervention, nth) => ({ intervention, answer: answers[nth] })))(
    '$intervention: $answer',
    ({ intervention, answer }) => {
      expect(obstacleTo(intervention, given, 0) ?? 'yes').toBe(answer);
      const { isVoid } = after(given, eventOf(intervention, given), 0);
      expect(isVoid).toBe(answer !== 'yes');
    },
  );
});

it('an intervention does in every state what is allowed, ends no lease, and makes no call earlier', () => {
  const faults: string[] = [];
  let count = 0;
  walk(false, after, '', (snapshot) => {
    for (const intervention of interventions) {
      const isRefused = obstacleTo(intervention, snapshot, 0) !== null;
      const { isVoid, assignment } = after(snapshot, eventOf(intervention, snapshot), 0);
      count += 1;
      if (isVoid !== isRefused)
        faults.push(`${intervention} is ${isRefused ? 'refused' : 'allowed'} and does otherwise`);
      if (assignment.call !== snapshot.call) faults.push(`${intervention} changes a call`);
      if (assignment.status === snapshot.status && endOfCall(assignment) !== endOfCall(snapshot))
        faults.push(`${intervention} makes a call earlier`);
    }
  });
  expect([...new Set(faults)]).toEqual([]);
  expect(count).toBeGreaterThan(10_000);
});

/** The time until which the assignment waits for the end of a call; null: it does not. */
function endOfCall(snapshot: AssignmentSnapshot): number | null {
  const step = nextStep(snapshot, 0);
  return step.do === 'wait' && step.for === 'the end of a call' ? step.until : null;
}

it('a caller is told why the last try failed, and that the operator has ended the tries', () => {
  const given: AssignmentSnapshot = { ...plain, status: 'processing', ...ofPublish };
  const { assignment, moves, credits, runs } = after(given, eventOf('giveUp', given), 0);
  expect([moves, credits, runs]).toEqual([['failed'], ['release'], [{ order: 'cancel', generation: 1 }]]);
  expect(assignment.error).toEqual({
    code: 'PLATFORM_UNAVAILABLE',
    message: `${error.message} The operator of this service has ended the tries. Retry it later.`,
  });
});

it('what may be live is told as such, whoever gives it up', () => {
  const given: AssignmentSnapshot = { ...plain, status: 'processing', call: { ...call, leaseUntil: -2 * minute } };
  const { assignment } = after(given, eventOf('giveUp', given), 0);
  expect(assignment.error?.code).toBe('OUTCOME_UNKNOWN');
  expect(assignment.call).toEqual(given.call);
});
