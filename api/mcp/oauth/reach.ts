import type { Express, NextFunction, Request, Response } from 'express';
import { uploadLinksPath } from '../../../domain/uploadSession';
import { pathOf } from '../../http/pathOf';

/**
 * Paths at which scripts of any site may read every answer (contract.md §9). Never a page for people. An upload address is its own
 * permission, and the view of an assistant sends from an origin of its client.
 */
const openPaths = [
  '/.well-known',
  '/oauth/mcp/register',
  '/oauth/mcp/token',
  '/oauth/mcp/revoke',
  '/_mcp',
  uploadLinksPath,
];
export const readableHeaders =
  'WWW-Authenticate, Retry-After, X-Request-Id, MCP-Protocol-Version, Mcp-Session-Id, Upload-Offset, Upload-Length, Upload-Expires, Tus-Resumable';

/** The headers that a client of assistants sends. */
export const mcpRequestHeaders = [
  'authorization',
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];

/**
 * Lets clients reach the authorization server: clients in a browser, and clients that look for its documents at the
 * places of the RFCs if the base URL has a path. Neither the documents nor the endpoints know cookies, so any origin
 * may ask. At `/_mcp`, `api/mcp/origins.ts` judges origins; a page of another origin reads the refusal.
 */
export function openToClients(app: Express, config: { readonly baseUrl: string }): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (isOpenToScripts(request.path))
      response.set({
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': readableHeaders,
      });
    next();
  });
  const path = pathOf(config);
  if (path !== '') app.use(findBehindName(path));
}

/** Tells whether scripts of any site may read the answers at this path. */
export function isOpenToScripts(path: string): boolean {
  if (path.startsWith(uploadLinksPath) && path.endsWith('/page')) return false;
  return openPaths.some((open) => path === open || path.startsWith(`${open}/`));
}

/**
 * RFC 8414 §3.1 and RFC 9728 §3.1 insert the well-known name between the host and the path:
 * `/.well-known/oauth-protected-resource/base/_mcp`. The server of that host has to forward such requests.
 */
function findBehindName(path: string) {
  const names = ['oauth-authorization-server', 'oauth-protected-resource'].map((name) => `/.well-known/${name}`);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const name = names.find((name) => request.path === name + path || request.path.startsWith(`${name}${path}/`));
    if (name !== undefined) request.url = name + request.url.slice(name.length + path.length);
    next();
  };
}
