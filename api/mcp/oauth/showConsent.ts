import { knownScopes, mcpPowers, mcpScopes, stateLengthMax } from '../../../domain/mcp';
import type { McpScope } from '../../../domain/mcp';
import type { RegisteredClient } from '../../../models/mcp/McpClient';
import { AnswerWithHeaders } from '../../http/Route';
import { addressesOf } from './addresses';
import { requireAddress, sentBack } from './authorization';
import { clientOf } from './clientDocument';
import { sealConsent } from './consentRequest';
import { inOrder } from './inOrder';
import type { OAuthRequest } from './oauthRoute';
import { presentConsent } from './present';
import { isResource } from './resource';

/** The authorization request of a browser (RFC 6749 §4.1.1, with RFC 7636, RFC 8707 and RFC 9207). */
export const showConsent = inOrder('showConsent', [
  { name: 'client and redirect URI', run: findClient },
  { name: 'form and response type', run: judgeForm },
  { name: 'PKCE', run: judgeChallenge },
  { name: 'resource', run: judgeResource },
  { name: 'scope', run: readScope },
  { name: 'page', run: showPage },
]);

interface FromClient extends OAuthRequest {
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

interface WithChallenge extends FromClient {
  readonly codeChallenge: string;
}

interface WithScopes extends WithChallenge {
  readonly ticked: McpScope[];
}

async function findClient(request: OAuthRequest): Promise<FromClient> {
  const { client_id: clientId, redirect_uri: redirectUri, state = '' } = request.given;
  const client = clientId === undefined ? null : await clientOf(request, clientId);
  const found = requireAddress(client, redirectUri);
  const isKept = state !== '' && state.length <= stateLengthMax;
  return { ...request, ...found, state: isKept ? state : undefined };
}

/** @throws RedirectError invalid_request, unsupported_response_type */
function judgeForm(request: FromClient): FromClient {
  const { deps, given, repeated } = request;
  const [twice] = repeated;
  if (twice !== undefined) throw sentBack(deps, request, 'invalid_request', `${twice} must be given once.`);
  if ((given.state?.length ?? 0) > stateLengthMax)
    throw sentBack(deps, request, 'invalid_request', `state must have at most ${stateLengthMax} characters.`);
  const { response_type: type, response_mode: mode = 'query' } = given;
  if (type === undefined) throw sentBack(deps, request, 'invalid_request', 'response_type is required.');
  if (type !== 'code') throw sentBack(deps, request, 'unsupported_response_type', 'response_type must be code.');
  if (mode !== 'query') throw sentBack(deps, request, 'invalid_request', 'response_mode must be query.');
  return request;
}

/** RFC 7636 §4.4.1. @throws RedirectError invalid_request */
function judgeChallenge(request: FromClient): WithChallenge {
  const { code_challenge: codeChallenge = '', code_challenge_method: method } = request.given;
  if (method !== 'S256')
    throw sentBack(request.deps, request, 'invalid_request', 'code_challenge_method must be given, and be S256.');
  if (!/^[\w-]{43}$/.test(codeChallenge)) {
    const form = 'must be given, and be the base64url of a SHA-256, which has 43 characters';
    throw sentBack(request.deps, request, 'invalid_request', `code_challenge ${form}.`);
  }
  return { ...request, codeChallenge };
}

/** RFC 8707 §2. @throws RedirectError invalid_target */
function judgeResource(request: WithChallenge): WithChallenge {
  const { deps, given } = request;
  if (isResource(given.resource, deps.config)) return request;
  throw sentBack(deps, request, 'invalid_target', `resource must be ${addressesOf(deps.config).resource}.`);
}

/**
 * The boxes that the page ticks: reading, and writing where the client asks for it. Unknown scopes are dropped, since clients
 * ask for scopes of other protocols, and a client may ask for none (RFC 6749 §3.3).
 */
function readScope(request: WithChallenge): WithScopes {
  const asked = knownScopes(request.given.scope ?? '');
  return { ...request, ticked: mcpScopes.filter((scope) => scope === 'mcp.read' || asked.includes(scope)) };
}

function showPage({ deps, headers, client, redirectUri, state, ticked, codeChallenge }: WithScopes) {
  const { secrets, config } = deps;
  const { resource } = addressesOf(config);
  const asked = { clientId: client.id, redirectUri, state, ticked, powers: [...mcpPowers], resource, codeChallenge };
  const { sealed, cookie } = sealConsent(asked, {
    secrets,
    baseUrl: config.baseUrl,
    cookies: headers['Cookie'] ?? '',
  });
  const { text, policy } = presentConsent({ client, redirectUri, ticked, sealed, baseUrl: config.baseUrl });
  return { answer: new AnswerWithHeaders(text, { 'Content-Security-Policy': policy, 'Set-Cookie': cookie }) };
}
