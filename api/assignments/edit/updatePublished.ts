import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { isTakenDown } from '../../../domain/assignment/snapshot';
import { publishedUpdateCredits } from '../../../domain/credits';
import { paced } from '../../../domain/pace';
import { fixedFaults } from '../../../domain/payload/payload';
import type { FieldErrors, Payload } from '../../../domain/payload/payload';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { lackingExtras, madeFaults } from '../../../channels/extras/askedExtras';
import { Assignment } from '../../../models/assignments/Assignment';
import { channelAccess } from '../../../channels/channelAccess';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { inTransaction } from '../../../models/database/transaction';
import type { Transaction } from '../../../models/database/transaction';
import { PublishAttempt } from '../../../models/assignments/PublishAttempt';
import type { Tenant } from '../../../models/database/Tenant';
import { UploadUse } from '../../../models/uploads/UploadUse';
import { publisherFor } from '../../../platforms';
import type { Platform } from '../../../platforms/Platform';
import { payerOf } from '../../auth/Principal';
import type { TenantPrincipal } from '../../auth/Principal';
import { ApiError, creditsShort, InsufficientCredits, invalid } from '../../http/errors';
import { askPlatform } from '../../platforms/askPlatform';
import { publishingPlatform } from '../../platforms/offered';
import { askingRefusals, platformRefuses, tokenUnusable } from '../../platforms/refusals';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { lockAssignment, lockWithConnection, requireConnection } from '../lockAssignment';
import { filesOf } from '../filesOf';
import { reachOfChange, uploadsOf } from '../mediaReach';
import type { LockedAssignment } from '../lockAssignment';
import type { MediaReach } from '../mediaReach';
import { mergePayload } from './mergePayload';
import { connectionGone, noUpdates, postRemoved, updateNotMeant, updateOvertaken, updateUnderWay } from '../refusals';
import { untilKnown } from './untilKnown';
import { updateExtras } from './updateExtras';
import type { AssignmentChanges } from './updateSchema';

/** Refusals of an update of a published post. */
export const updateRefusals = [
  noUpdates,
  updateNotMeant,
  connectionGone,
  tokenUnusable,
  updateUnderWay,
  updateOvertaken,
  postRemoved,
  creditsShort,
  ...askingRefusals,
] as const;

/** A call is given up before its lease ends. The call is not written in the margin, the lease's last seconds. */
const leaseMs = () => paced(20_000);
const marginMs = () => paced(5_000);

export interface UpdateOutcome {
  assignment: Pick<Assignment, 'id' | 'status' | 'scheduledAt' | 'payload'>;
  /** The credits of an update of a published post: all other changes are free. */
  credits?: { used: number; balance: number };
  /** Extras that the payload asks for and the published post was not given. */
  warnings?: FieldErrors;
  /** Names in the payload of the changes that the type does not have: they were dropped. */
  ignoredPayloadFields: readonly string[];
}

/** Fields that no change of a published post may name. */
const fixedOf = ['scheduledAt', 'callbackEvents', 'callbackStatuses'] as const;
const isFixed = 'cannot be changed: the assignment is published';

interface Update {
  payload: Payload;
  /** The upload sessions of the named files. */
  uploads: string[];
  postId: string;
  attemptId: number;
  holdId: string;
  balance: number;
  /** On the clock of `performance.now()`. */
  notAfterMs: number;
}

/**
 * Changes a published post on its platform, then here. Credits are held before the call, charged after it, and given
 * back when it fails. A row with a lease lets one update at a time be on its way, so the payload stored here is the
 * last payload that reached the platform.
 * @throws ApiError 409 unless `updatePublished` is set and the platform lets posts be changed, for an inactive
 *   connection, while another update is under way, and when the platform refuses; 400; 429 and 503 as `askPlatform`;
 *   InsufficientCredits
 */
export async function updatePublished(
  context: TenantContext<AssignmentDeps>,
  { id, type, platform: slug }: Assignment,
  changes: AssignmentChanges,
): Promise<Omit<UpdateOutcome, 'ignoredPayloadFields'>> {
  const { updatePublished: isMeant, payload: change } = changes;
  const platform = publishingPlatform(context.deps, slug);
  const publisher = publisherFor(platform, type);
  if (!publisher.update) throw noUpdates.error(platform.name, publisher.capabilities.name);
  if (isMeant !== true) throw updateNotMeant.error();
  const fixed = fixedOf.filter((field) => changes[field] !== undefined);
  if (fixed.length > 0) throw invalid(Object.fromEntries(fixed.map((field) => [field, [isFixed]])));

  const { principal } = context;
  const { tenant } = principal;
  const begun = await inTransaction(context.deps.sequelize, 'beginUpdate', async (transaction) => {
    const locked = await lockWithConnection(tenant, id, transaction);
    const { assignment } = locked;
    const reach = await reachOfChange(context.deps, tenant, { before: assignment, change }, transaction);
    const update = change && (await begin(principal, locked, { change, platform, reach }, transaction));
    return { assignment, update, balance: update?.balance ?? (await balanceOf(tenant, transaction)) };
  });
  const { assignment, update, balance } = begun;
  if (!update) return { assignment, credits: { used: 0, balance } };
  const warnings = await carryOut(context, assignment, update, platform);
  const { status, generation, scheduledAt: at } = assignment;
  context.deps.logger.info({ assignmentId: id, generation, status }, 'assignment edited');
  const updated = { id, status, scheduledAt: at, payload: update.payload };
  return { assignment: updated, credits: { used: publishedUpdateCredits, balance }, warnings };
}

