import { paced } from '../domain/pace';
import type { Payload } from '../domain/payload/payload';
import { internalFault, PublishFailure } from '../domain/failures/PublishFailure';
import { uploadSessionOf } from '../domain/uploadSession';
import type { Logger } from '../lib/logger';
import { fileRemoved } from '../lib/media/fileRemoved';
import { withPictureAt, withStoredPicture } from '../lib/media/picture';
import type { Picture, PictureTime } from '../lib/media/picture';
import { Unreadable } from '../lib/media/MediaSource';
import { FileMissing } from '../lib/mediaStore/MediaStore';
import type { MediaStore } from '../lib/mediaStore/MediaStore';
import type { SafeFetch } from '../lib/safeFetch/safeFetch';
import type { Call } from '../platforms/Call';
import type { Extra, Extras, PictureExtra } from '../platforms/Publisher';
import type { Assignment } from '../models/assignments/Assignment';
import type { ChannelAccess } from './channelAccess';
import type { Transaction } from '../models/database/transaction';
import { fenceOf, RunAssignment } from '../models/assignments/runSubjects';
import type { KnownAssignment } from '../models/assignments/runSubjects';
import { PostExtra } from '../models/assignments/PostExtra';
import type { EndedExtra, TryFence } from '../models/assignments/PostExtra';
import { UploadUse } from '../models/uploads/UploadUse';

/** The lease of the only try for an extra; the try ends by itself before. */
const leaseMs = () => paced(30_000);
const marginMs = () => paced(5_000);
/** The longest silence of the source of a picture. */
const silenceMs = () => paced(8_000);
/** A platform that asks for a longer pause is not waited for. */
const pauseMsMax = 60_000;

/** An extra that the payload of a post asks for. */
export interface AskedExtra {
  extra: Extra;
  value: string;
  postId: string;
}

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
  /** An earlier try may still be on its way. */
  | { kind: 'busy'; waitMs: number }
  | { kind: 'movedOn' };

interface ExtraDeps {
  safeFetch: SafeFetch;
  mediaStore: MediaStore;
  logger: Logger;
}

/** The extras that a payload asks for and a run has still to see to. A payload without extras costs no query. */
export async function missingExtras(
  assignment: KnownAssignment,
  extras: Extras,
  payload: Payload,
  postId: string,
): Promise<AskedExtra[]> {
  const asked = askedOf(extras, payload, postId);
  return asked.length === 0 ? [] : without(asked, await PostExtra.settled(fenceOf(assignment).assignmentId));
}

/** The extras that a payload asks for and the published post is not known to have, including extras given up. */
export async function lackingExtras(
  assignment: Assignment,
  { extras, payload, postId }: { extras: Extras | undefined; payload: Payload; postId: string },
  transaction?: Transaction,
): Promise<AskedExtra[]> {
  const asked = extras ? askedOf(extras, payload, postId) : [];
  return asked.length === 0 ? [] : without(asked, await PostExtra.done(assignment, transaction));
}

function askedOf({ picture, place }: Extras, payload: Payload, postId: string): AskedExtra[] {
  return [picture, place].flatMap((extra) => {
    const value = extra && payload[extra.field];
    return extra && typeof value === 'string' ? [{ extra, value, postId }] : [];
  });
}

function without(asked: readonly AskedExtra[], ended: readonly EndedExtra[]): AskedExtra[] {
  return asked.filter(
    ({ extra: { field }, value, postId }) =>
      !ended.some((one) => one.field === field && one.value === value && one.postId === postId),
  );
}

/**
 * Tries once to add an extra to a post, under a lease. Another value for the same extra waits until this try can no
 * longer be on its way.
 * @throws the abort reason of `signal`, and errors of the database before the call
 */
