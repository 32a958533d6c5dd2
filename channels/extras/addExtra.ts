import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { unreadCaptions } from '../../domain/failures/failedExtras';
import type { Call } from '../../platforms/Call';
import type { Addition, CaptionsExtra, Collection, PictureExtra } from '../../platforms/Publisher';
import { fenceOf, RunAssignment } from '../../models/assignments/runSubjects';
import { CollectionTurn } from '../../models/publishing/CollectionTurn';
import { PostExtra } from '../../models/assignments/PostExtra';
import type { ChannelAccess } from '../channelAccess';
import type { AskedExtra } from './askedExtras';
import { withFile } from './withFile';
import { afterFailure, lookAgain, whileOpen } from './failedTry';
import { isMadeOnce, lookedForMs } from './ExtraTry';
import type { BegunExtra, ExtraDeps, ExtraOutcome, ExtraTry } from './ExtraTry';

/** The lease of the only try for an extra; the try ends by itself before. */
const leaseMs = () => paced(30_000);
const marginMs = () => paced(5_000);
/** A collection that was made is listed by then. */
const turnMs = () => paced(60_000);

/**
 * The end of a try that met no failure. `open`: a call may have made the extra, and the platform does not show it. `busy`: another try
 * may be making its collection.
 */
type Act = { kind: 'made'; externalId: string | null } | { kind: 'open'; calledMsAgo: number } | { kind: 'busy' };

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
    if (ended.kind === 'busy') return await lookAgain(fence);
    await PostExtra.succeed(fence, { externalId: ended.externalId, isPicture: asked.extra.kind === 'picture' });
    return { kind: 'added' };
  } catch (error) {
    return afterFailure(deps, one, given, error);
  }
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
  if (value === null) return { kind: 'busy' };
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
