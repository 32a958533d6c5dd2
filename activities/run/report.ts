import type { Change } from '../../domain/assignment/change';
import type { Event } from '../../domain/assignment/events';
import { workOf } from '../../domain/assignment/nextStep';
import { runStep } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import { hasEnded } from '../../domain/assignment/snapshot';
import type { Reason } from '../../domain/assignment/snapshot';
import { paced } from '../../domain/pace';
import { callLeaseMs } from '../../domain/stepLimits';
import type { PublishJob } from '../../domain/workflowContract';
import { noteMoves } from '../../lib/noteMoved';
import type { CallGiven } from '../../models/assignments/store/callParts';
import type { Given } from '../../models/assignments/store/changeStatement';
import { loadAssignment } from '../../models/assignments/store/loadAssignment';
import type { Limits, Loaded } from '../../models/assignments/store/loadAssignment';
import { record } from '../../models/assignments/store/record';
import type { Recorded, Report } from '../../models/assignments/store/record';
import { factsOf } from '../../platforms/index';
import type { ActivityDeps } from '../deps';

/**
 * Records what a run reports of its job, and carries out what follows: its log, its counts, and the dispatch of its orders.
 * @param given what of that the job does not say
 * @returns the job afterwards; null: there is none
 */
export async function recordEvent(
  deps: ActivityDeps,
  job: PublishJob,
  reported: Event | Report,
  given: Given = {},
): Promise<Recorded | null> {
  const report = typeof reported === 'function' ? reported : () => reported;
  const recorded = await record(job.assignmentId, limitsOf(deps, job), report, given, deps.known);
  if (!recorded) return null;
  tellOperators(deps, job, recorded.change);
  deps.dispatch(recorded.outboxIds);
  return recorded;
}

/** The same. @returns the step that is next */
export async function reportStep(
  deps: ActivityDeps,
  job: PublishJob,
  reported: Event | Report,
  given?: Given,
): Promise<RunStep> {
  return runStep(job, await recordEvent(deps, job, reported, given));
}

/** The run takes up the next work. */
export function began({ generation }: PublishJob): Event {
  return { is: 'began', generation };
}

/** The next work has failed for good. An assignment that has ended goes on with its debts. */
export async function failForGood(deps: ActivityDeps, job: PublishJob, reason: Reason): Promise<RunStep> {
  return reportStep(deps, job, (assignment, now) => {
    const of = workOf(assignment, now);
    if (of === null || hasEnded(assignment)) return null;
    return { is: 'failed', generation: job.generation, of, failure: { ...reason, transient: false } };
  });
}

/** Records what a call of a job was answered, in whatever generation. Void once another call has taken its place. */
export async function recordAnswer(
  deps: ActivityDeps,
  job: PublishJob,
  callId: number,
  answer: 'accepted' | 'refused' | 'lost',
): Promise<Recorded | null> {
  return recordEvent(deps, job, (_assignment, _now, { earlier }) =>
    earlier?.id === callId ? { is: 'answered', answer } : null,
  );
}

/**
 * Records the draft that a call of a job has made. Void once another call has taken its place, or the job has another draft: then
 * its maker removes the draft.
 * @param made how it compares with the draft that the job had before
 */
export async function recordDraft(
  deps: ActivityDeps,
  job: PublishJob,
  draft: NonNullable<CallGiven['draft']>,
  made: 'new' | 'same' | 'none',
): Promise<Recorded | null> {
  const event = { is: 'made', what: 'draft', by: job.generation, draft: made } as const;
  const report: Report = (_assignment, _now, { earlier }) =>
    earlier === null || earlier.id === draft.callId ? event : null;
  return recordEvent(deps, job, report, { draft });
}

/** A job as the rules of its life read it; null once another generation has taken over. */
export async function loadJob(deps: ActivityDeps, job: PublishJob): Promise<Loaded | null> {
  const loaded = deps.known?.now() ?? (await loadAssignment(job.assignmentId, limitsOf(deps, job)));
  return loaded?.assignment.generation === job.generation ? loaded : null;
}

/** The next step of a job, as its row is now. */
export async function stepNow(deps: ActivityDeps, job: PublishJob): Promise<RunStep> {
  return runStep(job, await loadJob(deps, job));
}

/** What the platform of a job and our settings fix of its life. */
function limitsOf({ platforms, platformRetryDelaysMs, processingPollMs }: ActivityDeps, job: PublishJob): Limits {
  const platform = platforms.get(job.platform);
  const { name, processingLimitMs } = platform ?? factsOf(job.platform);
  return {
    platform: name,
    processingLimitMs,
    retryDelaysMs: platformRetryDelaysMs,
    pollMs: processingPollMs,
    leaseMs: callLeaseMs(),
    settleMs: paced(platform?.settleMs ?? 0),
    canTakeDown: false,
  };
}

function tellOperators({ metrics, logger }: ActivityDeps, job: PublishJob, change: Change): void {
  noteMoves({ metrics, logger }, job, change);
  const { isVoid, moves } = change;
  const { pause } = change.assignment;
  const { until = null, error: reason } = pause ?? {};
  if (isVoid || until === null || moves.length > 0 || !reason) return;
  const about = { ...job, code: reason.code, reason: reason.message, until: new Date(until) };
  logger.warn(about, 'a preparation failed and is tried again');
}
