import type { InferAttributes } from 'sequelize';
import { preparesAt } from '../../domain/assignment/preparedLife';
import type { Assignment as AssignmentModel } from '../../models/assignments/Assignment';
import type { AssignmentDetail } from '../../models/assignments/reads/assignmentDetail';
import { AnswerOfDone, AnswerWithHeaders } from '../http/Route';
import { creditHeaders } from '../http/creditHeaders';
import type { CreditHeaders } from '../http/creditHeaders';
import { timestampOrNull } from '../http/fields';
import type { CreateOutcome } from './create/newAssignment';
import { presentEntry, presentExtras, presentRemoval } from './presentParts';
import type { RetryOutcome } from './retryAssignment';
import type { AssignmentCreated, AssignmentCreatedHeaders } from './create/createSchema';
import type { Assignment, AssignmentList } from './schema';
import type { UnpublishOutcome } from './unpublish/unpublishAssignment';
import type { UnpublishedAssignment } from './unpublish/unpublishSchema';
import type { UpdateOutcome } from './edit/updatePublished';
import type { RetriedAssignment, UpdatedAssignment, UpdatedAssignmentHeaders } from './edit/updateSchema';

type AssignmentRow = InferAttributes<AssignmentModel>;

export function presentCreated(outcome: CreateOutcome): AnswerWithHeaders<AssignmentCreated, AssignmentCreatedHeaders> {
  const { assignment, replayed, warnings = {} } = outcome;
  const body: AssignmentCreated = {
    id: assignment.id,
    status: assignment.status,
    connectionId: assignment.connectionId,
    platform: assignment.platform,
    type: assignment.type,
    scheduledAt: timestampOrNull(assignment.scheduledAt),
    createdAt: assignment.createdAt.toISOString(),
    ...(Object.keys(warnings).length > 0 && { warnings }),
  };
  return new AnswerWithHeaders(body, {
    ...creditHeaders(outcome.creditsUsed, outcome.balance),
    ...(replayed && { 'Idempotent-Replayed': 'true' }),
    ...(replayed?.mismatch && { 'Idempotency-Mismatch': 'true' }),
  });
}

type ListedRow = Pick<
  AssignmentRow,
  'id' | 'status' | 'platform' | 'type' | 'platformUrl' | 'publishedAt' | 'createdAt'
> & { thumbnailUrl: string | null };

export function presentListItem(assignment: ListedRow): AssignmentList['items'][number] {
  return {
    id: assignment.id,
    status: assignment.status,
    platform: assignment.platform,
    type: assignment.type,
    platformUrl: assignment.platformUrl,
    thumbnailUrl: assignment.thumbnailUrl,
    publishedAt: timestampOrNull(assignment.publishedAt),
    createdAt: assignment.createdAt.toISOString(),
  };
}

/** An assignment with the address of its picture. */
export type ShownDetail = AssignmentDetail & { thumbnailUrl: string | null };

export function presentAssignment({
  assignment,
  thumbnailUrl,
  progress,
  timeline,
  ...detail
}: ShownDetail): Assignment {
  const { extras, warnings } = presentExtras({ assignment, ...detail });
  return {
    ...presentListItem({ ...assignment, thumbnailUrl }),
    connectionId: assignment.connectionId,
    payload: assignment.payload,
    mediaUrl: assignment.mediaUrl,
    mediaContentType: assignment.mediaContentType,
    mediaSizeBytes: assignment.mediaSizeBytes,
    scheduledAt: timestampOrNull(assignment.scheduledAt),
    prepareAheadSeconds: assignment.prepareAheadSeconds,
    preparesAt: presentBeginning(assignment),
    preparation: presentPreparation(assignment),
    callbackUrl: assignment.callbackUrl,
    callbackEvents: assignment.callbackEvents,
    callbackStatuses: assignment.callbackStatuses,
    idempotencyKey: assignment.idempotencyKey,
    externalId: assignment.externalId,
    platformPostId: assignment.platformPostId,
    errors: assignment.errors,
    warnings,
    extras,
    progress,
    cleanup: assignment.cleanup,
    removal: assignment.removal && presentRemoval(assignment.removal),
    timeline: timeline.map(presentEntry),
    updatedAt: assignment.updatedAt.toISOString(),
  };
}

export function bodyOfUnpublished({ assignment: { id, status }, removal }: UnpublishOutcome): UnpublishedAssignment {
  return { id, status, removal: presentRemoval(removal) };
}

export function presentUnpublished(
  outcome: UnpublishOutcome,
): UnpublishedAssignment | AnswerOfDone<UnpublishedAssignment> {
  const body = bodyOfUnpublished(outcome);
  return outcome.removal.state === 'done' ? new AnswerOfDone(body) : body;
}

type Beginning = Pick<
  AssignmentRow,
  'id' | 'status' | 'createdAt' | 'scheduledAt' | 'prepareAheadSeconds' | 'mediaUrl' | 'payload'
>;

function presentBeginning({ createdAt, scheduledAt, mediaUrl, payload, ...row }: Beginning): Assignment['preparesAt'] {
  const hasMedia = mediaUrl !== null || 'mediaUrls' in payload;
  const dueAt = scheduledAt && scheduledAt.getTime();
  const at = preparesAt({ ...row, createdAt: createdAt.getTime(), dueAt, hasMedia });
  return at === null ? null : new Date(at).toISOString();
}

type Preparation = Pick<AssignmentRow, 'preparationError' | 'preparationFailedAt'>;

function presentPreparation({ preparationError, preparationFailedAt }: Preparation): Assignment['preparation'] {
  if (!preparationError || !preparationFailedAt) return null;
  return { ...preparationError, at: preparationFailedAt.toISOString() };
}

export function presentUpdated({
  assignment: { id, status, scheduledAt, payload },
  credits,
  warnings = {},
}: UpdateOutcome): AnswerWithHeaders<UpdatedAssignment, UpdatedAssignmentHeaders> {
  const body: UpdatedAssignment = {
    id,
    status,
    scheduledAt: timestampOrNull(scheduledAt),
    payload,
    ...(Object.keys(warnings).length > 0 && { warnings }),
  };
  return new AnswerWithHeaders(body, credits ? creditHeaders(credits.used, credits.balance) : {});
}

export function presentRetried({
  id,
  creditsUsed,
  balance,
}: RetryOutcome): AnswerWithHeaders<RetriedAssignment, CreditHeaders> {
  return new AnswerWithHeaders({ id, status: 'pending' }, creditHeaders(creditsUsed, balance));
}
