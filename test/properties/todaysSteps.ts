import { after } from '../../domain/assignment/after';
import { nextStep } from '../../domain/assignment/nextStep';
import type { Step } from '../../domain/assignment/nextStep';
import { hasEnded } from '../../domain/assignment/snapshot';
import type { AssignmentSnapshot, Time } from '../../domain/assignment/snapshot';
import type { TransitionOutcome } from '../../models/obstacle';
import { postponePreparation } from '../../models/preparation';
import { resumeAssignment, transitionAssignment } from '../../models/transition';
import type { TestDatabase } from '../support/database';
import { readSnapshot } from './readSnapshot';

/** Beyond the time that lies between two reads of the clock. */
const slackMs = 60_000;

/**
 * Begins a run of the assignment, in the rows as the service does today and in `domain/assignment`.
 * @returns what each takes for the next step, in the words of `domain/assignment`; they are to be the same
 */
export async function beginBoth(database: TestDatabase, id: string): Promise<Record<'today' | 'pure', string>> {
  const { snapshot, now } = await readSnapshot(database, id);
  const { assignment } = after(snapshot, { is: 'began', generation: snapshot.generation }, now);
  const outcome = await beginToday(id, snapshot.generation);
  const begun = nextStep(assignment, now);
  return { today: wordOf(outcome, snapshot, now), pure: `${assignment.status}: ${named(begun, assignment, now)}` };
}

const inactive = { code: 'CONNECTION_INACTIVE', message: 'It is inactive.' } as const;

/** As `activities/moves.ts`: an inactive channel fails a preparation, or the assignment. */
async function beginToday(id: string, generation: number): Promise<TransitionOutcome> {
  const { outcome } = await resumeAssignment(id, generation);
  const waits =
    outcome.kind === 'inactive' && (await postponePreparation({ assignmentId: id, generation }, inactive)) !== null;
  if (outcome.kind !== 'inactive' || waits) return outcome;
  return transitionAssignment(id, generation, { to: 'failed', error: inactive });
}

function named(step: Step, assignment: AssignmentSnapshot, now: Time): string {
  const { pause } = assignment;
  if (step.do !== 'wait') return ofMedia.includes(step.do) && !hasEnded(assignment) ? 'media' : step.do;
  const isRefused = pause?.code === 'CONNECTION_INACTIVE' && pause.failedAt === now;
  if (isRefused) return 'inactive';
  return step.for === 'the end of a call' ? step.for : `wait for ${step.for}, ${rounded(step.until - now)}`;
}

/** Today a clean-up belongs to the upload that it comes before. */
const ofMedia: readonly string[] = ['upload', 'cleanUp'];
const rounded = (ms: number): number => Math.round(ms / slackMs);

const awaited = {
  'its preparation begins': 'its preparation',
  'its preparation is tried again': 'its next preparation',
  'its last look': 'its last look',
  'its scheduled time': 'its time',
} as const;

function wordOf(outcome: TransitionOutcome, snapshot: AssignmentSnapshot, now: Time): string {
  const { status, call } = snapshot;
  const isCallUnderWay = call !== null && !call.isAccepted && call.leaseUntil + snapshot.kind.settleMs > now;
  const unlessCalled = (word: string): string => (isCallUnderWay ? 'the end of a call' : word);
  switch (outcome.kind) {
    case 'moved':
      if (outcome.error) return `failed: ${debtOf(outcome)}`;
      return status === 'pending' ? 'uploading: media' : `processing: ${unlessCalled('publish')}`;
    case 'already':
      if (status === 'published') return `published: ${debtOf(outcome)}`;
      return `${status}: ${status === 'processing' ? unlessCalled(call?.of === 'publish' ? 'settle' : 'publish') : 'media'}`;
    case 'ended':
      return `${outcome.status}: ${debtOf(outcome)}`;
    case 'notDue':
      return `${status}: ${waitOf(outcome, snapshot, now)}`;
    case 'unprepared':
      return `${status}: ${unlessCalled('prepare')}`;
    case 'mediaDue':
    case 'mediaLost':
      return `${status}: media`;
    case 'outcomeOpen':
      return openOutcomeOf(snapshot, unlessCalled('settle'), now);
    case 'inactive':
      return `${status}: inactive`;
    case 'superseded':
    case 'tooLate':
      return outcome.kind;
  }
}

/** A difference: today it wakes for its next preparation, although that may not begin yet. */
function waitOf(
  { waitMs, until }: Extract<TransitionOutcome, { kind: 'notDue' }>,
  { status, dueAt, aheadMs, media }: AssignmentSnapshot,
  now: Time,
): string {
  const mayBegin = status === 'pending' || (status === 'uploaded' && media.isDue);
  const toBeginMs = mayBegin && dueAt !== null ? dueAt - aheadMs - now : 0;
  if (toBeginMs > waitMs) return `wait for its preparation, ${rounded(toBeginMs)}`;
  return `wait for ${awaited[until]}, ${rounded(waitMs)}`;
}

/** A difference: a preparation that failed is waited for here, too. */
function openOutcomeOf({ status, pause }: AssignmentSnapshot, otherwise: string, now: Time): string {
  if (!pause?.until || pause.until <= now) return `${status}: ${otherwise}`;
  return `${status}: wait for its next preparation, ${rounded(pause.until - now)}`;
}

const debtOf = ({ cleanupDue }: { cleanupDue: boolean }): string => (cleanupDue ? 'cleanUp' : 'end');
