/** Steps of callers and workers on assignments, one after the other or at the same time. */

type Status = 'uploading' | 'uploaded' | 'processing' | 'published';
/** `past` and `later` are times; an assignment whose time is `later` is not due. */
export type Time = 'now' | 'past' | 'later';
/** After the first code a retry goes on with the objects on the platform; after the second code it begins again. */
type FailureCode = 'OUTCOME_UNKNOWN' | 'UPLOAD_FAILED';

/** `assignment` counts from the newest, modulo how many there are; `behind` is how many generations a worker is late. */
export type Step =
  | { do: 'create'; time: Time }
  | { do: 'retitle'; assignment: number; title: string }
  | { do: 'reschedule'; assignment: number; time: Time }
  | { do: 'cancel' | 'retry'; assignment: number }
  | { do: 'activate'; isActive: boolean }
  | { do: 'move'; assignment: number; behind: number; to: Status }
  | { do: 'fail'; assignment: number; behind: number; code: FailureCode }
  | { do: 'openSession'; assignment: number; behind: number; session: string }
  | { do: 'storeObject' | 'stage' | 'callToPublish'; assignment: number; behind: number }
  | { do: 'postpone' | 'prepared'; assignment: number; behind: number }
  | { do: 'prepareAnew'; assignment: number; behind: number; isLost: boolean }
  | { do: 'noteOutcome'; assignment: number; behind: number; outcome: 'happened' | 'notHappened' }
  | { do: 'cleanUp'; assignment: number; behind: number; outcome: 'done' | 'kept' | 'failed' }
  | { do: 'repair'; assignment: number; behind: number };

export const price = 10;

/** The facts known at the beginning of a step; they may be true no more when it takes effect. */
export interface Aim {
  generation: number;
  /** The session that is stored. */
  session: string | null;
}
