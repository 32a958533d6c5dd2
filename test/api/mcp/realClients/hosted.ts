import { bothGrants, sdkMessages, usual } from './habits';
import type { RealClient } from './habits';

const claudeMessages = 'https://github.com/anthropics/claude-ai-mcp/issues/76';

/** Clients that run at their vendor, or on a server of their user. */
export const hosted: readonly RealClient[] = [
  {
    ...usual,
    name: 'the connector of ChatGPT, by registration',
    seen: {
      discovery: 'https://github.com/BasedHardware/omi/issues/8506',
      client: 'https://github.com/danielealbano/android-remote-control-mcp/pull/166',
      // The parameter is there, and empty.
      authorization: 'https://github.com/PrefectHQ/fastmcp/issues/1794',
      token: 'https://github.com/garrytan/gbrain/pull/894',
      messages: 'https://developers.openai.com/plugins/build/auth',
    },
    discovery: [
      ['/.well-known/oauth-protected-resource/_mcp', 200],
      ['/.well-known/oauth-protected-resource', 200],
      ['/.well-known/oauth-authorization-server', 200],
      ['/.well-known/openid-configuration', 404],
    ],
    client: {
      registers: {
        client_name: 'ChatGPT',
        redirect_uris: ['https://chatgpt.com/connector/oauth/rFbJ2wQx0sLm'],
        grant_types: bothGrants,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'https://chatgpt.com/connector/oauth/rFbJ2wQx0sLm',
    scope: () => '',
    boxes: { 'mcp.write': true },
    messages: sdkMessages('openai-mcp', '1.0.0'),
  },
  {
    ...usual,
    name: 'the connector of ChatGPT, by its document',
    seen: {
      discovery: 'https://github.com/BasedHardware/omi/issues/8506',
      // A key of its own is one of two ways to tell who it is; the service offers the other one alone.
      client: 'https://chatgpt.com/oauth/client.json',
      authorization: 'https://developers.openai.com/plugins/build/auth',
      token: 'https://github.com/Southclaws/storyden/pull/758',
      messages: 'https://developers.openai.com/plugins/build/auth',
    },
    client: {
      document: {
        client_name: 'ChatGPT',
        redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
        grant_types: bothGrants,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
        jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
      },
    },
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    scope: ({ resource }) => resource,
    messages: sdkMessages('openai-mcp', '1.0.0'),
  },
  {
    ...usual,
    name: 'Claude (web, desktop), by registration',
    seen: {
      discovery: claudeMessages,
      client: 'https://github.com/modelcontextprotocol/typescript-sdk/issues/959',
      // One scope that is not ours, behind a space.
      authorization: 'https://github.com/modelcontextprotocol/mcpb/issues/188',
      token: 'https://github.com/anthropics/claude-ai-mcp/issues/840',
      messages: 'https://github.com/anthropics/claude-ai-mcp/issues/70',
    },
    discovery: [
      ['/.well-known/oauth-protected-resource/_mcp', 200],
      ['/.well-known/oauth-protected-resource', 200],
      ['/.well-known/oauth-authorization-server', 200],
    ],
    client: {
      registers: {
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        grant_types: bothGrants,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    scope: () => ' offline_access',
    more: { prompt: 'consent' },
    granted: 'mcp.read',
    messages: {
      version: '2025-11-25',
      accept: '*/*',
      namesNoVersion: true,
      clientInfo: { name: 'Anthropic', version: '1.0.0' },
    },
  },
  {
    ...usual,
    name: 'Claude (web, desktop), by its document',
    seen: {
      discovery: claudeMessages,
      client: 'https://github.com/anthropics/claude-ai-mcp/issues/518',
      authorization: 'https://claude.com/docs/connectors/building/authentication',
      token: 'https://claude.com/docs/connectors/building/authentication',
      messages: 'https://github.com/php-mcp/server/issues/53',
    },
    client: {
      document: {
        client_name: 'Claude',
        client_uri: 'https://claude.ai',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
        grant_types: bothGrants,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'https://claude.com/api/mcp/auth_callback',
    scope: ({ challenge }) => challenge,
    messages: {
      version: '2025-11-25',
      accept: '*/*',
      clientInfo: { name: 'Anthropic', version: '1.0.0' },
    },
  },
  {
    ...usual,
    name: 'n8n',
    seen: {
      discovery:
        'https://github.com/n8n-io/n8n/blob/001b24039a89322fc55ab21938101ac4e53235e7/packages/cli/src/oauth/oauth.service.ts',
      client:
        'https://github.com/n8n-io/n8n/blob/001b24039a89322fc55ab21938101ac4e53235e7/packages/cli/src/oauth/oauth.service.ts',
      // Before this change it named no resource.
      authorization: 'https://github.com/n8n-io/n8n/pull/30924',
      token:
        'https://github.com/n8n-io/n8n/blob/17f4af5f21c7ee5c6d12ec1db8cd71c4358a22c4/packages/@n8n/client-oauth2/src/client-oauth2-token.ts',
      messages: 'https://github.com/n8n-io/n8n/pull/34494',
    },
    discovery: [
      ['/.well-known/oauth-protected-resource/_mcp', 200],
      ['/.well-known/oauth-authorization-server', 200],
    ],
    client: {
      registers: {
        redirect_uris: ['https://n8n.example/rest/oauth2-credential/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: bothGrants,
        response_types: ['code'],
        client_name: 'n8n',
        client_uri: 'https://n8n.io/',
        scope: 'mcp.read mcp.write',
      },
    },
    redirectUri: 'https://n8n.example/rest/oauth2-credential/callback',
    scope: ({ server }) => server,
    namesResource: false,
    messages: sdkMessages('@n8n/n8n-nodes-langchain.mcpClientTool', '1'),
  },
  {
    ...usual,
    name: 'Nango',
    seen: {
      discovery: 'https://github.com/NangoHQ/nango/issues/6919',
      client: 'https://github.com/NangoHQ/nango/issues/6919',
      authorization: 'https://github.com/NangoHQ/nango/issues/6919',
      token: 'https://github.com/NangoHQ/nango/issues/6919',
      messages: 'https://github.com/NangoHQ/nango/pull/6921',
    },
    client: {
      registers: {
        client_name: 'Nango',
        redirect_uris: ['https://api.nango.dev/oauth/callback'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'https://api.nango.dev/oauth/callback',
    scope: ({ challenge }) => challenge,
    token: 'its id and an empty secret',
    messages: sdkMessages('nango', '1'),
  },
];
