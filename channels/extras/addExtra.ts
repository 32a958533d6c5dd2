import { paced } from '../../domain/pace';
import { internalFault, PublishFailure, restate } from '../../domain/failures/PublishFailure';
import { unknownExtra, unreadCaptions } from '../../domain/failures/failedExtras';
import type { Logger } from '../../lib/logger';
import type { Call } from '../../platforms/Call';
import type { Addition, CaptionsExtra, Collection, PictureExtra } from '../../platforms/Publisher';
import { fenceOf, RunAssignment } from '../../models/assignments/runSubjects';
import type { KnownAssignment } from '../../models/assignments/runSubjects';
import { CollectionTurn } from '../../models/publishing/CollectionTurn';
import { PostExtra } from '../../models/assignments/PostExtra';
import type { TryFence } from '../../models/assignments/PostExtra';
import type { ChannelAccess } from '../channelAccess';
import type { AskedExtra } from './askedExtras';
import { withFile } from './withFile';
import type { FileDeps } from './withFile';

/** The lease of the only try for an extra; the try ends by itself before. */
const leaseMs = () => paced(30_000);
const marginMs = () => paced(5_000);
/** A platform that asks for a longer pause is not waited for. */
const pauseMsMax = 60_000;
/** An addition that is made once is looked for so long after a lost answer (contract.md §2). */
const lookedForMs = () => paced(600_000);
const lookAgainMs = () => paced(20_000);
/** A collection that was made is listed by then. */
const turnMs = () => paced(60_000);

export interface ExtraTry {
  assignment: KnownAssignment;
  access: ChannelAccess;
  signal: AbortSignal;
  /** After a lost answer: how long the platform may still act. */
  settleMs: number;
  /** The failed try after which the extra is given up. */
  triesMax: number;
  /** The end of the caller's own time, on the clock of `performance.now()`. */
  notAfterMs?: number;
}

/** The outcome of one try. */
export type ExtraOutcome =
  | { kind: 'added' }
  | { kind: 'givenUp'; failure: PublishFailure }
  /** May be tried again. */
  | { kind: 'failed'; failure: PublishFailure; tries: number }
  /** An earlier try may still be on its way, or may have made what the platform does not show yet. */
  | { kind: 'busy'; waitMs: number }
  | { kind: 'movedOn' };

interface ExtraDeps extends FileDeps {
  logger: Logger;
}

/** The end of a try that met no failure; `open`: a call may have made it, and the platform does not show it. */
type Act = { kind: 'made'; externalId: string | null } | { kind: 'open'; calledMsAgo: number };

/**
 * Tries once to add an extra to a post, under a lease. Another value for the same extra waits until this try can no
 * longer be on its way.
 * @throws the abort reason of `signal`, and errors of the database before the call
 */
export async function addExtra(deps: ExtraDeps, asked: AskedExtra, given: ExtraTry): Promise<ExtraOutcome> {
  const { notAfterMs: givenMs = Infinity } = given;
  const notAfterMs = Math.min(givenMs, performance.now() + leaseMs() - marginMs());
  const begun = await begin(asked, given);
  if (begun === 'movedOn') return { kind: 'movedOn' };
  if ('waitMs' in begun) return { kind: 'busy', waitMs: begun.waitMs };
  const { field, item } = asked;
  const fence = { assignmentId: fenceOf(given.assignment).assignmentId, field, item, nth: begun.nth };
  const one: BegunExtra = { ...asked, ...begun, fence, notAfterMs, isCalled: false };
  try {
    const ended = await act(deps, one, given);
    if (ended.kind === 'open') return await whileOpen(deps, one, ended.calledMsAgo);
    await PostExtra.succeed(fence, ended.externalId);
    return { kind: 'added' };
  } catch (error) {
    return afterFailure(deps, one, given, error);
  }
}

interface BegunExtra extends AskedExtra {
  tries: number;
  /** The age of an earlier call whose outcome is open; null: there is none. */
  calledMsAgo: number | null;
  /** The id of the extra as it was known before this try, for another value too. */
  externalId: string | null;
  /** This try has asked the platform to add the extra. */
  isCalled: boolean;
  fence: TryFence;
  notAfterMs: number;
}

async function begin({ extra, ...asked }: AskedExtra, { assignment, settleMs }: ExtraTry) {
  const openMs = isMadeOnce({ extra }) ? lookedForMs() : 0;
  const seconds = { leaseSeconds: leaseMs() / 1000, settleSeconds: paced(settleMs) / 1000, openSeconds: openMs / 1000 };
  return PostExtra.begin({
    ...asked,
    ...fenceOf(assignment),
    isOfRun: assignment instanceof RunAssignment,
    ...seconds,
  });
}

function isMadeOnce({ extra }: Pick<AskedExtra, 'extra'>): boolean {
  return extra.kind === 'addition' && extra.isMadeOnce;
}

async function act(deps: ExtraDeps, one: BegunExtra, { access }: ExtraTry): Promise<Act> {
  const { extra } = one;
  switch (extra.kind) {
    case 'picture':
      return setPicture(deps, one, extra, access);
    case 'captions':
      return setCaptions(deps, one, extra, access);
    case 'addition':
      return makeAddition(one, extra, access);
  }
}

async function setPicture(
  deps: ExtraDeps,
  { value, postId, fence, notAfterMs }: BegunExtra,
  extra: PictureExtra,
  access: ChannelAccess,
): Promise<Act> {
  // A call that is repeated reads the picture again: its bytes come once.
  const set = async (call: Call): Promise<void> =>
    withFile(deps, fence.assignmentId, { limits: extra.limits, url: value }, call.signal, async (picture) =>
      extra.set(call, postId, picture),
    );
  await access.call(set, { notAfterMs });
  return { kind: 'made', externalId: null };
}

