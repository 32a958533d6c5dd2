import { publishCredits } from '../../domain/credits';
import type { FieldErrors } from '../../domain/payload';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { Connection } from '../../models/Connection';
import { CreditAccount } from '../../models/CreditAccount';
import type { Tenant } from '../../models/Tenant';
import { platformFor } from '../../platforms';
import { InsufficientCredits } from '../http/errors';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import { requireActive, tokenError } from './createAssignment';
import { noSuchConnection } from '../connections/refusals';
import { reachOf, uploadAt } from './mediaReach';
import type { MediaReach } from './mediaReach';
import { connectionInactive } from './refusals';
import { judgeRules } from './rules';
import { CreateAssignmentInput } from './schema';
import { lookAtMedia } from './validateMedia';
import type { MediaLook } from './validateMedia';
import type { AssignmentValidation } from './validateSchema';

/**
 * Tells what create would say to this request now, by the same checks in the same order: where create answers 400 or
 * 402, `errors` has the reasons. Promises, writes and starts nothing. An idempotency key is not looked up.
 * @throws ApiError 404 and 409 for the connection, as create does
 */
export const validateAssignment = defineUseCase({
  name: 'validateAssignment',
  action: 'assignment.read',
  summary: 'What creating an assignment would answer, without creating it',
  description:
    'Takes the request of create, makes nothing and costs nothing. Where create would answer 400 or 402, `valid` is ' +
    'false and `errors` has the reasons. Its answer may have changed by the time you create.',
  input: CreateAssignmentInput,
  refuses: [noSuchConnection, connectionInactive],
  run: judge,
  runMalformed: async ({ principal: { tenant } }, faults) => malformed(faults, await presentBalance(tenant)),
});

async function judge(
  { deps, principal: { tenant } }: TenantContext,
  request: CreateAssignmentInput,
): Promise<AssignmentValidation> {
  const balance = await presentBalance(tenant);
  const found = await Connection.ofTenant(tenant, request.connectionId);
  const { platform: slug, tokenStatus } = requireActive(found);
  const platform = platformFor(deps.platforms, slug);
  const reach = await reachOf(deps, tenant, request);
  const rules = judgeRules(platform, request, reach);
  const credits = { required: platform.publishers.has(request.type) ? publishCredits[request.type] : null, balance };
  const errors = isEmpty(rules.errors) ? creditFaults(credits) : rules.errors;
  const valid = isEmpty(errors);
  const type = platform.publishers.get(request.type)?.capabilities;
  const look = valid && type ? await lookAt(deps, request.mediaUrl, type, reach) : undefined;

  const warnings: FieldErrors = {
    ...(tokenStatus !== 'valid' && { connectionId: [tokenError(tokenStatus).message] }),
    ...(look && look.warnings.length > 0 && { mediaUrl: look.warnings }),
    ...(isPast(request.scheduledAt) && { scheduledAt: ['lies in the past: it would be published at once'] }),
  };
  return { valid, errors, warnings, credits, ignoredPayloadFields: rules.ignored, ...(look && { media: look.media }) };
}

/** Where there is a medium. */
async function lookAt(
  deps: TenantContext['deps'],
  mediaUrl: string | null,
  type: ContentTypeCapabilities,
  reach: MediaReach,
): Promise<MediaLook | undefined> {
  return mediaUrl === null ? undefined : lookAtMedia(deps, uploadAt(mediaUrl, reach) ?? mediaUrl, type);
}

function malformed(errors: FieldErrors, balance: number): AssignmentValidation {
  return { valid: false, errors, warnings: {}, credits: { required: null, balance }, ignoredPayloadFields: [] };
}

/** Of the cycle of this moment: one that has ended is turned first, as whenever a balance is shown. */
async function presentBalance(tenant: Tenant): Promise<number> {
  await CreditAccount.turnCycle(tenant);
  return CreditAccount.balance(tenant);
}

function creditFaults({ required, balance }: AssignmentValidation['credits']): FieldErrors {
  return required !== null && balance < required
    ? { credits: [new InsufficientCredits(required, balance).message] }
    : {};
}

function isPast(at: Date | null): boolean {
  return at !== null && at.getTime() < Date.now();
}

function isEmpty(faults: FieldErrors): boolean {
  return Object.keys(faults).length === 0;
}