/** @returns undefined where the change leaves the payload as it is: the platform is not asked, and nothing is charged */
async function begin(
  principal: TenantPrincipal,
  { assignment, connection }: LockedAssignment,
  { change, platform, reach }: { change: Record<string, unknown>; platform: Platform; reach: MediaReach },
  transaction: Transaction,
): Promise<Update | undefined> {
  const { tenant } = principal;
  const { id: assignmentId, platformPostId: postId } = assignment;
  if (postId === null) throw new Error('a published assignment has no post');
  const { tokenStatus } = requireConnection({ connection });
  if (tokenStatus !== 'valid') throw tokenUnusable.error(tokenStatus);
  if (isTakenDown(assignment)) throw postRemoved.error();
  const payload = mergePayload(platform, assignment, change, reach);
  const publisher = publisherFor(platform, assignment.type);
  const named = Object.keys(change);
  const { payloadFields } = publisher.capabilities;
  const wish = { extras: publisher.extras, payload, postId };
  const fixed = {
    ...fixedFaults(payloadFields, { before: assignment.payload, after: payload, named }),
    ...(await madeFaults(assignment, wish, transaction)),
  };
  if (Object.keys(fixed).length > 0) throw invalid(fixed);
  const isSame = isDeepStrictEqual(payload, assignment.payload);
  if (isSame && !(await isUnfinished(assignment, wish, named, transaction))) return undefined;

  const notAfterMs = performance.now() + leaseMs() - marginMs();
  const lease = { leaseSeconds: leaseMs() / 1000, settleSeconds: paced(platform.settleMs) / 1000 };
  const attemptId = await PublishAttempt.beginUpdate(assignment, { payload, ...lease }, transaction);
  if (attemptId === null) throw updateUnderWay.error();
  const { mediaUrl, payload: stored } = assignment;
  const uploadsIn = (one: Payload) => uploadsOf(filesOf(publisher, { mediaUrl, payload: one }), reach);
  const uploads = uploadsIn(payload);
  // Until the platform has taken the update, the post may have either payload.
  await UploadUse.replace(tenant, { assignmentId, ids: [...uploadsIn(stored), ...uploads] }, transaction);

  const holdId = uuidv7();
  const credits = publishedUpdateCredits;
  const request = { holdId, assignmentId, ...payerOf(principal), operation: 'publish.update', credits } as const;
  const { kind, balance } = await CreditAccount.hold(tenant, request, transaction);
  if (kind === 'short') throw new InsufficientCredits(credits, balance);
  return { payload, uploads, postId, attemptId, holdId, balance, notAfterMs };
}

/** Tells whether the post may differ from the stored payload, or lacks an extra that the change names again. */
async function isUnfinished(
  assignment: Assignment,
  wish: Parameters<typeof lackingExtras>[1],
  named: readonly string[],
  transaction: Transaction,
): Promise<boolean> {
  if (await PublishAttempt.isUpdateOpen(assignment, transaction)) return true;
  const lacking = await lackingExtras(assignment, wish, transaction);
  return lacking.some(({ extra }) => named.includes(extra.field));
}

async function balanceOf(tenant: Tenant, transaction: Transaction): Promise<number> {
  await CreditAccount.turnCycle(tenant, transaction);
  return CreditAccount.balance(tenant, transaction);
}

async function carryOut(
  { deps, principal }: TenantContext<AssignmentDeps>,
  found: Assignment,
  { payload, uploads, postId, attemptId, holdId, notAfterMs }: Update,
  platform: Platform,
): Promise<FieldErrors> {
  const { id } = found;
  const publisher = publisherFor(platform, found.type);
  // The assignment is locked first here, as at the begin of an update. Otherwise two updates wait for one another.
  const settle = async (outcome: 'happened' | 'notHappened' | null): Promise<boolean> =>
    inTransaction(deps.sequelize, outcome === 'happened' ? 'settleUpdate' : 'releaseUpdate', async (transaction) => {
      const { tenant } = principal;
      const assignment = await lockAssignment(tenant, id, transaction);
      const isLast =
        outcome !== null && (await PublishAttempt.endUpdate(assignment, { attemptId, outcome }, transaction));
      if (outcome !== 'happened' || !isLast) await CreditAccount.void(tenant, holdId, transaction);
      else {
        await Assignment.storePayload(tenant, assignment, payload, transaction);
        await UploadUse.replace(tenant, { assignmentId: id, ids: uploads }, transaction);
        await CreditAccount.post(tenant, holdId, transaction);
      }
      return isLast;
    });

  try {
    await askPlatform(async (signal) => {
      const access = channelAccess(deps, { platform, channel: found, signal });
      const change = async () => access.call(async (call) => publisher.update?.(call, postId, payload), { notAfterMs });
      return untilKnown(signal, change).catch(explain);
    });
  } catch (error) {
    await settle(isAnswer(error) ? 'notHappened' : null);
    throw error;
  }
  const { extras } = publisher;
  const post = { assignment: found, postId, payload, platform, extras, notAfterMs };
  const warnings = await updateExtras(deps, post);
  const isLast = await settle('happened');
  if (!isLast) throw updateOvertaken.error();
  return warnings;
}

/** Words the platform's definite refusal of the changed post. */
function explain(error: unknown): never {
  throw error instanceof PublishFailure && error.code === 'PLATFORM_REJECTED' && !error.transient
    ? platformRefuses.error(error.message)
    : error;
}

/** Tells whether the platform has answered, and nothing happened. Other errors leave that open until the lease ends. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'RATE_LIMITED');
}
