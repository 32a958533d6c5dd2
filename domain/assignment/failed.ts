import { failureKinds } from '../failures/failures';
import { unfamiliarTriesMax, unfamiliarWaitMsMax } from '../stepLimits';
import { judgeAbsence } from '../absence';
import { paced } from '../pace';
import { change, giveUp, prepareAnew, reasonOf } from './change';
import type { Change } from './change';
import { takeDownFailed } from './takeDown';
import { hasEnded, isAhead, isOutcomeOpen, triedAs } from './snapshot';
import type { AssignmentSnapshot, Failure, Kind, Time, Reason, Work } from './snapshot';

/** The last try without progress begins within this time after the first one failed (contract.md §2). */
const triesLastMs = 30 * 60_000;
/** Before its time, a try waits so long at most for a platform that names when it may be asked again. */
const longestTryWaitMs = 5 * 60_000;
/** A debt of an ended assignment is tried again each hour, for 25 hours, where that can help. */
const debtWaitMs = 60 * 60_000;
const debtLastsMs = 25 * 60 * 60_000;
/** People wait for the removal of a public post: tried again after 5 s, doubling to 5 minutes (contract.md §2). */
const firstTakeDownWaitMs = () => paced(5_000);
const longestTakeDownWaitMs = () => paced(5 * 60_000);

/** The change that a failed try makes to an assignment. */
export function failedTry(assignment: AssignmentSnapshot, of: Work, failure: Failure, now: Time): Change {
  if (hasEnded(assignment)) return failedDebt(assignment, of, failure, now);
  if (of === 'renew') return failedRenewal(assignment, failure, now);
  const isOfMedia = (of === 'prepare' || of === 'publish') && !isOutcomeOpen(assignment);
  if ((isOfMedia || of === 'upload') && failure.isAbsent) return absent(assignment, of, failure, now);
  if (isOfMedia && isToSendAnew(assignment, of, failure)) return prepareAnew(assignment, lossIn(failure), now);
  if (failure.isUnfamiliar) return refused(assignment, of, failure, now);
  return again(assignment, of, failure, now);
}

/** Tries once more, as long as that may help. */
function again(assignment: AssignmentSnapshot, of: Work, failure: Failure, now: Time): Change {
  const { tries, isOver, waitMs } = countTry(assignment, of, failure, now);
  const isFarOff = isAhead(assignment, now) && (failure.retryAfterMs ?? 0) > longestTryWaitMs;
  const failedTry = failure.transient ? tries.error : null;
  if (isOver || isFarOff) return { ...giveUp(assignment, failure, now), failedTry };
  const counted = { ...assignment, tries: { ...tries, nextAt: now + waitMs }, refusals: null };
  return change(counted, { failedTry, givesUpPlace: true });
}

interface CountedTry {
  tries: { of: Work; count: number; since: Time; error: Reason };
  isOver: boolean;
  waitMs: number;
}

/** Tries that failed before the time of the post do not count once it has come. */
function countTry(assignment: AssignmentSnapshot, of: Work, failure: Failure, now: Time): CountedTry {
  const { tries, dueAt, kind } = assignment;
  const isFirst = tries?.of !== triedAs(of) || (dueAt !== null && dueAt <= now && tries.since < dueAt);
  const count = isFirst ? 1 : Math.min(tries.count + 1, kind.retryDelaysMs.length + 1);
  const since = isFirst ? now : tries.since;
  const delayMs = kind.retryDelaysMs[count - 1];
  const waitMs = Math.max(1, failure.retryAfterMs ?? 0, delayMs ?? 0);
  const isLate = !isAhead(assignment, now) && now - since + waitMs > triesLastMs;
  return {
    tries: { of: triedAs(of), count, since, error: reasonOf(assignment, failure) },
    isOver: !failure.transient || delayMs === undefined || isLate,
    waitMs,
  };
}

/**
 * A refusal in unknown words is tried a few times within two minutes. Where the call may have published, its outcome is
 * found out first: then the last refusal is no end yet.
 */
function refused(assignment: AssignmentSnapshot, of: Work, failure: Failure, now: Time): Change {
  const refusals = countRefusal(assignment, of, failure);
  const { tries, waitMs } = countTry(assignment, of, failure, now);
  const failedTry = tries.error;
  if (refusals.count >= unfamiliarTriesMax && !isOutcomeOpen(assignment))
    return { ...giveUp(assignment, failure, now), failedTry };
  const nextAt = now + Math.min(waitMs, unfamiliarWaitMsMax);
  return change({ ...assignment, tries: { ...tries, nextAt }, refusals }, { failedTry, givesUpPlace: true });
}

/** Whether refusals in unknown words are over: as many as are tried, and nothing came of them. */
export function isRefusedForGood({ refusals, call }: AssignmentSnapshot): boolean {
  return call === null && refusals !== null && refusals.count >= unfamiliarTriesMax;
}

/** The reason when a platform still processes a post past the limit. */
export function tookTooLong({ platform, processingLimitMs }: Kind): Reason {
  const hours = processingLimitMs / 3_600_000;
  const seen = `${platform} did not finish processing within ${hours} hours.`;
  return { code: 'PROCESSING_TIMEOUT', message: `${seen} Retry: it goes on with the same upload.` };
}

/** An absent object is looked for; once it is certainly gone, it is lost. An upload that is gone begins again. */
function absent(assignment: AssignmentSnapshot, of: Work, failure: Failure, now: Time): Change {
  const { media, draft } = assignment;
  const madeAt = media.madeAt === null ? null : Math.max(media.madeAt, draft.madeAt ?? -Infinity);
  const looking = lookAgain(assignment, of, madeAt, now);
  if (looking) return looking;
  const known = { ...assignment, media: { ...media, absentSince: media.absentSince ?? now } };
  if (of === 'upload') return change(known);
  const loss = { ...failure, code: 'PROCESSING_FAILED', isAbsent: false, isLost: true, transient: false } as const;
  return failedTry(known, of, loss, now);
}

