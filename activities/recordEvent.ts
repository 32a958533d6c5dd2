import type { Change } from '../domain/assignment/change';
import { paced } from '../domain/pace';
import { callLeaseMs } from '../domain/stepLimits';
import type { PublishJob } from '../domain/workflowContract';
import { noteMoves } from '../lib/noteMoved';
import type { Given } from '../models/assignments/changeStatement';
import { loadAssignment } from '../models/assignments/loadAssignment';
import type { Limits, Loaded } from '../models/assignments/loadAssignment';
import { record } from '../models/assignments/record';
import type { Recorded, Report } from '../models/assignments/record';
import { factsOf } from '../platforms/index';
import type { ActivityDeps } from './deps';

/**
 * Records what a run reports of its job, and carries out what follows: its log, its counts, and the dispatch of its orders.
 * @param given what of that the job does not say
 * @returns the job afterwards; null: there is none
 */
export async function recordEvent(
  deps: ActivityDeps,
  job: PublishJob,
  report: Report,
  given: Given = {},
): Promise<Recorded | null> {
  const recorded = await record(job.assignmentId, limitsOf(deps, job), report, given, deps.known);
  if (!recorded) return null;
  tellOperators(deps, job, recorded.change);
  deps.dispatch(recorded.outboxIds);
  return recorded;
}

/** A job as the rules of its life read it; null once another generation has taken over. */
export async function loadJob(deps: ActivityDeps, job: PublishJob): Promise<Loaded | null> {
  const loaded = deps.known?.now() ?? (await loadAssignment(job.assignmentId, limitsOf(deps, job)));
  return loaded?.assignment.generation === job.generation ? loaded : null;
}

/** Records what a call of a job was answered, in whatever generation. Void once another call has taken its place. */
export async function recordAnswer(
  deps: ActivityDeps,
  job: PublishJob,
  callId: number,
  answer: 'accepted' | 'refused' | 'lost',
): Promise<Recorded | null> {
  return recordEvent(deps, job, (_assignment, _now, facts) =>
    facts.earlier?.id === callId ? { is: 'answered', answer } : null,
  );
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
