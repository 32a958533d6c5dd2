import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import { mcpScopes } from '../../domain/mcp';
import { addressesOf } from './oauth/addresses';

/** The address at which a client finds the authorization server of `/_mcp` (RFC 9728 §3.1). */
export function resourceMetadataUrl(config: { readonly baseUrl: string }): string {
  return getOAuthProtectedResourceMetadataUrl(new URL(addressesOf(config).resource));
}

/**
 * The challenge of a 401 (RFC 6750 §3, RFC 9728 §5.1). The challenge names both scopes, so that one consent is enough:
 * some clients ask for the named scopes alone and take a later 403 for the end.
 * @param hasToken whether the request had a token; without a token there is no error to tell
 */
export function challengeOf(config: { readonly baseUrl: string }, hasToken: boolean): string {
  const error = [
    ['error', 'invalid_token'],
    ['error_description', 'The access token is unknown, has expired or was revoked'],
  ];
  const parameters = [
    ...(hasToken ? error : []),
    ['resource_metadata', resourceMetadataUrl(config)],
    ['scope', mcpScopes.join(' ')],
  ];
  return `Bearer ${parameters.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}
