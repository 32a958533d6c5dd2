import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { IdempotencyKey } from '../../../models/assignments/IdempotencyKey';
import type { Original } from '../../../models/assignments/IdempotencyKey';
import type { Tenant } from '../../../models/database/Tenant';
import { keysLost } from '../refusals';
import type { CreateAssignmentInput } from '../schema';

/** The assignment of an earlier request, in its present state; `mismatch` if the bodies of the two requests differ. */
export interface Replay {
  assignment: Omit<Original, 'requestHash'>;
  balance: number;
  replayed: { mismatch: boolean };
}

/**
 * Looks for an earlier request with the same key.
 * @param holdUntil the time until which an unknown key may have been lost
 * @throws ApiError 503 for an unknown key before that time
 * @returns the assignment that the first request with this key has made; null without a key or an earlier request
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
