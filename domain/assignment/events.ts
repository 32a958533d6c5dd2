import type { Failure, Time, Work } from './snapshot';

/** What happens to an assignment, said once for all who report it. */
export type Event = OfRun | OfCall | OfCaller;

/** Of a run: void once another generation has begun. */
export type OfRun = { generation: number } & Report;

type Report =
  /** The run takes the next step up. */
  | { is: 'began' }
  /** The last byte has arrived. */
  | { is: 'uploaded' }
  /** All is in place for going live. */
  | { is: 'prepared' }
  /** The platform is still at it. */
  | { is: 'busy' }
  /** Bytes have moved, or the worker is shut down: failed tries are forgotten. */
  | { is: 'progressed' }
  /** No extra is left to be added. */
  | { is: 'completed' }
  /** The source serves a newer version of the media. */
  | { is: 'outdated' }
  /** The newer version has taken the place of the prepared one, or is left. */
  | { is: 'renewed'; isTaken: boolean }
  /** The run is lost. */
  | { is: 'orphaned' }
  /** A call is about to be made. Void: it must not be. */
  | { is: 'calling'; of: 'stage' | 'publish' }
  | { is: 'failed'; of: Work; failure: Failure }
  /** `asOf`: the version of the row that named the debt. `kept`: the object is public, or cannot be removed. */
  | { is: 'cleaned'; debt: 'cleanup' | 'removal'; asOf: number; outcome: 'done' | 'kept' };

/** Of a call or an object: true in whatever generation the assignment is. */
export type OfCall =
  /** `lost`: nobody knows whether the call has had its effect. `refused`: it has not, and will not. */
  | { is: 'answered'; answer: 'accepted' | 'refused' | 'lost' | 'live' }
  /** By that generation. Void: whoever made it removes it. */
  | { is: 'made'; what: 'session' | 'media' | 'draft'; by: number };

/** Of callers, and of their channel. */
export type OfCaller =
  | { is: 'edited'; dueAt: Time | null; isOtherPayload: boolean; isOtherMedia: boolean }
  | { is: 'cancelled' | 'retried' | 'takeDownAsked' | 'channelRemoved' | 'channelRestored' };
