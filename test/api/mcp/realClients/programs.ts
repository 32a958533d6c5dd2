import { bothGrants, describedError, sdkAccept, sdkMessages, usual } from './habits';
import type { RealClient } from './habits';

const mcpRemote =
  'https://github.com/geelen/mcp-remote/blob/00cc07f3f4a1b0e8d94b682c65e0619f6c69ec64/src/lib/node-oauth-client-provider.ts';
const inspector =
  'https://github.com/modelcontextprotocol/inspector/blob/006abfb83ae6d2a8f1361a039f41d54429966a88/client/src/lib/auth.ts';
const python =
  'https://github.com/modelcontextprotocol/python-sdk/blob/44e59b650cd78bb0d817127453c56c4f404378d7/src/mcp/client/auth/oauth2.py';

/** Libraries, and programs of developers. */
export const programs: readonly RealClient[] = [
  {
    ...usual,
    name: 'mcp-remote, for a service that it has read no scopes of',
    seen: {
      discovery: mcpRemote,
      client: mcpRemote,
      authorization: 'https://github.com/cloudflare/mcp-server-cloudflare/issues/457',
      token: 'https://github.com/punkpeye/mcp-remote/pull/357',
      messages: mcpRemote,
    },
    discovery: [
      ['/.well-known/oauth-protected-resource/_mcp', 200],
      ['/.well-known/oauth-authorization-server', 200],
    ],
    discoveryHeaders: { 'mcp-protocol-version': '2025-11-25' },
    client: {
      registers: {
        redirect_uris: ['http://localhost:3334/oauth/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: bothGrants,
        response_types: ['code'],
        client_name: 'MCP CLI Client',
        client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
        software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
        software_version: '0.1.38',
        scope: 'openid email profile',
      },
    },
    redirectUri: 'http://localhost:3334/oauth/callback',
    scope: () => 'openid email profile',
    boxes: { 'mcp.write': true },
    refreshScope: 'openid email profile',
    messages: sdkMessages('mcp-remote', '0.1.38'),
    shows: describedError,
  },
  {
    ...usual,
    name: 'the MCP Inspector, from its page',
    seen: {
      discovery: 'https://github.com/modelcontextprotocol/inspector/issues/570',
      client: inspector,
      authorization: inspector,
      token: inspector,
      messages: 'https://github.com/apollographql/apollo-mcp-server/pull/444',
    },
    discovery: [
      ['challenge', 200],
      ['/.well-known/oauth-authorization-server', 200],
      ['/.well-known/oauth-authorization-server/_mcp', 404],
    ],
    discoveryHeaders: { 'mcp-protocol-version': '2025-11-25' },
    origin: 'http://localhost:6274',
    client: {
      registers: {
        redirect_uris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
        token_endpoint_auth_method: 'none',
        grant_types: bothGrants,
        response_types: ['code'],
        client_name: 'MCP Inspector',
        client_uri: 'https://github.com/modelcontextprotocol/inspector',
        scope: '',
      },
    },
    redirectUri: 'http://localhost:6274/oauth/callback/debug',
    scope: ({ resource }) => resource,
    messages: {
      version: '2025-11-25',
      accept: sdkAccept,
      clientInfo: { name: 'inspector-client', version: '0.17.0' },
      capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } },
      arguments: {},
    },
    shows: describedError,
  },
  {
    ...usual,
    name: 'version 1 of the Python library',
    seen: { discovery: python, client: python, authorization: python, token: python, messages: python },
    discoveryHeaders: { 'mcp-protocol-version': '2025-11-25' },
    client: {
      registers: {
        redirect_uris: ['http://localhost:3030/callback'],
        grant_types: bothGrants,
        response_types: ['code'],
        scope: 'mcp.read mcp.write',
        client_name: 'Python',
      },
    },
    redirectUri: 'http://localhost:3030/callback',
    scope: ({ challenge }) => challenge,
    messages: sdkMessages('mcp', '0.1.0'),
  },
  {
    ...usual,
    name: 'version 2 of the Python library',
    seen: {
      discovery: python,
      client: python,
      authorization: python,
      token: python,
      messages:
        'https://github.com/modelcontextprotocol/python-sdk/blob/c5d54b238e0fced0abed85852f329e6e58731ac5/src/mcp/client/_probe.py',
    },
    discoveryHeaders: { 'mcp-protocol-version': '2026-07-28' },
    client: {
      registers: {
        redirect_uris: ['http://localhost:3030/callback'],
        grant_types: bothGrants,
        response_types: ['code'],
        scope: 'mcp.read mcp.write',
        client_name: 'Python',
        application_type: 'native',
      },
    },
    redirectUri: 'http://localhost:3030/callback',
    scope: ({ challenge }) => challenge,
    messages: {
      version: '2026-07-28',
      accept: sdkAccept,
      clientInfo: { name: 'mcp', version: '0.1.0' },
      arguments: {},
    },
  },
  {
    ...usual,
    name: 'the Go library',
    seen: {
      discovery: 'https://github.com/stacklok/mecatl/issues/1355',
      client: 'https://github.com/stacklok/mecatl/issues/1355',
      authorization: 'https://github.com/stacklok/mecatl/issues/1355',
      token: 'https://github.com/stacklok/mecatl/issues/1355',
      messages: 'https://github.com/stacklok/mecatl/issues/1355',
    },
    client: {
      registers: { client_name: 'Go', redirect_uris: ['http://127.0.0.1:3142/'], token_endpoint_auth_method: 'none' },
    },
    redirectUri: 'http://127.0.0.1:3142/',
    scope: ({ resource }) => resource,
    namesResource: false,
    token: 'an empty secret in Basic, and then its id',
    messages: sdkMessages('go', '1'),
  },
  {
    ...usual,
    name: 'OpenCode, whose document has another address than it uses',
    seen: {
      discovery: 'https://github.com/anomalyco/opencode/pull/47743',
      client: 'https://opencode.ai/oauth/opencode/client.json',
      authorization: 'https://github.com/anomalyco/opencode/issues/50510',
      token: 'https://github.com/anomalyco/opencode/issues/50510',
      messages: 'https://github.com/anomalyco/opencode/pull/47743',
    },
    client: {
      document: {
        client_name: 'opencode',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'http://127.0.0.1:19876/mcp/oauth/callback',
    refused: 'The app that sent you here names an address that it has not registered.',
    scope: ({ challenge }) => challenge,
    granted: '',
    messages: { version: '2025-11-25', accept: sdkAccept, clientInfo: { name: 'opencode', version: '1' } },
  },
];
