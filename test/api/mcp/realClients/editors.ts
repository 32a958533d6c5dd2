import { bothGrants, describedError, sdkMessages, usual } from './habits';
import type { RealClient } from './habits';

const vscode =
  'https://github.com/microsoft/vscode/blob/05f882b02c51633f2e1e8252722f8c3b626d74a9/src/vs/base/common/oauth.ts';

const vsCode: RealClient = {
  ...usual,
  name: 'VS Code, by registration',
  seen: {
    discovery: vscode,
    client: vscode,
    // It waits for the answer at a port that it has not registered.
    authorization: 'https://github.com/microsoft/vscode/issues/278512',
    token:
      'https://github.com/microsoft/vscode/blob/4830b7f376cf5774a6c4a9f4110117a8e3a621e2/src/vs/workbench/api/common/extHostAuthentication.ts',
    messages: 'https://github.com/microsoft/vscode/issues/308766',
  },
  discoveryHeaders: { accept: 'application/json', 'mcp-protocol-version': '2025-11-25' },
  client: {
    registers: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: bothGrants,
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'mcp.read mcp.write',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
  },
  redirectUri: 'http://127.0.0.1:49812/',
  scope: ({ challenge }) => challenge,
  messages: {
    version: '2025-11-25',
    accept: 'text/event-stream, application/json',
    clientInfo: { name: 'Visual Studio Code', version: '1.115.0' },
    capabilities: {
      roots: { listChanged: true },
      sampling: {},
      elicitation: { form: {}, url: {} },
      tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    },
    arguments: {},
  },
};

/** Editors. */
export const editors: readonly RealClient[] = [
  {
    ...usual,
    name: 'Cursor',
    seen: {
      discovery: 'https://github.com/atlassian/atlassian-mcp-server/issues/137',
      client: 'https://github.com/erp-mafia/accounted/pull/2225',
      // The type of the application.
      authorization: 'https://github.com/better-auth/better-auth/pull/10956',
      token: 'https://github.com/atlassian/atlassian-mcp-server/issues/137',
      messages: 'https://github.com/arabold/docs-mcp-server/issues/312',
    },
    discoveryHeaders: { 'mcp-protocol-version': '2025-11-25' },
    client: {
      registers: {
        client_name: 'Cursor',
        redirect_uris: [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
        ],
        grant_types: bothGrants,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'web',
      },
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    scope: ({ challenge }) => challenge,
    messages: sdkMessages('cursor-vscode', '1.0.0'),
    shows: describedError,
  },
  vsCode,
  {
    ...vsCode,
    name: 'VS Code, by its document',
    seen: { ...vsCode.seen, client: 'https://vscode.dev/oauth/client-metadata.json' },
    client: {
      document: {
        client_name: 'Visual Studio Code',
        logo_uri: 'https://code.visualstudio.com/assets/branding/code-stable.png',
        grant_types: [...bothGrants, 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        client_uri: 'https://vscode.dev/product',
        redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      },
    },
  },
];
