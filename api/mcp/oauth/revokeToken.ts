import { McpGrant } from '../../../models/mcp/McpGrant';
import { McpToken } from '../../../models/mcp/McpToken';
import { inOrder } from './inOrder';
import { required, requireKnownClient, requireWellFormed } from './knownClient';
import type { ClientRequest } from './knownClient';

/** A client gives a token up (RFC 7009 §2.1). A refresh token ends the whole grant, an access token only itself. */
export const revokeToken = inOrder('revokeToken', [
  { name: 'form', run: requireWellFormed },
  { name: 'client', run: requireKnownClient },
  { name: 'token', run: revoke },
]);

/** The answer to an unknown token, or to another client's token, is the answer to a revoked token (RFC 7009 §2.2). */
async function revoke(request: ClientRequest): Promise<{ answer: undefined }> {
  const token = required(request, 'token');
  const state = await McpToken.stateOf(token, request.clientId);
  if (state?.kind === 'refresh') await McpGrant.end(state.grantId);
  if (state?.kind === 'access') await McpToken.endAccess(token);
  return { answer: undefined };
}
