/** The longest accepted wait. Every quota is full again within a day, so no documented limit asks for a longer wait. */
const retryAfterMsMax = 24 * 3_600_000;

/** The wait of a header (RFC 9110 §10.2.3: seconds or a date), in milliseconds, at most a day. */
export function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), retryAfterMsMax);
}
