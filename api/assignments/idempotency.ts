import { createHash } from 'node:crypto';
import { CreditAccount } from '../../models/CreditAccount';
import type { Transaction } from '../../models/database';
import { IdempotencyKey } from '../../models/IdempotencyKey';
import type { FirstAnswer } from '../../models/IdempotencyKey';
import { invalid } from '../http/errors';
import type { CreateAssignmentBody } from './schema';

/** The answer of an earlier request; `mismatch` if its body was another one. */
export interface Replay {
  assignment: Omit<FirstAnswer, 'requestHash'>;
  balance: number;
  replayed: { mismatch: boolean };
}

/**
 * The request with the key that its body or its header carries.
 * @throws ApiError 400 if both carry one and they differ
 */
export function withIdempotencyKey(body: CreateAssignmentBody, header: string | undefined): CreateAssignmentBody {
  if (header === undefined || header === body.idempotencyKey) return body;
  if (body.idempotencyKey === null) return { ...body, idempotencyKey: header };
  throw invalid({ idempotencyKey: ['must be the same as the header Idempotency-Key, or be left out'] });
}

/**
 * Claims the request's key for its assignment, if it has one.
 * @returns what the first request with this key was answered, whatever has become of its assignment since; undefined if
 *   this request is the first one
 */
export async function claimOrReplay(
  workspaceId: string,
  assignmentId: string,
  request: CreateAssignmentBody,
  transaction: Transaction,
): Promise<Replay | undefined> {
  const { idempotencyKey: key, scheduledAt } = request;
  if (key === null) return undefined;
  const requestHash = hashOf(request);
  const claim = { workspaceId, key, requestHash, assignmentId, scheduledAt };
  if (await IdempotencyKey.claim(claim, transaction)) return undefined;

  const { requestHash: firstHash, ...assignment } = await IdempotencyKey.firstAnswer(workspaceId, key, transaction);
  await CreditAccount.turnCycle(workspaceId, transaction);
  const balance = await CreditAccount.balance(workspaceId, transaction);
  return { assignment, balance, replayed: { mismatch: firstHash !== requestHash } };
}

/** SHA-256 of the request as canonical JSON. Requests that mean the same hash alike, however they are written. */
function hashOf(request: CreateAssignmentBody): string {
  return createHash('sha256').update(JSON.stringify(request, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
