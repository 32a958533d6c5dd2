/** Every quota begins anew within it, so nothing that is documented asks for a longer wait. */
const retryAfterMsMax = 24 * 3_600_000;

/** RFC 9110 §10.2.3: seconds or a date. In milliseconds, at most a day. */
export function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), retryAfterMsMax);
}
