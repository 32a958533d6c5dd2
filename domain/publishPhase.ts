import type { AssignmentError } from './assignment';

/** The phase of a publishing workflow, by its row: local activities answer it, and the loop acts on it. */
export type PublishPhase =
  /** Its time has not come: ask again in `waitMs`, somewhat before it; at once if that is not positive. */
  | { at: 'waiting'; waitMs: number; until: string; isCancellable?: false }
  /** A call of an earlier run may have published the post: what came of it decides how the job goes on. */
  | { at: 'outcomeOpen' }
  /** Nothing is left to do but to go live when its time has come, in `dueInMs`. */
  | { at: 'onTime'; dueInMs: number }
  | { at: 'uploading' }
  | { at: 'uploaded' }
  /** It is uploaded, and its media are to be transferred once more. */
  | { at: 'uploadingAnew' }
  /** It is uploaded, and its time comes in `dueInMs`: until then all that it needs can be put in place. */
  | { at: 'preparing'; dueInMs: number }
  /** Past the point of no return; what was prepared is lost, so its media are to be transferred once more. */
  | { at: 'processingAnew' }
  /** Past the point of no return. */
  | { at: 'processing' }
  /**
   * `cleanupDue` where its post has replaced something that is still to be removed, `extrasDue` where its post lacks
   * extras.
   */
  | { at: 'published'; cleanupDue?: true; extrasDue?: true }
  | { at: 'ended'; status: 'failed' | 'cancelled'; cleanupDue: boolean; error: AssignmentError | null }
  /** Another generation has taken over, or the job is over: nothing to do. */
  | { at: 'superseded' };

/** Type of the activity failure that says: the job has moved on, ask the row. */
export const movedOn = 'MOVED_ON';
/** Type of the activity failure that says: the platform is still at it, ask again later. */
export const stillProcessing = 'STILL_PROCESSING';
