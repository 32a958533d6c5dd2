import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import { CreditAccount } from '../../models/CreditAccount';
import type { Transaction } from '../../models/database';
import { IdempotencyKey } from '../../models/IdempotencyKey';
import type { KeyClaim, Original } from '../../models/IdempotencyKey';
import type { Tenant } from '../../models/Tenant';
import { keysLost } from './refusals';
import type { CreateAssignmentInput } from './schema';

/** The assignment of an earlier request, as it is now; `mismatch` if its body was another one. */
export interface Replay {
  assignment: Omit<Original, 'requestHash'>;
  balance: number;
  replayed: { mismatch: boolean };
}

/**
 * Claims the request's key for its assignment, if it has one.
 * @param holdUntil until then a key that is not known may have been lost
 * @throws ApiError 503 for such a key
 * @returns the assignment that the first request with this key has made; undefined if this request is the first one
 */
export async function claimOrReplay(
  tenant: Tenant,
  assignmentId: string,
  { request, holdUntil }: { request: CreateAssignmentInput; holdUntil: Date | null },
  transaction: Transaction,
): Promise<Replay | undefined> {
  const claim = claimFor(assignmentId, request);
  if (claim === null) return undefined;
  if (await IdempotencyKey.claim(tenant, claim, transaction)) {
    if (mayBeLost(holdUntil)) throw keysLost.errorWith({ headers: { 'Retry-After': secondsUntil(holdUntil) } });
    return undefined;
  }

  const { requestHash: firstHash, ...assignment } = await IdempotencyKey.originalOf(tenant, claim.key, transaction);
  await CreditAccount.turnCycle(tenant, transaction);
  const balance = await CreditAccount.balance(tenant, transaction);
  return { assignment, balance, replayed: { mismatch: firstHash !== claim.requestHash } };
}

/** Tells whether a key that is not known may have been used. */
export function mayBeLost(holdUntil: Date | null): holdUntil is Date {
  return holdUntil !== null && holdUntil.getTime() > Date.now();
}

function secondsUntil(time: Date): string {
  return String(Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000)));
}

/** The claim to a request's key for its assignment; null for a request without one. */
export function claimFor(assignmentId: string, request: CreateAssignmentInput): KeyClaim | null {
  const { idempotencyKey: key } = request;
  return key === null ? null : { key, requestHash: hashOf(request), assignmentId };
}

/** Levels of a payload that are distinguished; what lies deeper counts as the same. */
const canonicalJson = configure({ deterministic: true, maximumDepth: 32 });

/**
 * SHA-256 of the request as canonical JSON. Requests that mean the same hash alike, however they are written: what is
 * null counts as left out (contract.md §2), so a field that is added later changes no hash.
 */
function hashOf(request: CreateAssignmentInput): string {
  const given = Object.entries(request).filter(([, value]) => value !== null);
  return createHash('sha256')
    .update(canonicalJson(Object.fromEntries(given)) ?? '')
    .digest('hex');
}
