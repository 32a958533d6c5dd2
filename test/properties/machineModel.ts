/**
 * An assignment's life by the contract, restated without the code: no database, no table of transitions, no clock.
 * `take` gives the answer to each step and the world afterwards.
 */
import { work } from './machineWorker';
import { enter, isOpen, price } from './machineWorld';
import type { Aim, Job, Step, Time, World } from './machineWorld';

/** @returns undefined for a step that concerns no job, or where there is none */
export function aim({ jobs }: World, step: Step): Aim | undefined {
  if (!('job' in step) || jobs.length === 0) return undefined;
  const index = jobs.length - 1 - (step.job % jobs.length);
  const { generation, status, upload } = jobs[index]!;
  const behind = 'behind' in step ? step.behind : 0;
  return { index, generation: Math.max(1, generation - behind), status, session: upload?.session ?? null };
}

/**
 * Changes the world by one step.
 * @param between comes in the middle of a call that stages
 * @returns the answer to the caller who takes it; undefined where there is no job
 */
export function take(world: World, step: Step, at: Aim | undefined, between = (): void => undefined): unknown {
  if (step.do === 'create') return create(world, step.time);
  if (step.do === 'activate') {
    world.isActive = step.isActive;
    if (step.isActive) world.jobs.filter(({ waits }) => waits === 'still').forEach(resume);
    return 'changed';
  }
  const job = at && world.jobs[at.index];
  if (!job) return undefined;
  if ('behind' in step) return work(world, job, step, at, between);
  switch (step.do) {
    case 'retitle':
      return edit(job, () => retitle(job, step.title));
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
    isStaging: false,
    attempts: [],
    waits: null,
    isPrepared: false,
    isMediaDue: false,
  });
  return 'created';
}

function edit(job: Job, change: () => void): string {
  const isAtRest = job.status === 'pending' || job.status === 'uploaded' || (job.status === 'uploading' && job.waits);
  if (!isAtRest) return 'CONFLICT';
  if (isOpen(job)) return 'CONFLICT';
  change();
  return 'edited';
}

/** A run that waits for another time ends, and another begins. */
function reschedule(job: Job, time: Time): void {
  if (time === job.time) return;
  job.time = time;
  runAnew(job);
}

/** Prepared media have the old title. */
function retitle(job: Job, title: string): void {
  const isOther = title !== job.title;
  job.title = title;
  if (isOther && job.status !== 'pending') runAnew(job);
}

function runAnew(job: Job): void {
  job.isPrepared = false;
  const whenUploading = { now: null, past: 'over', later: 'still' } as const;
  job.waits = job.status === 'uploading' ? whenUploading[job.time] : null;
  nextRun(job);
}

function resume(job: Job): void {
  job.waits = null;
  nextRun(job);
}

function nextRun(job: Job): void {
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
  job.isPrepared = false;
  job.isMediaDue = false;
  job.credits.push('hold');
  job.orders.push(`start ${job.generation}`);
  // The failed run may still be at its clean-up, which the new one takes over.
  if (job.cleanup === 'due') job.orders.push(`terminate ${job.generation - 1}`);
  job.cleanup = job.cleanup === 'due' || job.cleanup === 'failed' ? 'due' : 'none';
  return 'pending';
}