export async function addExtra(deps: ExtraDeps, asked: AskedExtra, given: ExtraTry): Promise<ExtraOutcome> {
  const { assignment, settleMs, notAfterMs: givenMs = Infinity } = given;
  const { extra, value, postId } = asked;
  const notAfterMs = Math.min(givenMs, performance.now() + leaseMs() - marginMs());
  const seconds = { leaseSeconds: leaseMs() / 1000, settleSeconds: paced(settleMs) / 1000 };
  const { assignmentId, generation } = fenceOf(assignment);
  const tryOf = {
    assignmentId,
    generation,
    isOfRun: assignment instanceof RunAssignment,
    field: extra.field,
    value,
    postId,
  };
  const begun = await PostExtra.begin({ ...tryOf, ...seconds });
  if (begun === 'movedOn') return { kind: 'movedOn' };
  if ('waitMs' in begun) return { kind: 'busy', waitMs: begun.waitMs };
  const fence = { assignmentId, field: extra.field, nth: begun.nth };
  try {
    await act(deps, asked, given, notAfterMs);
  } catch (error) {
    return afterFailure(deps, fence, { error, tries: begun.tries, ...given });
  }
  await PostExtra.succeed(fence);
  return { kind: 'added' };
}

async function act(
  deps: ExtraDeps,
  { extra, value, postId }: AskedExtra,
  { assignment, access }: ExtraTry,
  notAfterMs: number,
): Promise<void> {
  if (extra.kind === 'picture') {
    const { assignmentId } = fenceOf(assignment);
    // A call that is repeated reads the picture again: its bytes come once.
    const set = async (call: Call): Promise<void> =>
      withPicture(deps, assignmentId, { extra, value }, call.signal, async (picture) =>
        extra.set(call, postId, picture),
      );
    await access.call(set, { notAfterMs });
    return;
  }
  if (await access.call(async (call) => extra.has(call, postId, value), { notAfterMs })) return;
  await access.call(async (call) => extra.add(call, postId, value), { notAfterMs });
}

/** A picture from the payload's address; a file that was uploaded for the assignment is read from the store alone. */
async function withPicture(
  { safeFetch, mediaStore }: ExtraDeps,
  assignmentId: string,
  { extra: { limits }, value }: { extra: PictureExtra; value: string },
  signal: AbortSignal,
  use: (picture: Picture) => Promise<void>,
): Promise<void> {
  const time: PictureTime = { signal, silenceMs: silenceMs() };
  const uploadSessionId = uploadSessionOf(value);
  const upload = uploadSessionId === null ? undefined : await UploadUse.find(assignmentId, uploadSessionId);
  if (!upload) return withPictureAt(safeFetch, value, limits, time, use);
  if (!upload.isThere) throw removed();
  const file = { id: upload.id, sizeBytes: upload.mediaSizeBytes };
  await withStoredPicture(mediaStore, file, limits, time, use).catch(unstored);
}

function removed(cause?: unknown): PublishFailure {
  return fileRemoved('name that one by a PATCH', cause);
}

function unstored(error: unknown): never {
  if (!(error instanceof Unreadable)) throw error;
  if (error.cause instanceof FileMissing) throw removed(error);
  const words = { seen: `The uploaded file could not be read: ${error.message}.`, todo: 'Retry later.' };
  throw new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true, cause: error });
}

async function afterFailure(
  { logger }: ExtraDeps,
  fence: TryFence,
  { error, tries, triesMax, signal }: { error: unknown; tries: number } & ExtraTry,
): Promise<ExtraOutcome> {
  if (signal.aborted) {
    await PostExtra.leaveLease(fence).catch((cause: unknown) =>
      logger.warn({ err: cause, ...fence }, 'the lease of an extra was not left; it runs out'),
    );
    signal.throwIfAborted();
  }
  const failure = asFailure(logger, fence, error);
  if (failure.transient && tries < triesMax && (failure.retryAfterMs ?? 0) <= pauseMsMax) {
    await PostExtra.leaveLease(fence);
    return { kind: 'failed', failure, tries };
  }
  await PostExtra.giveUp(fence, failure.message, failure.isRefusal || !failure.transient);
  logger.warn(
    { ...fence, code: failure.code, reason: failure.message },
    'a post goes without an extra that was asked for',
  );
  return { kind: 'givenUp', failure };
}

/** Logs any error but a `PublishFailure` whole, as a fault of ours, and shows callers nothing of it. */
function asFailure(logger: Logger, fence: TryFence, error: unknown): PublishFailure {
  if (error instanceof PublishFailure) return error;
  logger.error({ err: error, ...fence }, 'an extra failed for a reason of our own');
  return internalFault(error);
}
