import { publishCredits } from '../../../domain/credits';
import type { PayloadCheck } from '../../../domain/payload/payload';
import type { PlatformSlug } from '../../../domain/platform';
import { Connection } from '../../../models/connections/Connection';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { payerOf } from '../../auth/Principal';
import { noSuchConnection } from '../../connections/refusals';
import { InsufficientCredits, invalid } from '../../http/errors';
import { publishingPlatform } from '../../platforms/offered';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { mayBeLost, replayOf } from './idempotency';
import type { Replay, RequestKey } from './idempotency';
import { reachOf } from '../mediaReach';
import type { MediaReach } from '../mediaReach';
import { connectionInactive } from '../refusals';
import { judgeRules } from '../rules';
import type { CreateAssignmentInput } from '../schema';

/** The facts by which an assignment is created, as they were read before. */
export interface Plan extends Channel {
  payload: PayloadCheck['payload'];
  ignored: PayloadCheck['ignored'];
  reach: MediaReach;
}

interface Channel {
  platform: PlatformSlug;
  hasToken: boolean;
}

/**
 * The plan of a request, without a read of the channel: this process knows the channel, and presumes it to be in order.
 * @returns undefined where the request needs `readPlan`
 */
export async function presumePlan(
  context: TenantContext<AssignmentDeps>,
  request: CreateAssignmentInput,
  requestKey: RequestKey | null,
): Promise<Plan | undefined> {
  const { deps, principal } = context;
  const platform = deps.knownChannels.platformOf(principal.tenant, request.connectionId);
  if (platform === undefined) return undefined;
  if (requestKey !== null && mayBeLost(deps.config.idempotencyHoldUntil)) return undefined;
  const { errors, ...plan } = await judge(context, request, { platform, hasToken: true });
  return Object.keys(errors).length > 0 ? undefined : plan;
}

/**
 * The plan of a request by the rows in the database, or the assignment that an earlier request with the same key made.
 * @throws ApiError in the order of contract.md §2: 503 for a key that may be lost, 404, 409, 400; InsufficientCredits
 */
export async function readPlan(
  context: TenantContext,
  request: CreateAssignmentInput,
  requestKey: RequestKey | null,
): Promise<Plan | Replay> {
  const { deps, principal } = context;
  const { tenant } = principal;
  const replay = await replayOf(tenant, requestKey, deps.config.idempotencyHoldUntil);
  if (replay !== null) return replay;
  const { platform, tokenStatus } = requireActive(await Connection.ofTenant(tenant, request.connectionId));
  const { errors, ...plan } = await judge(context, request, { platform, hasToken: tokenStatus === 'valid' });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await requireCredits(context, publishCredits[request.type]);
  return plan;
}

async function judge({ deps, principal }: TenantContext, request: CreateAssignmentInput, channel: Channel) {
  const reach = await reachOf(deps, principal.tenant, request);
  return { ...channel, reach, ...judgeRules(publishingPlatform(deps, channel.platform), request, reach) };
}

/** @throws ApiError 404 if there is no such connection, 409 if it is inactive */
export function requireActive<Found extends { isActive: boolean }>(connection: Found | null): Found {
  if (!connection) throw noSuchConnection.error();
  if (connection.isActive) return connection;
  throw connectionInactive.error();
}

/** A credit cycle that has ended is turned first. @throws InsufficientCredits */
async function requireCredits({ principal }: TenantContext, credits: number): Promise<void> {
  await CreditAccount.turnCycle(principal.tenant);
  const available = await CreditAccount.availableTo(principal.tenant, payerOf(principal));
  if (available < credits) throw new InsufficientCredits(credits, available);
}