/**
 * Captions that the post has, and that this assignment is not known to have set before, were set by the call without an answer. All
 * others are replaced.
 */
async function setCaptions(
  deps: ExtraDeps,
  one: BegunExtra,
  extra: CaptionsExtra,
  access: ChannelAccess,
): Promise<Act> {
  const { value, postId, fence, calledMsAgo, externalId: knownId, notAfterMs } = one;
  const earlier = await access.call(async (call) => extra.find(call, postId, value), { notAfterMs });
  if (earlier && earlier.id !== knownId && calledMsAgo !== null) {
    if (!earlier.isRead) throw unreadCaptions();
    return { kind: 'made', externalId: earlier.id };
  }
  let externalId: string | null = null;
  const set = async (call: Call): Promise<void> =>
    withFile(deps, fence.assignmentId, { limits: extra.limits, url: extra.urlOf(value) }, call.signal, async (file) => {
      await PostExtra.calling(fence);
      one.isCalled = true;
      externalId = await extra.set(call, postId, { value, file, earlierId: earlier?.id ?? null });
    });
  await access.call(set, { notAfterMs });
  return { kind: 'made', externalId };
}

async function makeAddition(one: BegunExtra, addition: Addition, access: ChannelAccess): Promise<Act> {
  const { postId, obstacle, fence, calledMsAgo, notAfterMs } = one;
  if (obstacle) throw new PublishFailure('PLATFORM_REJECTED', obstacle, { transient: false });
  const value = addition.collection ? await collectionOf(one, addition.collection, access) : one.value;
  if (value === null) return { kind: 'open', calledMsAgo: 0 };
  const found = await access.call(async (call) => addition.find(call, postId, value), { notAfterMs });
  if (found !== null) return { kind: 'made', externalId: found };
  if (calledMsAgo !== null && addition.isMadeOnce) return { kind: 'open', calledMsAgo };
  await PostExtra.calling(fence);
  one.isCalled = true;
  const externalId = await access.call(async (call) => addition.add(call, postId, value), { notAfterMs });
  return { kind: 'made', externalId };
}

/** The id of a collection, which is made where the channel has none of its name; null: another try may be making it. */
async function collectionOf(
  { value, fence, notAfterMs }: BegunExtra,
  collection: Collection,
  access: ChannelAccess,
): Promise<string | null> {
  const found = await access.call(async (call) => collection.find(call, value), { notAfterMs });
  if (found !== null) return found;
  if (!(await CollectionTurn.take(fence.assignmentId, value, turnMs()))) return null;
  return access.call(async (call) => collection.make(call, value), { notAfterMs });
}

/** An addition that is made once, and that a call without an answer may have made: it is looked for, and then given up. */
async function whileOpen(deps: ExtraDeps, { fence }: BegunExtra, calledMsAgo: number): Promise<ExtraOutcome> {
  const leftMs = lookedForMs() - calledMsAgo;
  if (leftMs > 0) {
    await PostExtra.leaveLease(fence, false);
    return { kind: 'busy', waitMs: Math.min(leftMs, lookAgainMs()) };
  }
  return giveUp(deps, fence, unknownExtra(), true);
}

async function afterFailure(
  deps: ExtraDeps,
  one: BegunExtra,
  { triesMax, signal }: ExtraTry,
  error: unknown,
): Promise<ExtraOutcome> {
  const { fence, tries, calledMsAgo, isCalled } = one;
  if (signal.aborted) await leave(deps, fence);
  signal.throwIfAborted();
  const failure = namingFeature(one.extra, asFailure(deps.logger, fence, error));
  if (isMadeOnce(one) && (calledMsAgo !== null || (isCalled && !failure.isRefusal)))
    return whileOpen(deps, one, calledMsAgo ?? 0);
  // The refusal of a look says nothing about the call before it.
  const isAnswered = failure.isRefusal && (isCalled || calledMsAgo === null);
  if (failure.transient && tries < triesMax && (failure.retryAfterMs ?? 0) <= pauseMsMax) {
    await PostExtra.leaveLease(fence, isAnswered);
    return { kind: 'failed', failure, tries };
  }
  return giveUp(deps, fence, failure, isAnswered);
}

async function leave({ logger }: ExtraDeps, fence: TryFence): Promise<void> {
  await PostExtra.leaveLease(fence, false).catch((cause: unknown) =>
    logger.warn({ err: cause, ...fence }, 'the lease of an extra was not left; it runs out'),
  );
}

async function giveUp(
  { logger }: ExtraDeps,
  fence: TryFence,
  failure: PublishFailure,
  isAnswered: boolean,
): Promise<ExtraOutcome> {
  await PostExtra.giveUp(fence, failure.message, isAnswered);
  logger.warn(
    { ...fence, code: failure.code, reason: failure.message },
    'a post goes without an extra that was asked for',
  );
  return { kind: 'givenUp', failure };
}

/** A permission that is missing is a feature that the owner has not allowed. */
function namingFeature(extra: AskedExtra['extra'], failure: PublishFailure): PublishFailure {
  const feature = extra.kind === 'picture' ? undefined : extra.feature;
  if (feature === undefined || failure.code !== 'PERMISSION_DENIED') return failure;
  return restate(failure, { words: { todo: `Connect the channel again with the feature "${feature}".` } });
}

/** Logs any error but a `PublishFailure` whole, as a fault of ours, and shows callers nothing of it. */
function asFailure(logger: Logger, fence: TryFence, error: unknown): PublishFailure {
  if (error instanceof PublishFailure) return error;
  logger.error({ err: error, ...fence }, 'an extra failed for a reason of our own');
  return internalFault(error);
}
