import { parseUrl } from './parseUrl';

/**
 * Tells whether a consent may lead back to `uri`: to one of `allowed`, compared exactly, or, if none is allowed, to any
 * http address of this machine.
 */
export function isAllowedRedirect(uri: string, allowed: readonly string[]): boolean {
  return allowed.length > 0 ? allowed.includes(uri) : isLoopback(uri);
}

function isLoopback(uri: string): boolean {
  const url = parseUrl(uri);
  if (!url || uri.includes('#')) return false;
  const { protocol, hostname } = url;
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
