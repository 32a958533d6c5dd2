import { addressesOf } from './addresses';

/**
 * Tells whether a request is for our resource. A request that names no resource is; some clients put a slash behind its
 * address (RFC 8707 §2; contract.md §9).
 */
export function isResource(given: string | undefined, config: { readonly baseUrl: string }): boolean {
  const { resource } = addressesOf(config);
  return given === undefined || given === resource || given === `${resource}/`;
}
