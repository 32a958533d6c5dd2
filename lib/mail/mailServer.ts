import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The mail server that takes the mails of the service. */
export interface MailServer {
  host: string;
  port: number;
  /** `tls`: from the first byte; `starttls`: required before anything is said; `none`: all can be read on the way. */
  encryption: 'tls' | 'starttls' | 'none';
  credentials: { user: string; password: string } | null;
}

/** The mailbox of a sandbox on this machine: where mails go as long as nobody has named a server (contract.md §7). */
export const sandboxMailbox: MailServer = { host: '127.0.0.1', port: 4603, encryption: 'none', credentials: null };

const words =
  'must look like smtp://user:password@host:587 or smtps://user:password@host:465; ' +
  'smtp demands STARTTLS, except on this machine or with ?ignoreTLS=true';
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

/**
 * Reads `SMTP_URL`. Credentials stand in it percent-encoded.
 * @throws Error that says what it looks like, without what was given
 */
export function parseMailServer(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { protocol, host, hash, pathname, search } = url ?? {};
  const isKnown = protocol === 'smtp:' || protocol === 'smtps:';
  const isPlain = search === '?ignoreTLS=true';
  if (!url || !isKnown || !host || hash || !['', '/'].includes(pathname ?? '')) throw new Error(words);
  if (search && (!isPlain || protocol === 'smtps:')) throw new Error(words);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host: hostname,
    port: Number(url.port) || ports[protocol],
    encryption: protocol === 'smtps:' ? 'tls' : isPlain || isThisMachine(hostname) ? 'none' : 'starttls',
    credentials: credentialsIn(url),
  };
}

function credentialsIn({ username, password }: URL): MailServer['credentials'] {
  if (username === '' && password === '') return null;
  if (username === '') throw new Error(words);
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error(words);
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback');
}
