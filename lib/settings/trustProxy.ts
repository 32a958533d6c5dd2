import { isIP } from 'node:net';
import { isValidCIDR } from 'ipaddr.js';

/** The proxies whose `X-Forwarded-For` counts: a number of hops before us, some addresses, or none (Express's form). */
export type TrustProxy = number | readonly string[];

const hopsMax = 10;

/**
 * Reads `TRUST_PROXY`: a number of hops, or addresses and CIDR ranges, comma-separated.
 * @throws Error of one line that names the form of the setting
 */
export function parseTrustProxy(text: string): TrustProxy {
  if (/^\d{1,2}$/.test(text) && Number(text) <= hopsMax) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.every(isAddressOrRange)) return entries;
  throw new Error(`must be a number of hops from 0 to ${hopsMax}, or addresses and CIDR ranges such as 10.0.0.0/8,::1`);
}

/** ipaddr.js alone would also take short forms, such as 10.1. */
function isAddressOrRange(entry: string): boolean {
  const [address = '', ...prefix] = entry.split('/');
  return isIP(address) !== 0 && (prefix.length === 0 || isValidCIDR(entry));
}
