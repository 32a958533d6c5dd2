import { paced } from '../../domain/pace';
import { unknownExtra } from '../../domain/failures/failedExtras';
import { internalFault, PublishFailure, restate } from '../../domain/failures/PublishFailure';
import type { Logger } from '../../lib/logger';
import { PostExtra } from '../../models/assignments/PostExtra';
import type { TryFence } from '../../models/assignments/PostExtra';
import type { AskedExtra } from './askedExtras';
import { isMadeOnce, lookedForMs } from './ExtraTry';
import type { BegunExtra, ExtraDeps, ExtraOutcome, ExtraTry } from './ExtraTry';

/** A platform that asks for a longer pause is not waited for. */
const pauseMsMax = 60_000;
const lookAgainMs = () => paced(20_000);

/** An addition that is made once, and that a call without an answer may have made: it is looked for, and then given up. */
export async function whileOpen(deps: ExtraDeps, { fence }: BegunExtra, calledMsAgo: number): Promise<ExtraOutcome> {
  const leftMs = lookedForMs() - calledMsAgo;
  return leftMs > 0 ? lookAgain(fence, leftMs) : giveUp(deps, fence, unknownExtra(), true);
}

/** Another try looks soon, and within `leftMs`. */
export async function lookAgain(fence: TryFence, leftMs = Infinity): Promise<ExtraOutcome> {
  await PostExtra.leaveLease(fence, false);
  return { kind: 'busy', waitMs: Math.min(leftMs, lookAgainMs()) };
}

/** The outcome of a try that has failed. @throws the abort reason of the signal */
export async function afterFailure(
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
  if (tries >= triesMax || !mayPass(failure)) return giveUp(deps, fence, failure, isAnswered);
  await PostExtra.leaveLease(fence, isAnswered);
  return { kind: 'failed', failure, tries };
}

function mayPass({ transient, retryAfterMs = 0 }: PublishFailure): boolean {
  return transient && retryAfterMs <= pauseMsMax;
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
