import { v7 as uuidv7 } from 'uuid';
import { insertAtOnce } from '../../models/insertAtOnce';
import { userIdOf } from '../auth/Principal';
import { publishingPlatform } from '../platforms/offered';
import type { TenantContext } from '../useCase';
import { claimFor, mayBeLost } from './idempotency';
import { publicReachOf } from './mediaReach';
import { acceptedAs, newJob } from './newJob';
import type { Accepted } from './newJob';
import { judgeRules } from './rules';
import type { CreateAssignmentInput } from './schema';

/**
 * Accepts a job by a single statement, where nothing is expected to stand in its way: a key or an assistant publishes to
 * a channel that this process knows, and names no uploaded files. Most jobs of those who create many are accepted so, in
 * a third of the round trips (ARCHITECTURE.md §3.1).
 * @returns undefined, with nothing written, for all other requests, and where something stood in the way after all
 */
export async function createAtOnce(
  context: TenantContext,
  request: CreateAssignmentInput,
): Promise<Accepted | undefined> {
  const { deps, principal } = context;
  const { tenant } = principal;
  const platform = deps.knownChannels.platformOf(tenant, request.connectionId);
  const reach = publicReachOf(deps, request);
  if (platform === undefined || reach === undefined || userIdOf(principal) !== null) return undefined;
  if (request.idempotencyKey !== null && mayBeLost(deps.config.idempotencyHoldUntil)) return undefined;
  const { payload, errors, ignored } = judgeRules(publishingPlatform(deps, platform), request, reach);
  if (Object.keys(errors).length > 0) return undefined;

  const id = uuidv7();
  const { job } = newJob(context, request, { id, platform, payload });
  const inserted = await insertAtOnce(tenant, job, claimFor(id, request));
  if (inserted) return acceptedAs(job, inserted, ignored);
  // The next job finds out by itself what there is, so that a workspace without credits costs no statement in vain.
  deps.knownChannels.forget(tenant, request.connectionId);
  return undefined;
}
