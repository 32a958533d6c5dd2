import { z } from 'zod';
import { grantTypes } from './grantTypes';
import { urlLengthMax } from '../../../domain/limits';
import { mcpScopes } from '../../../domain/mcp';

const Url = z.string().meta({ format: 'uri' });
const service = 'https://api.example';
const clientId = '0198c3f4-5a6b-7c7d-8e8f-9a0b1c2d3e4f';
const redirectUri = 'https://assistant.example/callback';

export const ServerMetadata = z
  .strictObject({
    issuer: Url,
    authorization_endpoint: Url,
    token_endpoint: Url,
    registration_endpoint: Url,
    revocation_endpoint: Url,
    response_types_supported: z.array(z.literal('code')),
    response_modes_supported: z.array(z.literal('query')),
    grant_types_supported: z.array(z.enum(grantTypes)),
    code_challenge_methods_supported: z.array(z.literal('S256')),
    token_endpoint_auth_methods_supported: z.array(z.literal('none')),
    revocation_endpoint_auth_methods_supported: z.array(z.literal('none')),
    scopes_supported: z.array(z.enum(mcpScopes)),
    authorization_response_iss_parameter_supported: z.literal(true),
    client_id_metadata_document_supported: z.literal(true),
    service_documentation: Url,
  })
  .meta({
    id: 'AuthorizationServerMetadata',
    example: {
      issuer: service,
      authorization_endpoint: `${service}/oauth/mcp/authorize`,
      token_endpoint: `${service}/oauth/mcp/token`,
      registration_endpoint: `${service}/oauth/mcp/register`,
      revocation_endpoint: `${service}/oauth/mcp/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [...grantTypes],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: [...mcpScopes],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${service}/docs`,
    },
  });
export type ServerMetadata = z.infer<typeof ServerMetadata>;

export const ResourceMetadata = z
  .strictObject({
    resource: Url,
    authorization_servers: z.array(Url),
    scopes_supported: z.array(z.enum(mcpScopes)),
    bearer_methods_supported: z.array(z.literal('header')),
    resource_name: z.string(),
    resource_documentation: Url,
  })
  .meta({
    id: 'ProtectedResourceMetadata',
    example: {
      resource: `${service}/_mcp`,
      authorization_servers: [service],
      scopes_supported: [...mcpScopes],
      bearer_methods_supported: ['header'],
      resource_name: 'Content Delivery Service',
      resource_documentation: `${service}/docs`,
    },
  });
export type ResourceMetadata = z.infer<typeof ResourceMetadata>;

/** The fields of a registration that the service reads (RFC 7591 §2); it ignores all others. */
export const RegistrationBody = z
  .object({
    redirect_uris: z.array(z.string().meta({ maxLength: urlLengthMax })).meta({ minItems: 1 }),
    client_name: z
      .string()
      .nullish()
      .meta({
        pattern: String.raw`^[^\u0000-\u0008\u000e-\u001b\u007f]*$`,
        description: 'People are shown it as unverified',
      }),
    grant_types: z
      .array(z.string())
      .nullish()
      .meta({ contains: { const: 'authorization_code' } }),
    response_types: z
      .array(z.string())
      .nullish()
      .meta({ contains: { const: 'code' } }),
    token_endpoint_auth_method: z
      .string()
      .nullish()
      .meta({ description: 'The client becomes public, also with another value' }),
  })
  .meta({
    id: 'McpClientRegistration',
    example: {
      client_name: 'Assistant',
      redirect_uris: [redirectUri],
      grant_types: [...grantTypes],
      token_endpoint_auth_method: 'none',
    },
  });

