import { addressesOf } from './addresses';

/**
 * Whether a request is for our resource. A request that names none is; some clients put a slash behind its address (RFC 8707
 * §2; contract.md §9).
 */
export function isResource(given: string | undefined, config: { readonly baseUrl: string }): boolean {
  const { resource } = addressesOf(config);
  return given === undefined || given === resource || given === `${resource}/`;
}
