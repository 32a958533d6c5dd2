import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../domain/parseUrl';

/** The target of a call: the host as the URL names it, the address that will be dialled (if known) and the port. */
export interface OutboundTarget {
  readonly host: string;
  readonly address: string | undefined;
  readonly port: number;
}

/** The operator's exceptions to the wall, as `OUTBOUND_ALLOW` lists them. */
export type OutboundAllow = readonly OutboundRule[];

interface OutboundRule {
  readonly isExclusion: boolean;
  readonly covers: (target: OutboundTarget) => boolean;
}

/** An exclusion always wins over the rest of the list; the general rules judge unlisted targets. */
export type OutboundRuling = 'listed' | 'excluded' | 'unlisted';

/** The ruling of the list about a target. A host name in the list stands for all addresses it resolves to, on its port. */
export function rulingOf(allow: OutboundAllow, target: OutboundTarget): OutboundRuling {
  const covering = allow.filter((rule) => rule.covers(target));
  if (covering.some((rule) => rule.isExclusion)) return 'excluded';
  return covering.length > 0 ? 'listed' : 'unlisted';
}

/**
 * Reads `OUTBOUND_ALLOW` (contract.md §12): comma-separated `host:port`, `ip:port`, `cidr` or `cidr:port`, each with a
 * leading `!` for an exclusion; IPv6 addresses before a port stand in brackets. Empty text is an empty list.
 * @throws Error of one line that says which entry is wrong, and the form of an entry
 */
export function parseOutboundAllow(text: string): OutboundAllow {
  if (text.trim() === '') return [];
  return text.split(',').map((entry, index) => {
    const rule = parseRule(entry.trim());
    if (rule) return rule;
    throw new Error(
      `entry ${index + 1} must be host:port, ip:port, cidr or cidr:port, such as media.lan:8080, 10.1.2.3:80, ` +
        '[fd00::1]:80, 10.0.0.0/8 or ::1/128; a leading ! excludes; entries are separated by commas',
    );
  });
}

const rulePattern =
  /^(?<not>!?)(?<host>\[[0-9a-f:.]+\]|[0-9a-f:.]+(?=\/)|[a-z0-9._-]+)(?:\/(?<bits>\d{1,3}))?(?::(?<port>\d{1,5}))?$/i;

function parseRule(entry: string): OutboundRule | undefined {
  const found = rulePattern.exec(entry)?.groups;
  if (!found) return undefined;
  const host = (found['host'] ?? '').replace(/^\[|\]$/g, '').toLowerCase();
  const bits = numberOf(found['bits']);
  const port = numberOf(found['port']);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  if (port === undefined && bits === undefined) return undefined;
  const coversHost = isIP(host) ? networkMatcher(host, bits) : nameMatcher(host, bits);
  if (!coversHost) return undefined;
  return {
    isExclusion: found['not'] === '!',
    covers: (target) => (port === undefined || port === target.port) && coversHost(target),
  };
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

/** A name that the URL parser would rewrite (`127.1`, `0x7f000001`) could never match, so it is not one. */
function nameMatcher(name: string, bits: number | undefined): OutboundRule['covers'] | undefined {
  const hostname = parseUrl(`http://${name}`)?.hostname;
  if (bits !== undefined || hostname !== name || name.endsWith('.')) return undefined;
  return ({ host }) => host === name;
}

/** Judges mapped addresses (`::ffff:a.b.c.d`) as the IPv4 addresses that are dialled for them, in the rule too. */
function networkMatcher(ip: string, givenBits: number | undefined): OutboundRule['covers'] | undefined {
  const written = ipaddr.parse(ip);
  const writtenBits = givenBits ?? widthOf(written);
  if (writtenBits > widthOf(written)) return undefined;
  const isMapped = written instanceof ipaddr.IPv6 && written.isIPv4MappedAddress() && writtenBits >= 96;
  const base = isMapped ? written.toIPv4Address() : written;
  const bits = isMapped ? writtenBits - 96 : writtenBits;
  return ({ address }) => {
    if (address === undefined || !isIP(address)) return false;
    const dialled = ipaddr.process(address);
    return dialled.kind() === base.kind() && dialled.match([base, bits]);
  };
}

function widthOf(address: ipaddr.IPv4 | ipaddr.IPv6): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}
