/** What callers and workers do to assignments, one step after the other or at the same time. */

type Status = 'uploading' | 'uploaded' | 'processing' | 'published';
/** `past` and `later` are times; a job whose time is `later` is not due. */
export type Time = 'now' | 'past' | 'later';
/** After the first of them a retry goes on with what is on the platform, after the other it begins anew. */
type FailureCode = 'OUTCOME_UNKNOWN' | 'UPLOAD_FAILED';

/** `job` counts from the newest, modulo how many there are; `behind` is how many generations a worker is late. */
export type Step =
  | { do: 'create'; time: Time }
  | { do: 'retitle'; job: number; title: string }
  | { do: 'reschedule'; job: number; time: Time }
  | { do: 'cancel' | 'retry'; job: number }
  | { do: 'activate'; isActive: boolean }
  | { do: 'move'; job: number; behind: number; to: Status }
  | { do: 'fail'; job: number; behind: number; code: FailureCode }
  | { do: 'openSession'; job: number; behind: number; session: string }
  | { do: 'storeObject' | 'stage' | 'callToPublish'; job: number; behind: number }
  | { do: 'postpone' | 'prepared'; job: number; behind: number }
  | { do: 'prepareAnew'; job: number; behind: number; isLost: boolean }
  | { do: 'noteOutcome'; job: number; behind: number; outcome: 'happened' | 'notHappened' }
  | { do: 'cleanUp'; job: number; behind: number; outcome: 'done' | 'kept' | 'failed' }
  | { do: 'repair'; job: number; behind: number };

export const price = 10;

/** The facts known at the beginning of a step; they may be true no more when it takes effect. */
export interface Aim {
  generation: number;
  /** The session that is stored. */
  session: string | null;
}
