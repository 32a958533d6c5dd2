import { allows } from './allows';
import { hasEnded, isEarly, isTakenDown, timeAhead, triedAs } from './snapshot';
import type { AssignmentSnapshot, Time, Work } from './snapshot';

/** The event that an assignment waits for; operators read it. */
export type AwaitedEvent =
  | 'its preparation begins'
  | 'its preparation is tried again'
  | 'its last look'
  | 'its scheduled time'
  | 'its next try'
  | 'the platform'
  | 'the end of a call';

export type Step =
  /** `until`: at that time another step is due, whatever has become of this one. */
  { do: Work; isCancellable: boolean; until?: Time } | { do: 'wait'; until: Time; for: AwaitedEvent } | { do: 'end' };

interface Aim {
  work: Work | null;
  /** From then on. */
  from: Time;
  why: AwaitedEvent;
  until?: Time;
}

const atOnce = -Infinity;

/** The work to do now, or the event to wait for. The function reads the snapshot and nothing else. */
export function nextStep(assignment: AssignmentSnapshot, now: Time): Step {
  const { work, from, why, until } = gatedAimOf(assignment, now);
  if (work === null) return { do: 'end' };
  if (from > now) return { do: 'wait', until: from, for: why };
  const isCancellable = allows(assignment, 'cancel') === null;
  return { do: work, isCancellable, ...(until !== undefined && { until }) };
}

/** The aim, from when nothing holds it back any more. */
function gatedAimOf(assignment: AssignmentSnapshot, now: Time): Aim {
  const aim = aimOf(assignment, now);
  const { work, from, why } = aim;
  if (work === null) return aim;
  const gates: [Time, AwaitedEvent][] = [
    [from, why],
    [hasEnded(assignment) ? atOnce : (assignment.pause?.until ?? atOnce), 'its preparation is tried again'],
    [nextTryAt(assignment, work, now), 'its next try'],
    [assignment.busy?.of === work ? assignment.busy.nextAt : atOnce, 'the platform'],
  ];
  const [latest, reason] = gates.reduce((last, gate) => (gate[0] > last[0] ? gate : last));
  return { ...aim, from: latest, why: reason };
}

/** The next work, and the time from which it can be done; `from` null: at once. Statements over many rows read it. */
export interface Next {
  work: Work | null;
  from: Time | null;
}

/** The work that is next, and from when on it can be done. */
export function nextOf(assignment: AssignmentSnapshot, now: Time): Next {
  const { work, from } = gatedAimOf(assignment, now);
  return { work, from: work !== null && from > now ? from : null };
}

/** The work that is next, whatever its tries and the platform say of the moment. */
export function workOf(assignment: AssignmentSnapshot, now: Time): Work | null {
  return aimOf(assignment, now).work;
}

/** At its time an assignment tries again, however long the wait would be. */
function nextTryAt(assignment: AssignmentSnapshot, work: Work, now: Time): Time {
  const { tries } = assignment;
  if (tries?.of !== triedAs(work)) return atOnce;
  const dueAt = isEarly(assignment) ? timeAhead(assignment, now) : null;
  return Math.min(tries.nextAt, dueAt ?? Infinity);
}

function aimOf(assignment: AssignmentSnapshot, now: Time): Aim {
  const { status, call, kind, media } = assignment;
  if (hasEnded(assignment)) return at(debtsOf(assignment)[0] ?? null);
  const callEndsAt = call && !call.isAccepted ? call.leaseUntil + kind.settleMs : atOnce;
  if (call?.of === 'publish') return at('settle', callEndsAt, 'the end of a call');
  if (status === 'pending' || status === 'uploading' || media.isDue) return aimAtMedia(assignment);
  const dueAt = status === 'processing' ? null : timeAhead(assignment, now);
  if (dueAt === null) return at('publish', callEndsAt, 'the end of a call');
  return aimAhead(assignment, dueAt, now, callEndsAt);
}

/** A clean-up comes before the first byte. Media that have begun to come go on at once. */
function aimAtMedia(assignment: AssignmentSnapshot): Aim {
  const { status, aheadMs, cleanup } = assignment;
  const isWaiting = status === 'pending' || status === 'uploaded';
  const from = isWaiting ? before(assignment, aheadMs) : atOnce;
  return at(cleanup === 'due' ? 'cleanUp' : 'upload', from, 'its preparation begins');
}

/** All is brought, and the time lies ahead: until then everything can be put in place. */
function aimAhead(assignment: AssignmentSnapshot, dueAt: Time, now: Time, callEndsAt: Time): Aim {
  const { preparedAt, kind, media } = assignment;
  if (media.isOutdated) return { ...at('renew'), until: dueAt };
  const lookAt = before(assignment, kind.lastLookMs);
  const isPrepared = preparedAt !== null && (now < lookAt || preparedAt >= lookAt);
  if (!isPrepared) return { ...at('prepare', callEndsAt, 'the end of a call'), until: dueAt };
  return now < lookAt
    ? { ...at('prepare', lookAt, 'its last look'), until: dueAt }
    : at('publish', dueAt, 'its scheduled time');
}

/** The debts of an ended assignment, the removal of the public post first. */
export function debtsOf({ status, removal, cleanup, lacksExtras }: AssignmentSnapshot): Work[] {
  const debts: Work[] = [];
  if (removal?.state === 'due') debts.push('takeDown');
  if (status === 'published' && lacksExtras && !isTakenDown({ removal })) debts.push('complete');
  if (cleanup === 'due') debts.push('cleanUp');
  return debts;
}

function before({ dueAt }: AssignmentSnapshot, ms: number): Time {
  return dueAt === null ? atOnce : dueAt - ms;
}

function at(work: Work | null, from: Time = atOnce, why: AwaitedEvent = 'its scheduled time'): Aim {
  return { work, from, why };
}
