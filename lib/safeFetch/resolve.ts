import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** All addresses of a host name, in the order in which to try them; rejects or answers none when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface ResolverOptions {
  readonly hostsFile?: string;
  /** Name servers as `address:port`, in place of the system's. */
  readonly servers?: readonly string[];
  /** The first wait for a name server; the second, and last, is twice as long. */
  readonly queryTimeoutMs?: number;
}

/** True for the names that mean this machine whatever DNS says (RFC 6761 §6.3). */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Resolves by the hosts file, then by DNS, without search domains; IPv4 addresses come first.
 *
 * `dns.lookup` would hold one of the four threads of libuv for each name whose servers are silent; four such names,
 * named by anyone, would stop all files, look-ups and password hashes of the process. Here they hold up no other work.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  return async (host) => {
    const name = isLocalhostName(host) ? 'localhost' : host;
    const listed = await readHostsFile(options.hostsFile ?? '/etc/hosts', name);
    if (listed.length > 0) return listed.toSorted((a, b) => isIP(a) - isIP(b));
    return name === 'localhost' ? ['127.0.0.1'] : await queryDns(name, options);
  };
}

async function readHostsFile(path: string, name: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const entries = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  return entries.flatMap(([address = '', ...names]) => (isIP(address) && names.includes(name) ? [address] : []));
}

async function queryDns(name: string, { servers, queryTimeoutMs = 1_500 }: ResolverOptions): Promise<string[]> {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const reasons = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason) : 'no address'));
  throw new Error(reasons.join('; '));
}
