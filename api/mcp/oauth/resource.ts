import { parseUrl } from '../../../domain/parseUrl';
import { addressesOf } from './addresses';

/**
 * Tells whether a request is for our resource. A request that names none is. Some clients put a slash behind its address, or
 * write its host in upper case (RFC 8707 §2; MCP, canonical server URI; contract.md §9).
 */
export function isResource(given: string | undefined, config: { readonly baseUrl: string }): boolean {
  const { resource } = addressesOf(config);
  return given === undefined || parseUrl(given)?.href.replace(/\/$/, '') === resource;
}
