import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import { checkPayload } from '../../../domain/payload/payload';
import { Connection } from '../../../models/connections/Connection';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { IdempotencyKey } from '../../../models/assignments/IdempotencyKey';
import type { Original } from '../../../models/assignments/IdempotencyKey';
import type { Tenant } from '../../../models/database/Tenant';
import { grantIdOf } from '../../auth/Principal';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { keysLost } from '../refusals';
import type { CreateAssignmentInput } from '../schema';

/**
 * The assignment of an earlier request, in its present state; `mismatch` if the bodies of the two requests differ, `isDerived` if
 * neither of them named a key.
 */
export interface Replay {
  assignment: Omit<Original, 'requestHash'>;
  balance: number;
  replayed: { mismatch: boolean; isDerived: boolean };
}

/** The key by which a repeat of a request is known, and the hash of the request. */
export interface RequestKey {
  readonly key: string;
  readonly requestHash: string;
  /** The service has made it of the grant and the arguments: it has a short life, and the assignment does not show it. */
  readonly isDerived: boolean;
}

/**
 * The key of a request: its caller's own, or for an assistant without one a key of its grant and its arguments, so that a repeated
 * call makes no second post. Null: the request has none.
 */
export async function keyOf(
  { deps, principal }: TenantContext<AssignmentDeps>,
  request: CreateAssignmentInput,
): Promise<RequestKey | null> {
  const { idempotencyKey: key } = request;
  if (key !== null) return { key, requestHash: requestHashOf(request), isDerived: false };
  const grantId = grantIdOf(principal);
  if (grantId === null) return null;
  const requestHash = requestHashOf(await spelledOut(deps, principal.tenant, request));
  // A caller's key has no control characters, so none is ever the same.
  return { key: `\0${grantId}/${requestHash}`, requestHash, isDerived: true };
}

/** The same request with the defaults of its fields and of its payload, and without fields that its type does not have. */
async function spelledOut(
  { config, knownChannels, platforms }: AssignmentDeps,
  tenant: Tenant,
  request: CreateAssignmentInput,
): Promise<CreateAssignmentInput> {
  const { connectionId, type, payload: given, prepareAheadSeconds, callbackEvents } = request;
  const slug =
    knownChannels.platformOf(tenant, connectionId) ?? (await Connection.ofTenant(tenant, connectionId))?.platform;
  const publisher = slug === undefined ? undefined : platforms.get(slug)?.publishers.get(type);
  const { payload, errors } = checkPayload(publisher?.capabilities.payloadFields ?? [], given);
  return {
    ...request,
    payload: publisher && Object.keys(errors).length === 0 ? payload : given,
    prepareAheadSeconds: prepareAheadSeconds ?? config.prepareAheadSeconds,
    callbackEvents: callbackEvents ?? [],
  };
}

/**
 * Looks for an earlier request with the same key.
 * @param holdUntil the time until which an unknown key may have been lost
 * @throws ApiError 503 for an unknown key before that time
 * @returns the assignment that the first request with this key has made; null without a key or an earlier request
 */
export async function replayOf(
  tenant: Tenant,
  requestKey: RequestKey | null,
  holdUntil: Date | null,
): Promise<Replay | null> {
  if (requestKey === null) return null;
  const { key, requestHash, isDerived } = requestKey;
  const original = await IdempotencyKey.originalOf(tenant, key);
  if (original === null) {
    if (mayBeLost(holdUntil)) throw keysLost.errorWith({ headers: { 'Retry-After': secondsUntil(holdUntil) } });
    return null;
  }
  const { requestHash: firstHash, ...assignment } = original;
  await CreditAccount.turnCycle(tenant);
  const balance = await CreditAccount.balance(tenant);
  return { assignment, balance, replayed: { mismatch: firstHash !== requestHash, isDerived } };
}

/** Tells whether a key that is not known may have been used. */
export function mayBeLost(holdUntil: Date | null): holdUntil is Date {
  return holdUntil !== null && holdUntil.getTime() > Date.now();
}

function secondsUntil(time: Date): string {
  return String(Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000)));
}

/** The levels of a payload that the hash distinguishes: all values below them count as equal. */
const canonicalJson = configure({ deterministic: true, maximumDepth: 32 });

/**
 * SHA-256 of the request as canonical JSON. Requests with the same meaning have the same hash, in whatever form: null
 * counts as left out (contract.md §2), so a field that is added later changes no hash.
 */
export function requestHashOf(request: CreateAssignmentInput): string {
  const given = Object.entries(request).filter(([, value]) => value !== null);
  return createHash('sha256')
    .update(canonicalJson(Object.fromEntries(given)) ?? '')
    .digest('hex');
}
