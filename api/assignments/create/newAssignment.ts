import { v7 as uuidv7 } from 'uuid';
import { countedAheadSeconds } from '../../../domain/assignment/preparedLife';
import { publishCredits } from '../../../domain/credits';
import type { Created, NewAssignment } from '../../../models/assignments/store/create';
import type { FieldErrors } from '../../../domain/payload/payload';
import { publisherFor } from '../../../platforms';
import { ownPicture } from '../../../platforms/ownPicture';
import { payerOf } from '../../auth/Principal';
import { publishingPlatform } from '../../platforms/offered';
import type { TenantContext } from '../../useCase';
import type { Plan } from './creationPlan';
import { filesOf } from '../filesOf';
import type { Replay } from './idempotency';
import type { CreateAssignmentInput } from '../schema';

export interface CreateOutcome {
  assignment: Replay['assignment'];
  creditsUsed: number;
  balance: number;
  /** Set when an earlier request with the same idempotency key has made the assignment. */
  replayed?: Replay['replayed'];
  /** Names in the payload that its type does not have: they were dropped. */
  ignoredPayloadFields: readonly string[];
  /** Why the post will lack extras that its payload asks for, as far as that is known. */
  warnings?: FieldErrors;
}

/** The outcome of a request, and the outbox entries that were written for it. */
export interface CreateResult {
  outcome: CreateOutcome;
  /** To be dispatched after the commit. */
  outboxIds: readonly number[];
}

/**
 * The assignment that a request asks for, by its plan, with a hold of its own; the addresses of the files that it is made of; and whether
 * it has a picture before it is live.
 */
export function newAssignment(
  { deps, principal }: TenantContext,
  request: CreateAssignmentInput,
  { platform, payload }: Pick<Plan, 'platform' | 'payload'>,
): { assignment: NewAssignment; files: string[]; hasPicture: boolean } {
  const publisher = publisherFor(publishingPlatform(deps, platform), request.type);
  const isWithMedia = publisher.mediaUrls({ ...request, payload }).length > 0;
  const asked = isWithMedia ? (request.prepareAheadSeconds ?? deps.config.prepareAheadSeconds) : 0;
  const prepareAheadSeconds = countedAheadSeconds(asked, publisher.preparedLifeMs);
  const callbackEvents = request.callbackEvents ?? [];
  const { userId: createdBy, grantId } = payerOf(principal);
  const made = { id: uuidv7(), createdBy, grantId, platform, payload, prepareAheadSeconds, callbackEvents };
  return {
    assignment: { ...request, ...made, holdId: uuidv7() },
    files: filesOf(publisher, { ...request, payload }),
    hasPicture: ownPicture(publisher, { ...request, payload }) !== null,
  };
}

/** The answer to the request for an assignment that was written, and its start. */
export function acceptedAs(
  { id, connectionId, platform, type, scheduledAt }: NewAssignment,
  { createdAt, outboxId, balance }: Created,
  ignoredPayloadFields: readonly string[],
): CreateResult {
  const assignment = { id, status: 'pending' as const, connectionId, platform, type, scheduledAt, createdAt };
  const outcome = { assignment, ignoredPayloadFields, creditsUsed: publishCredits[type], balance };
  return { outcome, outboxIds: outboxId === null ? [] : [outboxId] };
}
