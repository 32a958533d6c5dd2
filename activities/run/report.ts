import type { Event } from '../../domain/assignment/events';
import { workOf } from '../../domain/assignment/nextStep';
import { runStep } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import { hasEnded } from '../../domain/assignment/snapshot';
import type { Reason } from '../../domain/assignment/snapshot';
import { callLeaseMs } from '../../domain/stepLimits';
import type { AssignmentRun } from '../../domain/workflowContract';
import { noteMoves } from '../../lib/noteMoved';
import type { CallGiven } from '../../models/assignments/store/callParts';
import type { Given } from '../../models/assignments/store/changeStatement';
import { Known } from '../../models/assignments/store/known';
import { loadAssignment } from '../../models/assignments/store/loadAssignment';
import type { Limits, Loaded } from '../../models/assignments/store/loadAssignment';
import { record } from '../../models/assignments/store/record';
import type { Recorded, Report } from '../../models/assignments/store/record';
import { limitsOf } from '../../platforms/index';
import type { ActivityDeps } from '../deps';

/**
 * Records a run's report on its assignment, and carries out its consequences: log, counts, dispatch of its orders.
 * @param given the parts of the report that the assignment does not have
 * @returns the assignment afterwards; null: there is none
 */
export async function recordEvent(
  deps: ActivityDeps,
  run: AssignmentRun,
  reported: Event | Report,
  given: Given = {},
): Promise<Recorded | null> {
  const report = typeof reported === 'function' ? reported : () => reported;
  const recorded = await record(run.assignmentId, limitsOfRun(deps, run), report, given, deps.known);
  if (!recorded) return null;
  tellOperators(deps, run, recorded);
  deps.dispatch(recorded.outboxIds);
  return recorded;
}

/** Records the report of a run. @returns the step that is next */
export async function reportStep(
  deps: ActivityDeps,
  run: AssignmentRun,
  reported: Event | Report,
  given?: Given,
): Promise<RunStep> {
  return runStep(run, await recordEvent(deps, run, reported, given));
}

/** The run takes up the next work. */
export function began({ generation }: AssignmentRun): Event {
  return { is: 'began', generation };
}

/** The next work has failed for good. An assignment that has ended goes on with its debts. */
export async function failForGood(deps: ActivityDeps, run: AssignmentRun, reason: Reason): Promise<RunStep> {
  return reportStep(deps, run, (assignment, now) => {
    const of = workOf(assignment, now);
    if (of === null || hasEnded(assignment)) return null;
    return { is: 'failed', generation: run.generation, of, failure: { ...reason, transient: false } };
  });
}

/** Records the answer to a call, in whatever generation. Void once another call has taken its place. */
export async function recordAnswer(
  deps: ActivityDeps,
  run: AssignmentRun,
  callId: number,
  answer: 'accepted' | 'refused' | 'lost',
): Promise<Recorded | null> {
  return recordEvent(deps, run, (_assignment, _now, { earlier }) =>
    earlier?.id === callId ? { is: 'answered', answer } : null,
  );
}

/**
 * Records the draft that a call of an assignment has made. Void once another call has taken its place, or the
 * assignment has another draft: then its maker removes the draft.
 * @param made how it compares with the draft that the assignment had before
 */
export async function recordDraft(
  deps: ActivityDeps,
  run: AssignmentRun,
  draft: NonNullable<CallGiven['draft']>,
  made: 'new' | 'same' | 'none',
): Promise<Recorded | null> {
  const event = { is: 'made', what: 'draft', by: run.generation, draft: made } as const;
  const report: Report = (_assignment, _now, { earlier }) =>
    earlier === null || earlier.id === draft.callId ? event : null;
  return recordEvent(deps, run, report, { draft });
}

/** An assignment as the rules of its life read it; null once another generation has taken over. */
export async function loadRun(deps: ActivityDeps, run: AssignmentRun): Promise<Loaded | null> {
  const loaded = deps.known?.now() ?? (await loadAnew(deps, run));
  return loaded?.assignment.generation === run.generation ? loaded : null;
}

async function loadAnew(deps: ActivityDeps, run: AssignmentRun): Promise<Loaded | null> {
  const limits = limitsOfRun(deps, run);
  return deps.known ? deps.known.load(run.assignmentId, limits) : loadAssignment(run.assignmentId, limits);
}

/** The dependencies of one activity, whose steps follow one another: it knows its assignment. */
export function knowing(deps: ActivityDeps): ActivityDeps {
  return { ...deps, known: new Known() };
}

/** The next step of an assignment, as its row is now: another may have written it. */
export async function stepNow(deps: ActivityDeps, run: AssignmentRun): Promise<RunStep> {
  return runStep(run, await loadAnew(deps, run));
}

/** The limits that the platform of an assignment and our settings set to its life. */
function limitsOfRun({ platforms, platformRetryDelaysMs, processingPollMs }: ActivityDeps, run: AssignmentRun): Limits {
  return {
    ...limitsOf(platforms, run.platform),
    retryDelaysMs: platformRetryDelaysMs,
    pollMs: processingPollMs,
    leaseMs: callLeaseMs(),
    removalModes: [],
  };
}

function tellOperators(
  { metrics, logger }: ActivityDeps,
  run: AssignmentRun,
  { change, askedAt, now: liveAt }: Recorded,
): void {
  noteMoves({ metrics, logger }, run, change, askedAt === undefined ? null : { askedAt, liveAt });
  const { isVoid, moves, failedTry } = change;
  if (failedTry) metrics.triesFailed.inc({ platform: run.platform, code: failedTry.code });
  const { pause } = change.assignment;
  const { until = null, error: reason } = pause ?? {};
  if (isVoid || until === null || moves.length > 0 || !reason) return;
  const about = { ...run, code: reason.code, reason: reason.message, until: new Date(until) };
  logger.warn(about, 'a preparation failed and is tried again');
}
