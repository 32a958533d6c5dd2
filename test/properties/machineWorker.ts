/** The steps of a worker in the pure model of an assignment's life (machineModel.ts). */
import { enter, isOpen } from './machineWorld';
import type { Aim, FailureCode, Job, Status, Step, World } from './machineWorld';

export type WorkStep = Extract<Step, { behind: number }>;

/**
 * A worker acts for the generation that it was started for; it may be late.
 * @param between comes in the middle of a call that stages
 */
export function work(
  world: World,
  job: Job,
  step: WorkStep,
  { generation, status, session }: Aim,
  between: () => void,
): unknown {
  const isCurrent = job.generation === generation;
  switch (step.do) {
    case 'move':
      return move(world, job, isCurrent, step.to, null);
    case 'fail':
      return move(world, job, isCurrent, 'failed', step.code);
    case 'openSession':
      if (!isCurrent || !takesMedia(job)) return false;
      if (job.upload && job.upload.session !== session) return false;
      job.upload = { session: step.session, object: null };
      job.staged = job.title;
      return true;
    case 'storeObject':
      if (!isCurrent || !takesMedia(job)) return false;
      job.upload = { session: null, ...job.upload, object: 'video' };
      return true;
    case 'stage':
      return stage(job, generation, between);
    case 'findPublished':
      return findPublished(world, job, isCurrent);
    case 'postpone':
      if (!isCurrent || job.time !== 'later' || !['pending', 'uploading', 'uploaded'].includes(job.status))
        return false;
      job.waits = 'still';
      return true;
    case 'prepared':
      if (isCurrent && job.status === 'uploaded') job.isPrepared = true;
      return undefined;
    case 'prepareAnew':
      if (!isCurrent || !hasMedia(job) || mayBePublished(job)) return false;
      if (!step.isLost && job.time !== 'later') return false;
      Object.assign(job, { generation: job.generation + 1, cleanup: 'due', isPrepared: false, isMediaDue: true });
      job.orders.push(`start ${job.generation}`);
      return true;
    case 'mediaAnew':
      if (isCurrent && hasMedia(job)) job.isMediaDue = false;
      return undefined;
    case 'callToPublish':
      if (!isCurrent || job.status !== 'processing' || job.isMediaDue || mayBePublished(job) || job.isStaging)
        return false;
      job.attempts.push(null);
      return true;
    case 'noteOutcome':
      job.attempts = job.attempts.map((outcome) => outcome ?? step.outcome);
      return undefined;
    case 'cleanUp':
      if (isCurrent && job.cleanup === 'due') cleanUp(job, step.outcome);
      return undefined;
    case 'repair':
      if (!isCurrent || job.status !== status) return false;
      if (['published', 'failed', 'cancelled'].includes(status)) return false;
      job.generation += 1;
      job.orders.push(`start ${job.generation}`);
      return true;
  }
}

/** A call whose job has moved on meanwhile leaves behind that nobody knows what the platform has. */
function stage(job: Job, generation: number, between: () => void): boolean {
  const { title } = job;
  const isCalled =
    job.generation === generation && hasMedia(job) && !job.isMediaDue && !mayBePublished(job) && !job.isStaging;
  job.isStaging ||= isCalled;
  between();
  if (!isCalled) return false;
  job.isStaging = false;
  if (job.status === 'published') return false;
  const isLive = job.generation === generation && hasMedia(job);
  job.staged = isLive || job.upload === null ? title : null;
  return isLive;
}

function takesMedia(job: Job): boolean {
  return job.status === 'uploading' || (hasMedia(job) && job.isMediaDue);
}

/** Its media have arrived once; they may be due anew. */
function hasMedia({ status }: Job): boolean {
  return status === 'uploaded' || status === 'processing';
}

function mayBePublished({ attempts }: Job): boolean {
  return attempts.some((outcome) => outcome !== 'notHappened');
}

function cleanUp(job: Job, outcome: 'done' | 'kept' | 'failed'): void {
  job.cleanup = outcome === 'failed' ? 'failed' : 'done';
  if (outcome !== 'done') return;
  job.upload = null;
  job.staged = null;
}

const next: Partial<Record<Status, Status>> = {
  pending: 'uploading',
  uploading: 'uploaded',
  uploaded: 'processing',
  processing: 'published',
};

/** A job that is at work again does not wait any more. */
function move(world: World, job: Job, isCurrent: boolean, to: Status, given: FailureCode | null): unknown {
  if (!isCurrent) return { kind: 'superseded' };
  const answer = moveCurrent(world, job, to, given);
  const isAtWork = answer !== 'impossible' && !(typeof answer === 'object' && answer.kind === 'notDue');
  if (isAtWork) job.waits = null;
  return answer;
}

type Answer = 'impossible' | { kind: string; [part: string]: unknown };

function moveCurrent(world: World, job: Job, to: Status, given: FailureCode | null): Answer {
  const about = { cleanupDue: job.cleanup === 'due', error: job.error };
  if (job.status === to && to === 'processing' && job.isMediaDue) return { kind: 'mediaLost' };
  if (job.status === to) return job.waits === 'still' ? { kind: 'notDue' } : { kind: 'already', ...about };
  if (job.status === 'failed' || job.status === 'cancelled') return { kind: 'ended', status: job.status, ...about };
  if (job.status === 'published') return { kind: 'superseded' };
  if (job.reached.includes(to)) return { kind: 'already', ...about };
  if (to !== 'failed' && next[job.status] !== to) return 'impossible';
  if (isOpen(job) && to !== 'failed' && to !== 'published') return { kind: 'outcomeOpen' };
  if (to === 'uploading' || to === 'processing') {
    if (job.waits === 'still') return { kind: 'notDue' };
    if (to === 'uploading' && job.time === 'later') return { kind: 'notDue' };
    if (to === 'processing' && job.isMediaDue) return { kind: job.time === 'later' ? 'notDue' : 'mediaDue' };
    if (to === 'processing' && job.time === 'later') return { kind: job.isPrepared ? 'notDue' : 'unprepared' };
    if (!world.isActive) return { kind: 'inactive' };
  }

  const owesBefore = job.cleanup === 'due';
  const code = given && isOpen(job) ? 'OUTCOME_UNKNOWN' : given;
  enter(world, job, to);
  job.error = code;
  const owes = to === 'failed' ? job.upload !== null && (owesBefore || code !== 'OUTCOME_UNKNOWN') : false;
  const isEnd = to === 'failed' || to === 'published';
  job.cleanup = owes || (!isEnd && owesBefore) ? 'due' : 'none';
  return { kind: 'moved', cleanupDue: owes, error: code };
}

/** The post is live, whoever made it so: the job has come all the way, whatever stood in it. */
function findPublished(world: World, job: Job, isCurrent: boolean): unknown {
  if (!isCurrent) return { kind: 'superseded' };
  for (const to of ['uploading', 'uploaded', 'processing'] as const) {
    if (next[job.status] === to) enter(world, job, to);
  }
  return move(world, job, isCurrent, 'published', null);
}