/**
 * An absent object is gone once it was made 10 minutes ago, or was absent for 10 minutes. Until then runs look for it.
 * @param madeAt null: unknown
 * @returns null once the object is certainly gone
 */
export function lookAgain(assignment: AssignmentSnapshot, of: Work, madeAt: Time | null, now: Time): Change | null {
  const { media } = assignment;
  const absentSince = media.absentSince ?? now;
  const ageMs = madeAt === null ? null : now - madeAt;
  const verdict = judgeAbsence({ ageMs, absentMs: now - absentSince });
  if (verdict.kind === 'gone') return null;
  const { since, asks } = assignment.busy?.of === of ? assignment.busy : { since: now, asks: 0 };
  const busy = { of, since, asks: asks + 1, nextAt: now + verdict.lookAgainMs };
  return change({ ...assignment, media: { ...media, absentSince }, tries: null, busy }, { givesUpPlace: true });
}

/**
 * A loss is replaced. Ahead of the time, a repeated loss waits as any failed preparation does; past the time, a loss is
 * replaced once. Useless media are sent once more if their preparation failed before.
 */
function isToSendAnew(assignment: AssignmentSnapshot, of: Work, failure: Failure): boolean {
  const { status, media, kind } = assignment;
  const hasFailedBefore = hasFailedWithTheseMedia(assignment);
  if (failure.isLost) {
    const isFirst = assignment.pause === null || assignment.pause.error.code === 'QUOTA_EXCEEDED';
    return status === 'processing' ? !media.isReplaced : isFirst || hasFailedBefore;
  }
  if (!kind.hasMedia || of !== 'prepare' || media.isSecond) return false;
  return failure.isShortLived === true || (failure.isUseless === true && hasFailedBefore);
}

/** The preparation of these very media has failed before. A limit of the platform says nothing of the media. */
function hasFailedWithTheseMedia({ media, pause }: AssignmentSnapshot): boolean {
  if (pause === null || pause.error.code === 'QUOTA_EXCEEDED') return false;
  return media.madeAt !== null && media.madeAt < pause.failedAt;
}

function lossIn({ isLost, message }: Failure): Reason | null {
  return isLost ? { code: 'PROCESSING_FAILED', message } : null;
}

/** A newer version that cannot be brought is left: the prepared version goes live. */
function failedRenewal(assignment: AssignmentSnapshot, failure: Failure, now: Time): Change {
  const { tries, isOver, waitMs } = countTry(assignment, 'renew', failure, now);
  if (!isOver) return change({ ...assignment, tries: { ...tries, nextAt: now + waitMs } }, { givesUpPlace: true });
  return leaveRenewal(assignment);
}

/** The prepared media stay; newer media that were brought beside them are removed at the end. */
export function leaveRenewal(assignment: AssignmentSnapshot): Change {
  const { media, draft } = assignment;
  return change({
    ...assignment,
    media: { ...media, isOutdated: false, isSecond: true },
    draft: { ...draft, hasReplaced: true },
  });
}

/**
 * A debt after the end is tried for 25 hours, where that can help; a refusal in unknown words a few times. The debt
 * changes no status.
 */
function failedDebt(assignment: AssignmentSnapshot, of: Work, failure: Failure, now: Time): Change {
  const { tries, isOver, waitMs } = countTry({ ...assignment, dueAt: null }, of, failure, now);
  const refusals = failure.isUnfamiliar ? countRefusal(assignment, of, failure) : null;
  const isRefused = refusals !== null && refusals.count >= unfamiliarTriesMax;
  const counted = (nextAt: Time) =>
    change({ ...assignment, tries: { ...tries, nextAt }, refusals }, { givesUpPlace: true });
  if (of === 'takeDown') {
    const nextAt = isRefused ? null : nextTakeDownAt(assignment, tries.count, failure, now);
    return nextAt === null ? takeDownFailed(assignment, failure, now) : counted(nextAt);
  }
  if (!isOver && !isRefused) return counted(now + waitMs);
  if (mayPass(failure) && now - (assignment.endedAt ?? now) < debtLastsMs) return counted(now + debtWaitMs);
  if (of === 'complete') return change({ ...assignment, lacksExtras: false });
  return change({ ...assignment, cleanup: 'failed' });
}

/** The next try to take a post down; null: no try can help, or the time for it is over. */
function nextTakeDownAt({ removal }: AssignmentSnapshot, triesCount: number, failure: Failure, now: Time): Time | null {
  const isOver = now - (removal?.askedAt ?? now) >= debtLastsMs;
  if (isOver || !(failure.transient || mayPass(failure))) return null;
  const delayMs = Math.min(longestTakeDownWaitMs(), firstTakeDownWaitMs() * 2 ** (triesCount - 1));
  return now + Math.max(failure.retryAfterMs ?? 0, delayMs);
}

/** Tells whether time alone can help, however often it was tried. */
function mayPass({ code }: Failure): boolean {
  return failureKinds[code].transient || code === 'QUOTA_EXCEEDED' || code === 'INTERNAL';
}

function countRefusal(
  { refusals }: AssignmentSnapshot,
  of: Work,
  { message, refusal = message }: Failure,
): NonNullable<AssignmentSnapshot['refusals']> {
  const as = triedAs(of);
  const count = Math.min((refusals?.of === as ? refusals.count : 0) + 1, unfamiliarTriesMax);
  return { of: as, count, error: { code: 'PLATFORM_REJECTED', message: refusal } };
}
