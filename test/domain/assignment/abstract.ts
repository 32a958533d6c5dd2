import type { Event } from '../../../domain/assignment/events';
import type { AssignmentSnapshot, Kind, Time, Reason, Work } from '../../../domain/assignment/snapshot';
import { removalModes } from '../../../domain/platform';
import { hasEnded, isAhead } from '../../../domain/assignment/snapshot';

/** An assignment's snapshot, and the facts outside of its row. */
export interface World {
  snapshot: AssignmentSnapshot;
  /** A run of this generation was ordered, and has not ended. */
  hasRun: boolean;
  hold: 'held' | 'charged' | 'released';
  /** The post on the platform: `open` while a call that publishes may still have its effect. */
  post: 'none' | 'open' | 'live';
}

/** Something that can happen to a world. */
export interface Happening {
  name: string;
  /** True of happenings by workers, platforms and time: from each state these alone lead to an end. */
  isOfWorker: boolean;
  /** The event for the assignment; absent: only the world changes. */
  event?: Event;
  /** The world as it is when the event comes. */
  before?: (world: World) => World;
  /** The other changes of the world. */
  sets?: Partial<Pick<World, 'post' | 'hasRun'>>;
}

const minute = 60_000;
const hour = 60 * minute;

export function kindOf(hasMedia: boolean): Kind {
  return {
    platform: 'The platform',
    hasMedia,
    // A post with media has states enough with one try fewer.
    retryDelaysMs: hasMedia ? [10_000] : [10_000, 20_000],
    processingLimitMs: hour,
    pollMs: 1000,
    leaseMs: 30_000,
    settleMs: minute,
    lastLookMs: minute,
    removalModes,
  };
}

/** The moments of a due time, in their order; now is 0. Media are brought 10 minutes ahead, and looked at in the last one. */
export const due = { far: 10 * hour, ahead: 5 * minute, lastMinute: 30_000, past: -40 * minute } as const;
export const aheadMs = 10 * minute;

/** A time of each class; times of one class lead to the same decisions. */
export const soon = 20_000;
export const justNow = -10;
export const longAgo = {
  tries: -31 * minute,
  triesBeforeDue: due.past - minute,
  absence: -11 * minute,
  processing: -2 * hour,
  end: -26 * hour,
  lease: -2 * minute,
} as const;

const noMedia = {
  state: 'none',
  madeAt: null,
  isDue: false,
  absentSince: null,
  isOutdated: false,
  isSecond: false,
  isReplaced: false,
} as const;

/** A new assignment as its creation leaves it. */
export function newWorld(hasMedia: boolean, dueAt: Time | null): World {
  const snapshot: AssignmentSnapshot = {
    kind: kindOf(hasMedia),
    generation: 1,
    version: 0,
    status: 'pending',
    dueAt,
    aheadMs: hasMedia ? aheadMs : 0,
    endedAt: null,
    error: null,
    media: noMedia,
    draft: { isMade: false, madeAt: null, payload: 'none', hasReplaced: false },
    call: null,
    tries: null,
    refusals: null,
    busy: null,
    pause: null,
    preparedAt: null,
    cleanup: 'none',
    removal: null,
    lacksExtras: false,
    channel: { isActive: true, token: 'valid' },
  };
  return { snapshot, hasRun: true, hold: 'held', post: 'none' };
}

/** One snapshot for all snapshots that lead to the same decisions: parts that no rule reads again are left out. */
export function abstract(snapshot: AssignmentSnapshot): AssignmentSnapshot {
  return withoutUnread(classed(snapshot));
}

/** Each time stands for its class, and each code for all codes that the rules read alike. */
function classed(snapshot: AssignmentSnapshot): AssignmentSnapshot {
  const { media, call, tries, refusals, busy, pause, dueAt } = snapshot;
  const madeAt = media.madeAt === null ? null : media.madeAt > longAgo.absence ? justNow : longAgo.absence;
  return {
    ...snapshot,
    generation: 1,
    version: 0,
    endedAt: snapshot.endedAt === null ? null : young(snapshot.endedAt, longAgo.end),
    error: errorClass(snapshot.error),
    media: {
      ...media,
      madeAt,
      absentSince: media.absentSince === null ? null : young(media.absentSince, longAgo.absence),
    },
    call: call && { ...call, leaseUntil: call.leaseUntil + snapshot.kind.settleMs > 0 ? soon : longAgo.lease },
    tries: tries && {
      ...tries,
      error: reason('PLATFORM_UNAVAILABLE'),
      since: triesSince(snapshot),
      nextAt: tries.nextAt > 0 ? soon : 0,
    },
    busy: busy && {
      ...busy,
      since: hasLimit(busy.of) ? young(busy.since, longAgo.processing) : justNow,
      asks: 1,
      nextAt: busy.nextAt > 0 ? soon : 0,
    },
    refusals: refusals && { ...refusals, error: reason('PLATFORM_REJECTED') },
    pause: pause && {
      error: reason(pause.error.code === 'QUOTA_EXCEEDED' ? 'QUOTA_EXCEEDED' : 'PROCESSING_FAILED'),
      count: 1,
      until: pause.until === null ? null : pause.until > 0 ? soon : 0,
      failedAt: (madeAt ?? justNow) + (media.madeAt !== null && media.madeAt < pause.failedAt ? 1 : -1),
    },
    preparedAt: preparedClass(snapshot),
    dueAt: dueAt === null ? null : dueClass(dueAt),
    removal: removalClass(snapshot.removal),
    channel: { isActive: true, token: 'valid' },
  };
}

