import { parseUrl } from './parseUrl';

/** Scopes of an access token of an MCP client (contract.md §9). */
export const mcpScopes = ['mcp.read', 'mcp.write'] as const;
export type McpScope = (typeof mcpScopes)[number];

/** The acts of tools that make something public or end it. A grant allows those that its consent page has named (contract.md §9). */
export const mcpPowers = ['publish', 'change', 'cancel', 'takeDown'] as const;
export type McpPower = (typeof mcpPowers)[number];

/** The acts in the words of the consent page, in their order. */
const powerMeanings: Readonly<Record<McpPower, string>> = {
  publish: 'Publish, schedule and retry posts',
  change: 'change posts, public ones too',
  cancel: 'cancel posts',
  takeDown: 'take public posts down for good',
};

/** The meaning of each scope, with all that a person who is asked for it must know (contract.md §9). */
export const scopeMeanings: Readonly<Record<McpScope, { readonly covers: string; readonly allows: string }>> = {
  'mcp.read': {
    covers: 'assignments:read connections:read platforms:read webhooks:read stats:read',
    allows:
      'See posts, connected channels, platforms, webhook deliveries, statistics and the credit balance. ' +
      'Live statistics cost credits.',
  },
  'mcp.write': {
    covers: 'assignments:write connections:write',
    allows:
      `${mcpPowers.map((power) => powerMeanings[power]).join(', ')}, renew the access to channels, and send webhooks again. ` +
      'Posts become public and cost credits.',
  },
};

/** The known scopes of a list that spaces separate, each once, in our order. Unknown ones are dropped. */
export function knownScopes(given: string): McpScope[] {
  const names = new Set(given.split(' '));
  return mcpScopes.filter((scope) => names.has(scope));
}

export const authorizationCodeMinutes = 5;
export const accessTokenSeconds = 3600;
/** From the consent on; no use makes it longer. */
export const grantDays = 30;
/** A refresh token that was used may be used again this long, since clients refresh several times at once. */
export const refreshGraceSeconds = 120;
/** Pairs of tokens that one refresh token gives, the first one included. */
export const refreshPairsMax = 10;
/** Refreshes of one grant in the time of `failureWindowMinutes`: each leaves rows until the grant has been over for a month. */
export const refreshesMax = 100;
/** A consent page can be sent as long after it was opened. */
export const consentMinutes = 10;

export const redirectUrisMax = 20;
/** Characters of all redirect URIs of a client together. */
export const redirectUrisLengthMax = 8192;
export const clientNameLengthMax = 120;
export const stateLengthMax = 4096;
/** Clients that register from one network, and from all together, in the time of `failureWindowMinutes`. */
export const registrationsPerNetworkMax = 50;
/** So many that it takes 40 networks to keep the clients of others out. */
export const registrationsMax = 2000;

const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

/** Tells whether a redirect URI leads to a program on the machine of its user (RFC 8252 §7.3). Pure. */
export function isLoopback(uri: string): boolean {
  return loopback.test(uri);
}

/**
 * Tells whether a redirect may go to `given`: it is the registered URI, or differs from it only in the port of a
 * loopback address (RFC 8252 §7.3; contract.md §9). Pure.
 */
export function matchesRedirectUri(registered: string, given: string): boolean {
  if (registered === given) return true;
  if (!isLoopback(registered) || !isLoopback(given) || !parseUrl(given)) return false;
  return registered.replace(loopback, '$1') === given.replace(loopback, '$1');
}

/** Schemes that browsers run, read or hand to other programs by themselves. */
const refusedSchemes = [
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'about',
  'filesystem',
  'view-source',
  'ftp',
  'ws',
  'wss',
];
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description'];

/**
 * Why a client may not register a redirect URI; null: it may (RFC 8252 §7, RFC 9700 §2.1, contract.md §9). Pure.
 */
export function faultOfRedirectUri(uri: string): string | null {
  const url = /^[\x21-\x7e]+$/.test(uri) ? parseUrl(uri) : undefined;
  if (!url) return 'is no absolute URI';
  if (/[#\\"<>]/.test(uri)) return 'must have no fragment, backslash, quote or angle bracket';
  const { protocol, username, password, searchParams } = url;
  const fault = faultOfScheme(uri, protocol.slice(0, -1));
  if (fault !== null) return fault;
  if (username !== '' || password !== '') return 'must have no user name and no password';
  if (responseParameters.some((name) => searchParams.has(name))) return 'must not have parameters of the answer';
  return null;
}

function faultOfScheme(uri: string, scheme: string): string | null {
  if (!uri.startsWith(`${scheme}:/`)) return 'must begin with its scheme in lower case and a slash';
  if (refusedSchemes.includes(scheme)) return `must not have the scheme ${scheme}`;
  if (scheme === 'https' && !uri.startsWith('https://')) return 'must name a host';
  return scheme === 'http' && !isLoopback(uri) ? 'must be https, or a loopback address' : null;
}

/** The limits of a document that describes a client: the time to read it, its size, and the hours for which it is kept at most. */
export const documentMsMax = 5000;
export const documentBytesMax = 64 * 1024;
export const documentHoursMax = 24;
