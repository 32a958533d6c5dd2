import type { OutboundError, OutboundReason } from '../safeFetch/OutboundError';

/** Answers that will not become better by asking again (contract.md §13). */
const permanentStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 410, 451]);

const blockingReasons: ReadonlySet<OutboundReason> = new Set(['blocked_address', 'invalid_url', 'insecure_redirect']);

/** The order to the caller after a download that failed. */
export const makeReadable = 'Make sure that it can be downloaded, then retry.';

/** Tells whether a source that answers with this status will do so again. */
export function isPermanent(status: number): boolean {
  return permanentStatuses.has(status);
}

/** Tells whether the address may not be called at all. */
export function isBlocking({ reason }: OutboundError): boolean {
  return blockingReasons.has(reason);
}
