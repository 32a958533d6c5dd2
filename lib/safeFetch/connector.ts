import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { timeout, TimeoutStrategy } from 'cockatiel';
import { buildConnector } from 'undici';
import type { OutboundAllow } from './allow';
import { portOf } from './judgeUrl';
import { mayReach } from './mayReach';
import { OutboundError, outboundErrorOf } from './OutboundError';
import type { Resolve } from './resolve';

export interface ConnectorOptions {
  readonly allow: OutboundAllow;
  readonly resolve: Resolve;
  /** Bounds the look-up, and after it the connection with its TLS handshake. */
  readonly connectTimeoutMs: number;
  /** Certificate authorities (PEM) to trust in place of the system's. */
  readonly ca?: string;
}

/** One address of several is tried this long before the next. Node's 250 ms gives up on slow, healthy routes. */
const attemptTimeoutMs = 1_000;

/** @throws OutboundError, and nothing else */
export type Connect = (url: URL) => Promise<Socket>;

/**
 * The way to a socket, with the wall in it: a host is resolved once, refused if any of its addresses is refused, and only
 * the addresses that were judged are dialled, so no later answer of DNS counts.
 */
export function createConnector(options: ConnectorOptions): Connect {
  return async (url) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = portOf(url);
    const isOpen = (address: string): boolean => mayReach(options.allow, { host, address, port });
    const addresses = isIP(host) ? [host] : await resolveInTime(host, options);
    if (addresses.length === 0) throw new OutboundError('dns_error');
    if (!addresses.every(isOpen)) throw new OutboundError('blocked_address');
    const target = { hostname: host, host: url.host, protocol: url.protocol, port: String(port) };
    const socket = await dial(target, addresses, options);
    const peer = socket.remoteAddress;
    if (peer !== undefined && isOpen(peer)) return socket;
    socket.destroy();
    throw new OutboundError(peer === undefined ? 'connection_reset' : 'blocked_address');
  };
}

async function resolveInTime(
  host: string,
  { resolve, connectTimeoutMs }: ConnectorOptions,
): Promise<readonly string[]> {
  try {
    return await timeout(connectTimeoutMs, TimeoutStrategy.Aggressive).execute(() => resolve(host));
  } catch (error) {
    throw new OutboundError('dns_error', undefined, { cause: error });
  }
}

/** Dials the addresses in turn; Node asks the look-up only for names, and for literals `addresses` is the literal. */
function dial(
  target: buildConnector.Options,
  addresses: readonly string[],
  options: ConnectorOptions,
): Promise<Socket> {
  const lookup: LookupFunction = (_host, _options, found) =>
    found(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  const open = buildConnector({
    timeout: options.connectTimeoutMs,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  return new Promise((resolve, reject) => {
    open(target, (error, socket) => {
      if (socket) resolve(socket);
      else reject(outboundErrorOf(error) ?? new OutboundError('connection_refused', undefined, { cause: error }));
    });
  });
}
