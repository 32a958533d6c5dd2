import { isIP } from 'node:net';
import { mediaUrlLengthMax } from '../../domain/limits';
import { parseUrl } from '../../domain/parseUrl';
import { codePoints } from '../../domain/payload/text';
import type { OutboundAllow } from './allow';
import { mayReach } from './mayReach';
import { OutboundError } from './OutboundError';
import { isLocalhostName } from './resolve';

/**
 * Judges a URL that a caller gave by its text alone, without DNS (contract.md §2): absolute, http or https, no
 * credentials, no literal address that is not public, no localhost name, no port of another protocol, unless `allow`
 * lists it. Names are judged again by their addresses when they are dialled.
 * @returns the URL in canonical form, or why it is refused, in a sentence for the caller
 */
export function judgeUrl(text: string, allow: OutboundAllow): URL | OutboundError {
  if (codePoints(text) > mediaUrlLengthMax)
    return refused(`The URL must not be longer than ${mediaUrlLengthMax} characters.`);
  const url = parseUrl(text);
  if (!url) return refused('The URL must be absolute, such as https://example.com/file.mp4.');
  return judgeParsedUrl(url, allow);
}

/**
 * Judges the `Location` of an answer to `from` as strictly as a caller's URL, but for its length; a redirect from https
 * to http is refused.
 */
export function judgeRedirect(location: string, from: URL, allow: OutboundAllow): URL | OutboundError {
  const url = parseUrl(location, from.href);
  if (!url) return refused('The host redirected to something that is not a URL.');
  if (from.protocol === 'https:' && url.protocol === 'http:') return new OutboundError('insecure_redirect');
  return judgeParsedUrl(url, allow);
}

function judgeParsedUrl(url: URL, allow: OutboundAllow): URL | OutboundError {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused('The URL must begin with http:// or https://.');
  if (url.username !== '' || url.password !== '') return refused('The URL must not carry a user name or password.');
  url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hostname.endsWith('.')) return refused('The URL must name a host.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = portOf(url);
  const isReachable = addressesIn(host).some((address) => mayReach(allow, { host, address, port }));
  return isReachable ? url : new OutboundError('blocked_address');
}

/** The port that is dialled for an http or https URL. */
export function portOf({ protocol, port }: { protocol: string; port: string }): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** The addresses that the text of a host names; undefined for an ordinary name. */
function addressesIn(host: string): readonly (string | undefined)[] {
  if (isIP(host)) return [host];
  return isLocalhostName(host) ? ['127.0.0.1', '::1'] : [undefined];
}

function refused(message: string): OutboundError {
  return new OutboundError('invalid_url', message);
}
