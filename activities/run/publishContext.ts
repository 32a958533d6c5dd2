import { Context } from '@temporalio/activity';
import type { AssignmentStatus } from '../../domain/assignment';
import type { AssignmentSnapshot, Time } from '../../domain/assignment/snapshot';
import type { Cost } from '../../domain/cost';
import type { FailureCode } from '../../domain/failures/failures';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { FailureWords } from '../../domain/failures/PublishFailure';
import { stillProcessing } from '../../domain/workflowContract';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { Facts } from '../../models/assignments/store/loadAssignment';
import { channelAccess } from '../../channels/channelAccess';
import type { ChannelAccess } from '../../channels/channelAccess';
import { platformObjectsOf } from '../../models/publishing/platformObjects';
import { RunChannel } from '../../models/assignments/runSubjects';
import type { Platform } from '../../platforms/Platform';
import type { PlatformObjects, PostState, Publisher } from '../../platforms/Publisher';
import { platformFor, publisherFor } from '../../platforms/index';
import type { ActivityDeps } from '../deps';
import { loadRun, recordEvent } from './report';
import { TryEnded } from './try';

/** The longest wait between two questions about processing (contract.md §2). */
export const pollMsMax = 60_000;

/** The context of one post, which the steps of its publication share. */
export interface PublishContext extends Pick<Facts, 'earlier' | 'staged'> {
  /** Tries that this activity has made before. */
  triesBefore: number;
  deps: ActivityDeps;
  run: AssignmentRun;
  /** The assignment as it was read. */
  snapshot: AssignmentSnapshot;
  assignment: Facts;
  /** The database's clock at that time. */
  readAt: Time;
  made: PlatformObjects;
  platform: Platform;
  publisher: Publisher;
  access: ChannelAccess;
  /** Ends every call. */
  signal: AbortSignal;
}

/**
 * The post of an assignment that is in one of these statuses, as the database has it now.
 * @param signal ends its calls
 * @throws TryEnded for an assignment in another status, or of another generation
 */
export async function publishContextOf(
  deps: ActivityDeps,
  run: AssignmentRun,
  statuses: readonly AssignmentStatus[],
  signal: AbortSignal,
): Promise<PublishContext> {
  const found = await loadRun(deps, run);
  if (!found || !statuses.includes(found.assignment.status)) throw new TryEnded();
  const { assignment: snapshot, facts: assignment, now: readAt } = found;
  const made = platformObjectsOf(deps.secrets, assignment);
  const platform = platformFor(deps.platforms, assignment.platform);
  const publisher = publisherFor(platform, assignment.type);
  const channel = new RunChannel(assignment.connectionId);
  const access = channelAccess(deps, { platform, channel, signal });
  const { earlier, staged } = assignment;
  const ofAssignment = { snapshot, assignment, readAt, made, earlier, staged };
  const triesBefore = Context.current().info.attempt - 1;
  return { deps, run, triesBefore, platform, publisher, access, signal, ...ofAssignment };
}

/**
 * Records a busy platform: it is asked at once, after 5 s, then doubling to 60 s (contract.md §2), up to its limit.
 * @param ifItStays why the assignment has failed if nothing changes within the limit; absent: unknown
 * @returns the error to throw
 */
export async function askLater(
  { deps, run, platform }: PublishContext,
  doing: string,
  ifItStays?: { code: FailureCode; words: FailureWords },
): Promise<Error> {
  const reason = ifItStays && { code: ifItStays.code, message: failedPost(ifItStays).message };
  const event = { is: 'busy', generation: run.generation, ...(reason && { ifItStays: reason }) } as const;
  const recorded = await recordEvent(deps, run, event);
  return new TryEnded(recorded, { type: stillProcessing, message: `${platform.name} is still ${doing}` });
}

/** The failure for a post that the platform no longer has; no answer of the platform tells why. */
export function lostPost({ platform: { name } }: PublishContext, seen: string): PublishFailure {
  const words = { seen: `${name} no longer has the post. ${seen}`, todo: 'Retry to send it again.' };
  return new PublishFailure('PROCESSING_FAILED', words, { transient: false, isAbsent: true });
}

/** The post will never be live as it is. */
export function failedPost({
  code,
  words,
  isLost = false,
}: Omit<Extract<PostState, { kind: 'failed' }>, 'kind'>): PublishFailure {
  return new PublishFailure(code, words, { transient: false, isLost, isUseless: !isLost });
}

/** The longest that a look waits for other looks. */
const patienceMsMax = 1000;

/**
 * A first look asks at once, so that its cost is known. A later look can wait for other looks of its channel, for a
 * tenth of the time that it has waited already.
 */
export function patienceOf({ deps, snapshot, publisher }: PublishContext): { patienceMs: number; cost?: Cost } {
  const { lookCost: cost } = publisher;
  const asks = snapshot.busy?.asks ?? 0;
  if (asks === 0) return { patienceMs: 0, ...(cost && { cost }) };
  const waitedMs = Math.min(deps.processingPollMs * 2 ** (asks - 1), pollMsMax);
  return { patienceMs: Math.min(waitedMs / 10, patienceMsMax) };
}
