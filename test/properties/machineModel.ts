/**
 * What the contract says of an assignment's life, restated without the code: no database, no table of transitions, no
 * clock. `take` says what each step is answered and what the world is afterwards.
 */

export type Status = 'pending' | 'uploading' | 'uploaded' | 'processing' | 'published' | 'failed' | 'cancelled';
/** `past` and `later` are times; a job whose time is `later` is not due. */
export type Time = 'now' | 'past' | 'later';
/** After the first of them a retry goes on with what is on the platform, after the other it begins anew. */
export type FailureCode = 'OUTCOME_UNKNOWN' | 'UPLOAD_FAILED';

export interface Job {
  status: Status;
  generation: number;
  title: string;
  time: Time;
  error: FailureCode | null;
  cleanup: 'none' | 'due' | 'done' | 'failed';
  /** `<generation> <status>` */
  timeline: string[];
  /** What it reached since it was created or last retried. */
  reached: Status[];
  credits: ('hold' | 'charge' | 'release')[];
  webhooks: Status[];
  /** `<what> <generation>` for its runs. */
  orders: string[];
  upload: { session: string | null; object: string | null } | null;
  /** The title that the platform was given last. */
  staged: string | null;
  /** The calls that publish, and what came of each; null while that is not known. */
  attempts: ('happened' | 'notHappened' | null)[];
}

export interface World {
  balance: number;
  isActive: boolean;
  jobs: Job[];
}

/** `job` counts from the newest, modulo how many there are; `behind` is how many generations a worker is late. */
export type Step =
  | { do: 'create'; time: Time }
  | { do: 'retitle'; job: number; title: string }
  | { do: 'reschedule'; job: number; time: Time }
  | { do: 'cancel' | 'retry'; job: number }
  | { do: 'activate'; isActive: boolean }
  | { do: 'move'; job: number; behind: number; to: Exclude<Status, 'pending' | 'failed' | 'cancelled'> }
  | { do: 'fail'; job: number; behind: number; code: FailureCode }
  | { do: 'openSession'; job: number; behind: number; session: string }
  | { do: 'storeObject' | 'stage' | 'callToPublish' | 'findPublished'; job: number; behind: number }
  | { do: 'noteOutcome'; job: number; behind: number; outcome: 'happened' | 'notHappened' }
  | { do: 'cleanUp'; job: number; behind: number; outcome: 'done' | 'kept' | 'failed' }
  | { do: 'repair'; job: number; behind: number };

export const price = 10;

export function newWorld(balance: number): World {
  return { balance, isActive: true, jobs: [] };
}

/** What whoever takes a step knows when he sets out; it may be true no more when he arrives. */
export interface Aim {
  /** The place of the job among all, oldest first. */
  index: number;
  generation: number;
  status: Status;
  /** The session that is stored. */
  session: string | null;
}

/** @returns undefined for a step that concerns no job, or where there is none */
export function aim({ jobs }: World, step: Step): Aim | undefined {
  if (!('job' in step) || jobs.length === 0) return undefined;
  const index = jobs.length - 1 - (step.job % jobs.length);
  const { generation, status, upload } = jobs[index]!;
  const behind = 'behind' in step ? step.behind : 0;
  return { index, generation: Math.max(1, generation - behind), status, session: upload?.session ?? null };
}

/** Changes the world by one step. @returns what whoever takes it is answered; undefined where there is no job */
export function take(world: World, step: Step, at: Aim | undefined): unknown {
  if (step.do === 'create') return create(world, step.time);
  if (step.do === 'activate') {
    world.isActive = step.isActive;
    return 'changed';
  }
  const job = at && world.jobs[at.index];
  if (!job) return undefined;
  if ('behind' in step) return work(world, job, step, at);
  switch (step.do) {
    case 'retitle':
      return edit(job, () => (job.title = step.title));
    case 'reschedule':
      return edit(job, () => reschedule(job, step.time));
    case 'cancel':
      return cancel(world, job);
    case 'retry':
      return retry(world, job);
  }
}

function create(world: World, time: Time): string {
  if (!world.isActive) return 'CONFLICT';
  if (world.balance < price) return 'INSUFFICIENT_CREDITS';
  world.balance -= price;
  world.jobs.push({
    status: 'pending',
    generation: 1,
    title: 'first',
    time,
    error: null,
    cleanup: 'none',
    timeline: ['1 pending'],
    reached: [],
    credits: ['hold'],
    webhooks: [],
    orders: ['start 1'],
    upload: null,
    staged: null,
    attempts: [],
  });
  return 'created';
}

