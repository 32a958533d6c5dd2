import type { RemovalMode } from '../platform';
import type { RemovalCaller } from './removal';
import type { Failure, Reason, Time, Work } from './snapshot';

/** An event in the life of an assignment: one vocabulary for all code that reports events. */
export type Event = RunEvent | CallEvent | CallerEvent;

/** The name of an event with its detail: `made.session`. */
export type EventName = NameOf<Event>;
type NameOf<E extends Event> = E extends
  | { of: infer Detail extends string }
  | { what: infer Detail extends string }
  | { answer: infer Detail extends string }
  | { debt: infer Detail extends string }
  | { is: 'resumed'; by: infer Detail extends string }
  ? `${E['is']}.${Detail}`
  : E['is'];

/** Of a run: void once another generation has begun. */
export type RunEvent = { generation: number } & Report;

type Report =
  /** The run takes the next step up. */
  | { is: 'began' }
  /** The last byte has arrived. */
  | { is: 'uploaded' }
  /** All is in place for going live, as of the time when that was looked up; absent: now. */
  | { is: 'prepared'; asOf?: Time }
  /**
   * The platform is still at it. `ifItStays`: a look finds no public post, although the platform has taken the call
   * that publishes it; past the limit, the assignment has failed for this reason.
   */
  | { is: 'busy'; ifItStays?: Reason }
  /**
   * Bytes have moved, or the worker is shut down: failed tries are forgotten. Where bytes moved that the platform may
   * not have kept, or the try had to wait for a slot, the time within which tries may fail begins again (`clock`). A
   * look that finds the missing objects ends their `absence`.
   */
  | { is: 'progressed'; ends: 'tries' | 'clock' | 'absence' }
  /** No extra is left to be added. */
  | { is: 'completed' }
  /** The source serves a newer version of the media. */
  | { is: 'outdated' }
  /** The newer version has taken the place of the prepared one, or is left. */
  | { is: 'renewed'; isTaken: boolean }
  /** The run is lost, or an operator asks for another one in its place (`isAlive`). */
  | { is: 'orphaned'; isAlive?: boolean }
  /** A call is about to be made. Void: it must not be. */
  | { is: 'calling'; of: 'stage' | 'publish' }
  | { is: 'failed'; of: Work; failure: Failure }
  /** `asOf`: the version of the row that named the debt. `kept`: the object is public, or cannot be removed. */
  | { is: 'cleaned'; debt: 'cleanup' | 'removal'; asOf: number; outcome: 'done' | 'kept' }
  /** The platform does not find an object. `madeAt`: when the newest of all objects was made; null: unknown. */
  | { is: 'cleaned'; debt: 'cleanup' | 'removal'; asOf: number; outcome: 'unseen'; madeAt: Time | null };

/** Of a call or an object: true in whatever generation the assignment is. */
export type CallEvent =
  /** `lost`: the effect of the call is unknown to its maker for good. `refused`: the call has no effect, ever. */
  | { is: 'answered'; answer: 'accepted' | 'refused' | 'lost' }
  /** `lacksExtras`: the live post lacks extras that its payload asks for. */
  | { is: 'answered'; answer: 'live'; lacksExtras?: boolean }
  /**
   * By that generation, in a place of its own. `spare`: a newer version beside the prepared media. Void: the maker of
   * the object removes it.
   */
  | { is: 'made'; what: 'session' | 'media' | 'spare'; by: number }
  /** `same`: another payload for the draft that there is. `none`: the media have the payload. */
  | { is: 'made'; what: 'draft'; by: number; draft: 'new' | 'same' | 'none' };

/** Of callers, and of their channel. */
export type CallerEvent =
  /** `aheadMs`: how long before its time media may be brought now. */
  | {
      is: 'edited';
      dueAt: Time | null;
      aheadMs: number;
      isOtherAhead: boolean;
      isOtherPayload: boolean;
      isOtherMedia: boolean;
    }
  /** `run`: Temporal was asked to cancel the run of that generation; absent: a caller asks us. */
  | { is: 'cancelled'; run?: number }
  | { is: 'retried' | 'channelRemoved' }
  /** The public post is to be taken down. */
  | { is: 'takeDownAsked'; mode: RemovalMode; by: RemovalCaller }
  /** What waits for its next try is tried at once: the channel works again (its preparation), or an operator asks. */
  | { is: 'resumed'; by: 'channel' | 'operator' };

/** The name of an event, as failpoints and tests tell events apart. */
export function nameOf(event: Event): EventName {
  if (event.is === 'calling') return `calling.${event.of}`;
  if (event.is === 'failed') return `failed.${event.of}`;
  if (event.is === 'made') return `made.${event.what}`;
  if (event.is === 'answered') return `answered.${event.answer}`;
  if (event.is === 'cleaned') return `cleaned.${event.debt}`;
  if (event.is === 'resumed') return `resumed.${event.by}`;
  return event.is;
}
