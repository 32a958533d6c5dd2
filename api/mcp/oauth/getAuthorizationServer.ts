import { z } from 'zod';
import { mcpScopes } from '../../../domain/mcp';
import { defineUseCase } from '../../useCase';
import { addressesOf } from './addresses';
import { grantTypes } from './grantTypes';
import type { ServerMetadata } from './schema';

/** The metadata of the authorization server (RFC 8414 §2). */
export const getAuthorizationServer = defineUseCase({
  name: 'getAuthorizationServer',
  action: 'public',
  summary: 'The authorization server of assistants',
  description:
    'RFC 8414. Its clients are public and use PKCE with `S256`. They register themselves, or their `client_id` is the address of a document that describes them.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps: { config } }): Promise<ServerMetadata> => {
    const { issuer, authorize, token, register, revoke } = addressesOf(config);
    return {
      issuer,
      authorization_endpoint: authorize,
      token_endpoint: token,
      registration_endpoint: register,
      revocation_endpoint: revoke,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [...grantTypes],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: [...mcpScopes],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${issuer}/docs`,
    };
  },
});
