import { bothGrants, describedError, sdkAccept, sdkMessages, usual } from './habits';
import type { RealClient } from './habits';

const gemini =
  'https://github.com/google-gemini/gemini-cli/blob/0467592364ba09be2aa9391e4d9fe27a913f3fa3/packages/core/src/mcp/oauth-provider.ts';
const rmcp =
  'https://github.com/modelcontextprotocol/rust-sdk/blob/016b7d3bfab2607c0151a87c3f03888595c1f26e/crates/rmcp/src/transport/auth.rs';

const codex: RealClient = {
  ...usual,
  name: 'Codex, by registration',
  seen: {
    discovery: rmcp,
    client: 'https://github.com/elmohq/elmo/pull/684',
    authorization: 'https://github.com/ChronoAIProject/NyxID/issues/434',
    token: rmcp,
    messages: 'https://github.com/MaterializeInc/materialize/pull/38558',
  },
  probe: { method: 'GET', headers: { 'mcp-protocol-version': '2024-11-05' }, status: 405 },
  discovery: [
    ['/.well-known/oauth-protected-resource/_mcp', 200],
    ['/.well-known/oauth-authorization-server', 200],
  ],
  discoveryHeaders: { 'mcp-protocol-version': '2024-11-05' },
  client: {
    registers: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:37819/callback/q2Xd8Rk0VtYb'],
      grant_types: bothGrants,
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
      application_type: 'native',
    },
  },
  redirectUri: 'http://127.0.0.1:37819/callback/q2Xd8Rk0VtYb',
  scope: ({ server }) => `openid profile email roles groups ${server}`,
  messages: {
    version: '2025-06-18',
    accept: 'text/event-stream, application/json',
    clientInfo: { name: 'codex-mcp-client', version: '0.147.0', title: 'Codex' },
    listParams: { _meta: { progressToken: 0 } },
    arguments: {},
  },
  shows: ({ text }) => `Token refresh failed: Server returned error response: ${text}`,
};

/** Assistants of a terminal. */
export const terminals: readonly RealClient[] = [
  {
    ...usual,
    name: 'Claude Code',
    seen: {
      discovery: 'https://github.com/appstrate/appstrate/issues/1267',
      // The document names no port, and the request has one.
      client: 'https://github.com/anthropics/claude-code/issues/37767',
      authorization: 'https://github.com/anthropics/claude-code/issues/41610',
      token: 'https://github.com/anthropics/claude-code/issues/89862',
      messages: 'https://github.com/supernovae-st/nika/pull/185',
    },
    discoveryHeaders: { 'mcp-protocol-version': '2025-11-25' },
    client: {
      document: {
        client_name: 'Claude Code',
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
        grant_types: bothGrants,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'http://localhost:58135/callback',
    scope: ({ resource }) => `${resource} offline_access`,
    messages: { version: '2025-11-25', accept: sdkAccept, clientInfo: { name: 'claude-code', version: '2.1.258' } },
    shows: describedError,
  },
  {
    ...usual,
    name: 'Gemini CLI, whose user has set the scopes',
    seen: {
      // The address must be that of the resource, byte for byte.
      discovery:
        'https://github.com/google-gemini/gemini-cli/blob/04fbf50725b94cef0a8f37be6436bd0a84dafc9b/packages/core/src/mcp/oauth-utils.ts',
      client: gemini,
      authorization: gemini,
      // A refresh repeats the scopes that were set, and not those that were granted.
      token: gemini,
      messages: gemini,
    },
    probe: { method: 'HEAD', headers: { accept: 'text/event-stream' }, status: 405 },
    discovery: [
      ['/.well-known/oauth-protected-resource/_mcp', 200],
      ['/.well-known/oauth-authorization-server', 200],
    ],
    client: {
      registers: {
        client_name: 'Gemini CLI MCP Client',
        redirect_uris: ['http://localhost:7777/oauth/callback'],
        grant_types: bothGrants,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'mcp.read mcp.write',
      },
    },
    redirectUri: 'http://localhost:7777/oauth/callback',
    scope: ({ server }) => server,
    boxes: { 'mcp.write': false },
    granted: 'mcp.read',
    refreshScope: 'mcp.read mcp.write',
    messages: sdkMessages('gemini-cli-mcp-client', '0.0.1'),
    shows: ({ status, text }) => `Token refresh failed: ${status} - ${text}`,
  },
  codex,
  {
    ...codex,
    name: 'Codex, by its document',
    // It takes this document where answers name their issuer, else one whose addresses have an id behind them.
    seen: { ...codex.seen, client: 'https://chatgpt.com/oauth/codex/client.json' },
    client: {
      document: {
        client_name: 'Codex',
        client_uri: 'https://chatgpt.com/codex',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
        token_endpoint_auth_method: 'none',
        token_endpoint_auth_methods_supported: ['none'],
        grant_types: bothGrants,
        response_types: ['code'],
      },
    },
    redirectUri: 'http://127.0.0.1:37819/callback',
  },
  {
    ...usual,
    name: 'Copilot CLI',
    seen: {
      discovery: 'https://github.com/github/copilot-cli/issues/4439',
      client: 'https://github.com/dozigden/boardoil/issues/11',
      // It asks for no scope. It waits at another port than it has registered: https://github.com/github/copilot-cli/issues/1951
      authorization: 'https://github.com/github/copilot-cli/issues/4582',
      // A refresh repeats the scopes that were granted.
      token: 'https://github.com/github/copilot-cli/issues/4464',
      messages: 'https://github.com/github/copilot-cli/issues/1268',
    },
    client: {
      registers: {
        client_name: 'GitHub Copilot CLI',
        redirect_uris: ['http://127.0.0.1:56679/'],
        grant_types: bothGrants,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
    },
    redirectUri: 'http://127.0.0.1:56680/',
    scope: () => undefined,
    granted: 'mcp.read',
    refreshScope: 'mcp.read',
    messages: {
      version: '2025-11-25',
      accept: sdkAccept,
      clientInfo: { name: 'github-copilot-developer', version: '1.0.25' },
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
      arguments: {},
    },
  },
];