export const RegisteredClient = z
  .strictObject({
    client_id: z.string().meta({ description: 'Permanent' }),
    client_id_issued_at: z.int().min(0).meta({ format: 'int64', description: 'Seconds since 1970' }),
    client_name: z.string().optional(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.enum(grantTypes)),
    response_types: z.array(z.literal('code')),
    token_endpoint_auth_method: z.literal('none'),
  })
  .meta({
    id: 'McpClient',
    example: {
      client_id: clientId,
      client_id_issued_at: 1_796_000_000,
      client_name: 'Assistant',
      redirect_uris: [redirectUri],
      grant_types: [...grantTypes],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  });
export type RegisteredClient = z.infer<typeof RegisteredClient>;

const resource = z.string().optional().meta({ description: '`{base_url}/_mcp`, which is also the default (RFC 8707)' });

export const AuthorizationQuery = z.object({
  client_id: z.string().meta({ description: 'As registered', example: clientId }),
  redirect_uri: z.string().meta({ description: 'A registered one; a loopback one may have another port' }),
  response_type: z.string().meta({ enum: ['code'], description: 'Only the code flow is served' }),
  scope: z.string().optional().meta({
    description:
      '`mcp.read`, `mcp.write`, or both; others are dropped. The box of `mcp.write` is ticked where it is asked for',
  }),
  code_challenge: z
    .string()
    .meta({ pattern: String.raw`^[\w-]{43}$`, description: 'Base64url of the SHA-256 of the verifier (RFC 7636)' }),
  code_challenge_method: z
    .string()
    .meta({ enum: ['S256'], description: 'How `code_challenge` is made of the verifier' }),
  state: z.string().optional().meta({ description: 'Comes back unchanged' }),
  response_mode: z
    .string()
    .optional()
    .meta({ enum: ['query', ''], description: '`query`, also where it is left out or empty (RFC 6749 §3.1)' }),
  resource,
});

export const ConsentForm = z
  .object({
    request: z.string().meta({ description: 'Of the page: what is consented to, sealed' }),
    action: z.enum(['allow', 'deny']).meta({ description: 'Which button was pressed' }),
    boxes: z
      .string()
      .optional()
      .meta({ description: 'The form has the boxes of the page; a form without it means those that the page ticked' }),
    read: z.string().optional().meta({ description: 'The box of `mcp.read` is ticked' }),
    write: z.string().optional().meta({ description: 'The box of `mcp.write` is ticked' }),
    credit_limit: z
      .string()
      .optional()
      .meta({ pattern: '^[0-9]*$', description: 'Credits of each cycle; none: no limit of its own' }),
    api_key: z.string().optional().meta({ description: 'Of the workspace that consents' }),
    email: z.string().optional().meta({ description: 'Of the person who consents, where no key is given' }),
    password: z.string().optional().meta({ description: 'Of that person' }),
    organization: z
      .string()
      .optional()
      .meta({ description: 'The id of an organization, after a log-in: where the client acts' }),
  })
  .meta({ id: 'ConsentForm', example: { request: 'v1.k1.…', action: 'allow', api_key: `ds_live_${'x'.repeat(32)}` } });

/** Headers that show that a form comes from our own page: its cookie, and the origin that the browser names. */
export const ConsentHeaders = z.object({
  Cookie: z.string().optional().meta({ description: 'Browsers send it by themselves' }),
  Origin: z.string().optional().meta({ description: 'Browsers send it by themselves' }),
  'Sec-Fetch-Site': z.string().optional().meta({ description: 'Browsers send it by themselves' }),
});

export const TokenForm = z
  .object({
    grant_type: z.enum(grantTypes),
    client_id: z.string(),
    code: z.string().optional(),
    redirect_uri: z.string().optional().meta({ description: 'As in the authorization request' }),
    code_verifier: z.string().optional(),
    refresh_token: z.string().optional(),
    scope: z.string().optional().meta({ description: 'Of the access token; what was not granted is dropped' }),
    resource,
  })
  .meta({
    id: 'TokenForm',
    oneOf: [
      {
        properties: {
          grant_type: { const: 'authorization_code' },
          code_verifier: { pattern: String.raw`^[\w.~-]{43,128}$` },
        },
        required: ['code', 'redirect_uri', 'code_verifier'],
      },
      { properties: { grant_type: { const: 'refresh_token' } }, required: ['refresh_token'] },
    ],
    example: { grant_type: 'refresh_token', client_id: clientId, refresh_token: `mcp_rt_${'x'.repeat(43)}` },
  });

export const TokenAnswer = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().min(0).meta({ description: 'Seconds' }),
    refresh_token: z.string(),
    scope: z.string().meta({ description: 'Of the access token, separated by spaces' }),
  })
  .meta({
    id: 'McpTokens',
    example: {
      access_token: `mcp_at_${'x'.repeat(43)}`,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: `mcp_rt_${'x'.repeat(43)}`,
      scope: 'mcp.read mcp.write',
    },
  });
export type TokenAnswer = z.infer<typeof TokenAnswer>;

export const RevocationForm = z
  .object({
    token: z.string(),
    client_id: z.string(),
    token_type_hint: z.string().optional().meta({ description: 'Not needed, and not trusted' }),
  })
  .meta({ id: 'RevocationForm', example: { token: `mcp_rt_${'x'.repeat(43)}`, client_id: clientId } });
