import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { IdempotencyKey } from '../../../models/assignments/IdempotencyKey';
import type { Original } from '../../../models/assignments/IdempotencyKey';
import type { Tenant } from '../../../models/database/Tenant';
import { keysLost } from '../refusals';
import type { CreateAssignmentInput } from '../schema';

/** The assignment of an earlier request, as it is now; `mismatch` if its body was another one. */
export interface Replay {
  assignment: Omit<Original, 'requestHash'>;
  balance: number;
  replayed: { mismatch: boolean };
}

/**
 * Looks for an earlier request with the same key.
 * @param holdUntil until then a key that is not known may have been lost
 * @throws ApiError 503 for such a key
 * @returns the assignment that the first request with this key has made; null if there is none, or no key
 */
export async function replayOf(
  tenant: Tenant,
  request: CreateAssignmentInput,
  holdUntil: Date | null,
): Promise<Replay | null> {
  const { idempotencyKey: key } = request;
  if (key === null) return null;
  const original = await IdempotencyKey.originalOf(tenant, key);
  if (original === null) {
    if (mayBeLost(holdUntil)) throw keysLost.errorWith({ headers: { 'Retry-After': secondsUntil(holdUntil) } });
    return null;
  }
  const { requestHash: firstHash, ...assignment } = original;
  await CreditAccount.turnCycle(tenant);
  const balance = await CreditAccount.balance(tenant);
  return { assignment, balance, replayed: { mismatch: firstHash !== requestHashOf(request) } };
}

/** Tells whether a key that is not known may have been used. */
export function mayBeLost(holdUntil: Date | null): holdUntil is Date {
  return holdUntil !== null && holdUntil.getTime() > Date.now();
}

function secondsUntil(time: Date): string {
  return String(Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000)));
}

/** Levels of a payload that are distinguished; what lies deeper counts as the same. */
const canonicalJson = configure({ deterministic: true, maximumDepth: 32 });

/**
 * SHA-256 of the request as canonical JSON. Requests that mean the same hash alike, however they are written: what is
 * null counts as left out (contract.md §2), so a field that is added later changes no hash.
 */
export function requestHashOf(request: CreateAssignmentInput): string {
  const given = Object.entries(request).filter(([, value]) => value !== null);
  return createHash('sha256')
    .update(canonicalJson(Object.fromEntries(given)) ?? '')
    .digest('hex');
}
