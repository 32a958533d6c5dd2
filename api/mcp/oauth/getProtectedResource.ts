import { z } from 'zod';
import { mcpScopes } from '../../../domain/mcp';
import { defineUseCase } from '../../useCase';
import { addressesOf } from './addresses';
import type { ResourceMetadata } from './schema';

/** The metadata of `/_mcp` as a resource: it names the authorization server (RFC 9728 §2). */
export const getProtectedResource = defineUseCase({
  name: 'getProtectedResource',
  action: 'public',
  summary: 'The resource of assistants, and who authorizes them',
  description: 'RFC 9728. The document is the same here and at the path of the resource.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps: { config } }): Promise<ResourceMetadata> => {
    const { issuer, resource } = addressesOf(config);
    return {
      resource,
      authorization_servers: [issuer],
      scopes_supported: [...mcpScopes],
      bearer_methods_supported: ['header'],
      resource_name: 'Content Delivery Service',
      resource_documentation: `${issuer}/docs`,
    };
  },
});
