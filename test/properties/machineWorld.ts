/** The world of the pure model of an assignment's life, and the functions that all its actors share. */

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
  /** The statuses that it reached since it was created or last retried. */
  reached: Status[];
  credits: ('hold' | 'charge' | 'release')[];
  webhooks: Status[];
  /** `<what> <generation>` for its runs. */
  orders: string[];
  upload: { session: string | null; object: string | null } | null;
  /** The title that the platform was given last; null where nobody knows which. */
  staged: string | null;
  /** A call that stages is under way. */
  isStaging: boolean;
  /** The calls that publish, and what came of each; null while that is not known. */
  attempts: ('happened' | 'notHappened' | null)[];
  /** A preparation that failed waits to be tried again, or has waited long enough; null while none does. */
  waits: 'still' | 'over' | null;
  isPrepared: boolean;
  /** Its media are to be transferred anew, although they had arrived. */
  isMediaDue: boolean;
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
  | { do: 'postpone' | 'prepared' | 'mediaAnew'; job: number; behind: number }
  | { do: 'prepareAnew'; job: number; behind: number; isLost: boolean }
  | { do: 'noteOutcome'; job: number; behind: number; outcome: 'happened' | 'notHappened' }
  | { do: 'cleanUp'; job: number; behind: number; outcome: 'done' | 'kept' | 'failed' }
  | { do: 'repair'; job: number; behind: number };

export const price = 10;

export function newWorld(balance: number): World {
  return { balance, isActive: true, jobs: [] };
}

/** The facts known at the beginning of a step; they may be true no more when it takes effect. */
export interface Aim {
  /** The place of the job among all, oldest first. */
  index: number;
  generation: number;
  status: Status;
  /** The session that is stored. */
  session: string | null;
}

/** A call may have published the post, or has, and the job does not say so. */
export function isOpen({ attempts, status }: Job): boolean {
  return status !== 'published' && attempts.some((outcome) => outcome !== 'notHappened');
}

export function enter(world: World, job: Job, to: Status): void {
  job.status = to;
  job.waits = null;
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
