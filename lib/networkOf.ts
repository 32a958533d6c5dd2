import { isIPv6 } from 'node:net';
import { parseCIDR } from 'ipaddr.js';

/** An address as tries are counted by it: an IPv6 address with its /64, because a subscriber usually has all of them. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const [parsed] = parseCIDR(`${plain}/64`);
  if ('isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.toByteArray().slice(0, 8).join('.');
}