/** Whoever asked, and when, is read by nothing but the limit of the tries. */
function removalClass(removal: AssignmentSnapshot['removal']): AssignmentSnapshot['removal'] {
  if (removal === null) return null;
  const askedAt = removal.state === 'due' ? young(removal.askedAt, longAgo.end) : justNow;
  return { ...removal, askedAt, askedBy: 'user', endedAt: null, error: null };
}

/**
 * A draft with another payload counts as no draft. Media that are there, and replaced drafts, say that objects are
 * left, whatever the draft says. A finished clean-up counts as a clean-up that was never owed. Newer media
 * are judged before the time.
 */
function withoutUnread(snapshot: AssignmentSnapshot): AssignmentSnapshot {
  const { status, media, draft, dueAt } = snapshot;
  const payload = draft.payload === 'same' ? 'same' : 'other';
  const kept = {
    ...snapshot,
    cleanup: snapshot.cleanup === 'done' ? 'none' : snapshot.cleanup,
    draft: { ...draft, madeAt: null, payload, isMade: draft.isMade && media.state === 'none' && !draft.hasReplaced },
  } as const;
  const timeLeft = isAhead(snapshot, 0) ? dueAt : null;
  if (hasEnded(snapshot)) return ended({ ...kept, dueAt: timeLeft });
  const notAhead = { isOutdated: false, isSecond: false };
  if (status === 'processing') return { ...kept, dueAt: timeLeft, media: { ...media, ...notAhead } };
  const ahead = timeLeft === null ? notAhead : {};
  return { ...kept, media: { ...media, ...ahead, isReplaced: false }, pause: pauseOf(snapshot) };
}

/** Why a preparation failed is read once all media have arrived; the end of a wait is, where it allows an edit. */
function pauseOf({ status, pause }: AssignmentSnapshot): AssignmentSnapshot['pause'] {
  if (pause === null) return null;
  const until = status === 'uploading' ? pause.until : pause.until || null;
  const why = status === 'uploaded' ? {} : { error: reason('PROCESSING_FAILED'), failedAt: justNow };
  return { ...pause, until, ...why };
}

/** A retry begins with other counts, and nothing but a failure is taken up again. */
function ended(snapshot: AssignmentSnapshot): AssignmentSnapshot {
  const { status, media, draft, cleanup, removal, lacksExtras, endedAt } = snapshot;
  const owes = cleanup === 'due' || removal?.state === 'due' || lacksExtras;
  const over = { ...snapshot, endedAt: owes ? endedAt : justNow };
  const { state, madeAt } = media;
  if (status === 'failed') return { ...over, media: { ...noMedia, state, madeAt } };
  const rest = { ...draft, payload: 'other' } as const;
  if (status === 'cancelled')
    return { ...over, dueAt: null, media: { ...noMedia, state: state === 'none' ? state : 'begun' }, draft: rest };
  return { ...over, dueAt: null, media: noMedia, draft: { ...rest, isMade: false } };
}

/** Whether waits have the limit of processing: a search for absent objects has a limit of its own. */
const hasLimit = (of: Work): boolean => of !== 'cleanUp' && of !== 'upload';

const young = (time: Time, old: Time): Time => (time > old ? justNow : old);

function dueClass(dueAt: Time): Time {
  if (dueAt <= 0) return due.past;
  if (dueAt <= minute) return due.lastMinute;
  return dueAt <= aheadMs ? due.ahead : due.far;
}

function errorClass(error: AssignmentSnapshot['error']): AssignmentSnapshot['error'] {
  if (error === null) return null;
  if (error.code === 'OUTCOME_UNKNOWN') return reason(error.code);
  const goesOn = ['TOKEN_EXPIRED', 'QUOTA_EXCEEDED', 'PROCESSING_TIMEOUT'].includes(error.code);
  return reason(goesOn ? 'TOKEN_EXPIRED' : 'UPLOAD_FAILED');
}

/** No rule reads the words. */
const reason = (code: Reason['code']): Reason => ({ code, message: '' });

/** The duration of failed tries counts once the time has come; tries that failed before the time do not count. */
function triesSince(snapshot: AssignmentSnapshot): Time {
  const { tries, dueAt } = snapshot;
  if (tries === null || (isAhead(snapshot, 0) && !hasEnded(snapshot))) return justNow;
  if (dueAt !== null && dueAt <= 0 && tries.since < dueAt && !hasEnded(snapshot)) return longAgo.triesBeforeDue;
  return young(tries.since, longAgo.tries);
}

/** Before its last minute, or since that began. */
function preparedClass({ preparedAt, dueAt, kind }: AssignmentSnapshot): Time | null {
  if (preparedAt === null || dueAt === null || dueAt <= 0) return null;
  return preparedAt >= dueAt - kind.lastLookMs ? justNow : due.lastMinute - 2 * minute;
}

const keys = new WeakMap<World, string>();

/** A name for all worlds that are the same. */
export function keyOf(world: World): string {
  const known = keys.get(world);
  if (known !== undefined) return known;
  const { snapshot, hasRun, hold, post } = world;
  const { kind: _, version: _v, generation: _g, channel: _c, ...rest } = snapshot;
  const key = JSON.stringify([rest, hasRun, hold, post]);
  keys.set(world, key);
  return key;
}