function edit(job: Job, change: () => void): string {
  if (job.status !== 'pending' && job.status !== 'uploaded') return 'CONFLICT';
  if (isOpen(job)) return 'CONFLICT';
  change();
  return 'edited';
}

/** A call that may have published has no known outcome. */
function isOpen({ attempts }: Job): boolean {
  return attempts.includes(null);
}

/** A run that waits for another time ends, and another begins. */
function reschedule(job: Job, time: Time): void {
  if (time === job.time) return;
  job.time = time;
  job.generation += 1;
  job.orders.push(`start ${job.generation}`, `terminate ${job.generation - 1}`);
}

function cancel(world: World, job: Job): string {
  if (!['pending', 'uploading', 'uploaded'].includes(job.status) || isOpen(job)) return 'CONFLICT';
  enter(world, job, 'cancelled');
  job.cleanup = job.upload ? 'due' : 'none';
  job.orders.push(`cancel ${job.generation}`);
  return 'cancelled';
}

function retry(world: World, job: Job): string {
  if (job.status !== 'failed' || !world.isActive) return 'CONFLICT';
  if (world.balance < price) return 'INSUFFICIENT_CREDITS';
  world.balance -= price;
  job.generation += 1;
  job.status = 'pending';
  job.error = null;
  job.timeline.push(`${job.generation} pending`);
  job.reached = [];
  job.credits.push('hold');
  job.orders.push(`start ${job.generation}`);
  // The failed run may still be at its clean-up, which the new one takes over.
  if (job.cleanup === 'due') job.orders.push(`terminate ${job.generation - 1}`);
  job.cleanup = job.cleanup === 'due' || job.cleanup === 'failed' ? 'due' : 'none';
  return 'pending';
}

type WorkStep = Extract<Step, { behind: number }>;

/** A worker acts for the generation that it was started for; it may be late. */
function work(world: World, job: Job, step: WorkStep, { generation, status, session }: Aim): unknown {
  const isCurrent = job.generation === generation;
  switch (step.do) {
    case 'move':
      return move(world, job, isCurrent, step.to, null);
    case 'fail':
      return move(world, job, isCurrent, 'failed', step.code);
    case 'openSession':
      if (!isCurrent || job.status !== 'uploading') return false;
      if (job.upload && job.upload.session !== session) return false;
      job.upload = { session: step.session, object: null };
      job.staged = job.title;
      return true;
    case 'storeObject':
      if (isCurrent && job.status === 'uploading') job.upload = { session: null, ...job.upload, object: 'video' };
      return undefined;
    case 'stage':
      if (isCurrent && ['uploaded', 'processing'].includes(job.status)) job.staged = job.title;
      return undefined;
    case 'findPublished':
      return findPublished(world, job, isCurrent);
    case 'callToPublish':
      if (!isCurrent || job.status !== 'processing') return false;
      if (job.attempts.some((outcome) => outcome !== 'notHappened')) return false;
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

function move(world: World, job: Job, isCurrent: boolean, to: Status, given: FailureCode | null): unknown {
  if (!isCurrent) return { kind: 'superseded' };
  const about = { cleanupDue: job.cleanup === 'due', error: job.error };
  if (job.status === to) return { kind: 'already', ...about };
  if (job.status === 'failed' || job.status === 'cancelled') return { kind: 'ended', status: job.status, ...about };
  if (job.status === 'published') return { kind: 'superseded' };
  if (job.reached.includes(to)) return { kind: 'already', ...about };
  if (to !== 'failed' && next[job.status] !== to) return 'impossible';
  if (isOpen(job) && to !== 'failed' && to !== 'published') return { kind: 'outcomeOpen' };
  const waits = to === 'uploading' || to === 'processing';
  if (waits && job.time === 'later') return { kind: 'notDue' };
  if (waits && !world.isActive) return { kind: 'inactive' };

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

function enter(world: World, job: Job, to: Status): void {
  job.status = to;
  job.reached.push(to);
  job.timeline.push(`${job.generation} ${to}`);
  job.webhooks.push(to);
  if (to === 'published') {
    job.credits.push('charge');
    // The post is live: a call of unknown outcome has happened.
    job.attempts = job.attempts.map((outcome) => outcome ?? 'happened');
  }
  if (to !== 'failed' && to !== 'cancelled') return;
  job.credits.push('release');
  world.balance += price;
}
