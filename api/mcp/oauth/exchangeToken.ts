import { createHash } from 'node:crypto';
import { failureWindowMinutes } from '../../../domain/limits';
import { knownScopes, refreshesMax } from '../../../domain/mcp';
import type { McpScope } from '../../../domain/mcp';
import { McpGrant } from '../../../models/mcp/McpGrant';
import { McpToken } from '../../../models/mcp/McpToken';
import type { TokenPair, TokenState } from '../../../models/mcp/McpToken';
import { OAuthRefusal } from '../../http/oauthError';
import { countTry } from '../../http/countTry';
import { addressesOf } from './addresses';
import { inOrder } from './inOrder';
import { clientErrors, required, requireKnownClient, requireWellFormed } from './knownClient';
import type { ClientRequest } from './knownClient';
import { isResource } from './resource';
import type { TokenAnswer } from './schema';

const otherResource = new OAuthRefusal(
  'invalid_target',
  (resource: string) => `resource must be ${resource}.`,
  'https://api.example/_mcp',
);
const unknownGrantType = new OAuthRefusal(
  'unsupported_grant_type',
  () => 'grant_type must be authorization_code or refresh_token.',
);
const malformedVerifier = new OAuthRefusal(
  'invalid_request',
  () => 'code_verifier must have 43 to 128 unreserved characters (RFC 7636).',
);
const uselessCode = new OAuthRefusal(
  'invalid_grant',
  () => 'The code is unknown, has expired or was used, or does not match.',
);
const unknownRefreshToken = new OAuthRefusal('invalid_grant', () => 'The refresh token is unknown.');
const endedRefreshToken = new OAuthRefusal(
  'invalid_token',
  () => 'The refresh token was revoked, has expired or was used. Connect again.',
);
const widerScope = new OAuthRefusal(
  'invalid_scope',
  (granted: string) => `scope must name some of what was granted: ${granted}.`,
  'mcp.read',
);

/** All errors of the endpoint. */
export const tokenErrors = [
  ...clientErrors,
  malformedVerifier,
  otherResource,
  unknownGrantType,
  uselessCode,
  unknownRefreshToken,
  endedRefreshToken,
  widerScope,
] as const;

/** A client exchanges its code, or a refresh token (RFC 6749 §4.1.3 and §6, with RFC 7636 §4.6 and RFC 8707 §2.2). */
export const exchangeToken = inOrder('exchangeToken', [
  { name: 'form', run: requireWellFormed },
  { name: 'client', run: requireKnownClient },
  { name: 'resource', run: judgeResource },
  { name: 'grant', run: exchange },
]);

/** @throws OAuthError invalid_target */
function judgeResource(request: ClientRequest): ClientRequest {
  const { config } = request.deps;
  if (isResource(request.given.resource, config)) return request;
  throw otherResource.error(addressesOf(config).resource);
}

async function exchange(request: ClientRequest): Promise<{ answer: TokenAnswer }> {
  const type = required(request, 'grant_type');
  if (type === 'authorization_code') return { answer: present(await exchangeCode(request)) };
  if (type === 'refresh_token') return { answer: present(await exchangeRefreshToken(request)) };
  throw unknownGrantType.error();
}

/** @throws OAuthError invalid_request, invalid_grant */
async function exchangeCode(request: ClientRequest): Promise<TokenPair> {
  const code = required(request, 'code');
  const redirectUri = required(request, 'redirect_uri');
  const verifier = required(request, 'code_verifier');
  if (!/^[\w.~-]{43,128}$/.test(verifier)) throw malformedVerifier.error();
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const pair = await McpToken.ofCode({ code, clientId: request.clientId, redirectUri, codeChallenge });
  if (!pair) throw uselessCode.error();
  return pair;
}

/** @throws OAuthError invalid_request, invalid_grant, invalid_scope, invalid_token (401); ApiError 429 */
async function exchangeRefreshToken(request: ClientRequest): Promise<TokenPair> {
  const { clientId, given } = request;
  const refreshToken = required(request, 'refresh_token');
  const state = await McpToken.stateOf(refreshToken, clientId);
  if (state?.kind !== 'refresh' || state.resource !== addressesOf(request.deps.config).resource)
    throw unknownRefreshToken.error();
  const scopes = narrowed(state, given.scope);
  await countTry({ max: refreshesMax, minutes: failureWindowMinutes }, ['refresh', state.grantId]);
  const pair = await McpToken.refresh({ refreshToken, clientId, scopes });
  if (pair) return pair;
  // The token was used before, outside of the grace: another party has the token, too (RFC 9700 §4.14.2).
  await McpGrant.end(state.grantId);
  throw endedRefreshToken.error();
}

/**
 * The requested scopes that were granted. Clients repeat what they asked for at first, though their person has unticked some of it:
 * the rest is dropped, as at the consent (RFC 6749 §3.3; contract.md §9). @throws OAuthError invalid_scope where nothing is left
 */
function narrowed({ scopes }: TokenState, given: string | undefined): readonly McpScope[] {
  const wanted = knownScopes(given ?? '');
  if (wanted.length === 0) return scopes;
  const kept = wanted.filter((scope) => scopes.includes(scope));
  if (kept.length > 0) return kept;
  throw widerScope.error(scopes.join(' '));
}

function present({ accessToken, refreshToken, expiresIn, scopes }: TokenPair): TokenAnswer {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}
