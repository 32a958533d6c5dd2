import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../domain/parseUrl';

/** The mail server that takes the mails of the service. */
export interface MailServer {
  host: string;
  port: number;
  /** `tls`: from the first byte; `starttls`: required before anything is said; `none`: all can be read on the way. */
  encryption: 'tls' | 'starttls' | 'none';
  credentials: { user: string; password: string } | null;
}

/** The mailbox of a sandbox on this machine: mails go there as long as no server is named (contract.md §7). */
export const sandboxMailbox: MailServer = { host: '127.0.0.1', port: 4603, encryption: 'none', credentials: null };

const words =
  'must look like smtp://user:password@host:587 or smtps://user:password@host:465; ' +
  'smtp demands STARTTLS, except on this machine or with ?ignoreTLS=true';
const form = /^smtps?:\/\/[^/?#\s]+\/?(\?ignoreTLS=true)?$/;

/**
 * Reads `SMTP_URL`. Its credentials are percent-encoded.
 * @throws Error that names the form of the setting, without the given text
 */
export function parseMailServer(text: string): MailServer {
  const url = form.test(text) ? parseUrl(text) : undefined;
  if (!url?.hostname) throw new Error(words);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const encryption = encryptionOf(url, host);
  const port = Number(url.port) || (encryption === 'tls' ? 465 : 587);
  return { host, port, encryption, credentials: credentialsIn(url) };
}

function encryptionOf({ protocol, search }: URL, host: string): MailServer['encryption'] {
  const isPlain = search !== '';
  if (protocol === 'smtp:') return isPlain || isThisMachine(host) ? 'none' : 'starttls';
  if (isPlain) throw new Error(words);
  return 'tls';
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
