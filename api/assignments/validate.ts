import { z } from 'zod';
import { publishCredits } from '../../domain/credits';
import type { FieldErrors } from '../../domain/payload';
import { mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { Connection } from '../../models/Connection';
import { CreditAccount } from '../../models/CreditAccount';
import { platformFor } from '../../platforms';
import type { Actor } from '../auth/Actor';
import type { Call, Context } from '../http/defineRoute';
import { ApiError, InsufficientCredits } from '../http/errors';
import { parseInput } from '../http/parseInput';
import { requireActive, tokenError } from './create';
import { withIdempotencyKey } from './idempotency';
import { judgeRules } from './rules';
import { CreateAssignmentBody, CreateAssignmentRequestHeaders } from './schema';
import { lookAtMedia } from './validateMedia';
import type { MediaLook } from './validateMedia';
import { Faults } from './validateSchema';
import type { AssignmentValidation } from './validateSchema';

const CreateRequest = z.object({ headers: CreateAssignmentRequestHeaders, body: CreateAssignmentBody });

/** What is wrong with this request is its answer, so it is not refused before the use case has it. */
export async function answerValidation(call: Call): Promise<AssignmentValidation> {
  const { deps, requestId } = call;
  const actor = await call.authenticate('apiKey');
  return validateAssignment({ deps, actor, requestId }, await call.read(CreateRequest.shape));
}

/**
 * Tells what create would say to this request now, by the same checks in the same order: where create answers 400 or
 * 402, `errors` has the reasons. Promises, writes and starts nothing. An idempotency key is not looked up.
 * @param parts the request as it came, unchecked
 * @throws ApiError 404 and 409 for the connection, as create does
 */
export async function validateAssignment(
  { deps, actor: { workspaceId } }: Context<Actor>,
  parts: Record<string, unknown>,
): Promise<AssignmentValidation> {
  const { request, errors: syntaxErrors } = readRequest(parts);
  const balance = await presentBalance(workspaceId);
  if (!request) return malformed(syntaxErrors, balance);

  const found = await Connection.ofWorkspace(workspaceId, request.connectionId);
  const { platform: slug, tokenStatus } = requireActive(found);
  const platform = platformFor(deps.platforms, slug);
  const rules = judgeRules(platform, request, deps.config.outboundAllow);
  const credits = { required: publishCredits[request.type], balance };
  const errors = isEmpty(rules.errors) ? creditFaults(credits) : rules.errors;
  const valid = isEmpty(errors);
  const look = valid && request.mediaUrl !== null ? await lookAtMedia(deps.safeFetch, request.mediaUrl) : undefined;

  const capabilities = platform.publishers.get(request.type)?.capabilities;
  const warnings: FieldErrors = {
    ...(tokenStatus !== 'valid' && { connectionId: [tokenError(tokenStatus).message] }),
    ...(look && capabilities && mediaWarnings(look, capabilities)),
    ...(isPast(request.scheduledAt) && { scheduledAt: ['lies in the past: it would be published at once'] }),
  };
  return { valid, errors, warnings, credits, ignoredPayloadFields: rules.ignored, ...(look && { media: look.media }) };
}

type Understood = { request: CreateAssignmentBody; errors?: undefined } | { request?: undefined; errors: FieldErrors };

function readRequest(parts: Record<string, unknown>): Understood {
  try {
    const { headers, body } = parseInput(CreateRequest, parts);
    return { request: withIdempotencyKey(body, headers['Idempotency-Key']) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { errors: Faults.parse(error.details) };
  }
}

function malformed(errors: FieldErrors, balance: number): AssignmentValidation {
  return { valid: false, errors, warnings: {}, credits: { required: null, balance }, ignoredPayloadFields: [] };
}

/** Of the cycle of this moment: one that has ended is turned first, as whenever a balance is shown. */
async function presentBalance(workspaceId: string): Promise<number> {
  await CreditAccount.turnCycle(workspaceId);
  return CreditAccount.balance(workspaceId);
}

function creditFaults({ required, balance }: { required: number; balance: number }): FieldErrors {
  return balance < required ? { credits: [new InsufficientCredits(required, balance).message] } : {};
}

function mediaWarnings({ media, fault }: MediaLook, type: ContentTypeCapabilities): FieldErrors {
  if (fault !== null) return { mediaUrl: [fault] };
  const { sizeBytes, contentType } = media;
  const { maxFileSizeBytes } = mediaLimitsOf(type, contentType);
  if (sizeBytes === null || maxFileSizeBytes === null || sizeBytes <= maxFileSizeBytes) return {};
  return { mediaUrl: [`leads to ${sizeBytes} bytes; the type takes at most ${maxFileSizeBytes}`] };
}

function isPast(at: Date | null): boolean {
  return at !== null && at.getTime() < Date.now();
}

function isEmpty(faults: FieldErrors): boolean {
  return Object.keys(faults).length === 0;
}
