import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA IPv4 special-purpose registry (RFC 6890), multicast, and one public number that is not public. */
const closedIPv4 = [
  '0.0.0.0/8', // this network, RFC 791: dialled as loopback by most systems
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598 (holds Alibaba's metadata address)
  '127.0.0.0/8', // loopback, RFC 1122
  '168.63.129.16/32', // Azure's wire server, which answers only from within
  '169.254.0.0/16', // link-local, RFC 3927 (holds the metadata address of most clouds)
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // protocol assignments, RFC 6890 (holds Oracle's metadata address)
  '192.0.2.0/24', // documentation, RFC 5737
  '192.31.196.0/24', // AS112, RFC 7535
  '192.52.193.0/24', // AMT relays, RFC 7450
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16', // private, RFC 1918
  '192.175.48.0/24', // AS112, RFC 7534
  '198.18.0.0/15', // benchmarking, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved, RFC 1112, and the broadcast address
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** The part of IPv6 handed out as global unicast (IANA IPv6 address space); all addresses outside are closed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special ranges inside it (IANA IPv6 special-purpose registry). */
const closedIPv6 = [
  '2001::/23', // protocol assignments, RFC 2928: Teredo, ORCHID, benchmarking, AMT
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4, RFC 3056: carries an IPv4 address
  '2620:4f:8000::/48', // AS112, RFC 7534
  '3fff::/20', // documentation, RFC 9637
].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * True for an address that is reachable on the open internet and nowhere else.
 *
 * Knows the text forms that `net.isIP` knows; anything else, a zone (`%eth0`) too, is not public. Nor is any IPv6 form
 * that carries an IPv4 address (mapped, compatible, SIIT, NAT64, 6to4, Teredo, ISATAP), whatever it carries.
 * A network's own translation prefix (RFC 6052 §2.2) looks like any other: the operator excludes it (`allow.ts`).
 */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 4) return isPublicIPv4(ipaddr.IPv4.parse(ip));
  return version === 6 && !ip.includes('%') && isPublicIPv6(ipaddr.IPv6.parse(ip));
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return !closedIPv4.some((range) => address.match(range));
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  return address.match(globalUnicast) && !closedIPv6.some((range) => address.match(range)) && !isIsatap(address);
}

/** An ISATAP interface identifier (RFC 5214 §6.1) carries an IPv4 address under any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0x0000 || parts[4] === 0x0200) && parts[5] === 0x5efe;
}
