import { lackOfToken } from '../../../domain/failures/failures';
import { publishCredits } from '../../../domain/credits';
import type { FieldErrors } from '../../../domain/payload/payload';
import { Connection } from '../../../models/connections/Connection';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { payerOf } from '../../auth/Principal';
import type { TenantPrincipal } from '../../auth/Principal';
import { InsufficientCredits } from '../../http/errors';
import { publishingPlatform } from '../../platforms/offered';
import { platformNotOffered } from '../../platforms/refusals';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { extraWarnings } from '../create/extraWarnings';
import { requireActive } from '../create/creationPlan';
import { noSuchConnection } from '../../connections/refusals';
import { reachOf } from '../mediaReach';
import { connectionInactive } from '../refusals';
import { judgeRules } from '../rules';
import { CreateAssignmentInput } from '../schema';
import { lookInTurn } from './validateFiles';
import type { AssignmentValidation } from './validateSchema';

/**
 * Gives the answer of create to this request now, by the same checks in the same order: where create answers 400 or
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
  refuses: [noSuchConnection, connectionInactive, platformNotOffered],
  run: judgeRequest,
  runMalformed: judgeMalformed,
});

/** The judgement of a request that does not fit its schema. */
export async function judgeMalformed(
  { deps, principal }: TenantContext,
  errors: FieldErrors,
  given: Readonly<Record<string, unknown>>,
): Promise<AssignmentValidation> {
  const credits = { required: await priceOf(deps, principal, given), balance: await presentBalance(principal) };
  return { valid: false, errors, warnings: {}, credits, ignoredPayloadFields: [] };
}

/** The judgement of a request, as create would judge it. */
export async function judgeRequest(
  { deps, principal, signal }: TenantContext<AssignmentDeps>,
  request: CreateAssignmentInput,
): Promise<AssignmentValidation> {
  const { tenant } = principal;
  const balance = await presentBalance(principal);
  const found = await Connection.ofTenant(tenant, request.connectionId);
  const { platform: slug, tokenStatus } = requireActive(found);
  const platform = publishingPlatform(deps, slug);
  const reach = await reachOf(deps, tenant, request);
  const rules = judgeRules(platform, request, reach);
  const credits = { required: platform.publishers.has(request.type) ? publishCredits[request.type] : null, balance };
  const errors = isEmpty(rules.errors) ? creditFaults(credits) : rules.errors;
  const valid = isEmpty(errors);
  const publisher = platform.publishers.get(request.type);
  const named = { mediaUrl: request.mediaUrl, payload: rules.payload, signal };
  const { warnings: ofFiles, ...seen } =
    valid && publisher
      ? await lookInTurn({ ...deps, workspaceId: tenant.workspaceId }, publisher, named, reach)
      : { warnings: {} };

  const warnings: FieldErrors = {
    ...(tokenStatus !== 'valid' && { connectionId: [lackOfToken(tokenStatus).message] }),
    ...(publisher &&
      extraWarnings(publisher, rules.payload, {
        permissions: platform.permissions,
        granted: found?.permissions ?? [],
      })),
    ...ofFiles,
    ...(isPast(request.scheduledAt) && { scheduledAt: ['lies in the past: it would be published at once'] }),
  };
  return { valid, errors, warnings, credits, ignoredPayloadFields: rules.ignored, ...seen };
}

const { type: Type, connectionId: Connected } = CreateAssignmentInput.shape;

/** The price of a request that create refuses; null if the type is unknown, or missing on the channel's platform. */
async function priceOf(
  { platforms }: TenantContext['deps'],
  { tenant }: TenantPrincipal,
  given: Readonly<Record<string, unknown>>,
): Promise<number | null> {
  const type = Type.safeParse(given.type);
  if (!type.success) return null;
  const id = Connected.safeParse(given.connectionId);
  const connection = id.success ? await Connection.ofTenant(tenant, id.data) : null;
  const isOffered = connection === null || platforms.get(connection.platform)?.publishers.has(type.data);
  return isOffered ? publishCredits[type.data] : null;
}

/** The balance in the present cycle. A cycle that has ended is turned first, as whenever a balance is shown. */
async function presentBalance(principal: TenantPrincipal): Promise<number> {
  await CreditAccount.turnCycle(principal.tenant);
  return CreditAccount.availableTo(principal.tenant, payerOf(principal));
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
