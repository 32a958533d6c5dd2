import { isIPv6 } from 'node:net';
import { parseCIDR } from 'ipaddr.js';

/**
 * An address as tries are counted by it: itself, or of IPv6 its network.
 * @param prefixBits of the network, in whole bytes; a subscriber usually has all addresses of a /64
 */
export function networkOf(address: string, prefixBits: 48 | 64 = 64): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const [parsed] = parseCIDR(`${plain}/${prefixBits}`);
  if ('isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed
    .toByteArray()
    .slice(0, prefixBits / 8)
    .join('.');
}
