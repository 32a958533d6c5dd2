import { createHash } from 'node:crypto';
import { z } from 'zod';
import { permissionsFor } from '../../domain/consent/feature';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type {
  AuthorizationCode,
  ConsentRequest,
  GrantedTokens,
  LoginCode,
  LoginRequest,
  RenewedTokens,
} from '../Platform';
import { exchange, parseJson } from '../http/exchange';
import type { Answer, Operation } from '../http/exchange';
import { reasonOf } from './failures';
import { readJson, requireSuccess } from './http';
import type { YouTubeClient } from './http';
import { youtubePermissions } from './permissions';

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive(),
  /** Space-separated; may be left out if it equals the request (RFC 6749 §5.1). */
  scope: z.string().optional(),
  /**
   * Seconds until the refresh token runs out. Google tells it of apps in the publishing status "Testing" (7 days) and
   * of owners who grant access for a time (Using OAuth 2.0 for Web Server Applications). Absent: it does not run out.
   */
  refresh_token_expires_in: z.number().positive().optional().catch(undefined),
  /** A JWT, where `openid` was granted. */
  id_token: z.string().optional().catch(undefined),
});

/** The account in an ID token, by an id that never changes (OpenID Connect Core 1.0 §2), and whose token it is. */
const Claims = z.object({
  iss: z.enum(['https://accounts.google.com', 'accounts.google.com']),
  aud: z.string(),
  sub: z.string().min(1),
  exp: z.number(),
});
const clockToleranceSeconds = 60;

/**
 * Google's consent page. `prompt=consent` makes Google send a refresh token again to a user who has consented before;
 * the other permissions of the account to this client stay granted. The page has boxes where there are two scopes or
 * more beside `openid` (granular permissions).
 */
export function consentUrl(client: YouTubeClient, request: ConsentRequest): URL {
  // `openid` lets us know the account, and is no permission that its owner could leave out.
  const scope = ['openid', ...permissionsFor(youtubePermissions, request.features)].join(' ');
  const offline = { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' };
  return authorizationUrl(client, request, { scope, ...offline });
}

/** Google's login, for the name of the account alone. Without `offline` it brings no refresh token. */
export function loginUrl(client: YouTubeClient, request: LoginRequest): URL {
  return authorizationUrl(client, request, { scope: 'openid', access_type: 'online', prompt: 'select_account' });
}

/** An authorization request with PKCE (RFC 7636 §4.3). */
function authorizationUrl(
  { settings }: YouTubeClient,
  { redirectUri, state, codeVerifier }: LoginRequest,
  parameters: Readonly<Record<string, string>>,
): URL {
  const url = new URL(`${settings.authBase}/o/oauth2/v2/auth`);
  url.search = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    ...parameters,
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return url;
}

/**
 * The account of a login of `loginUrl`.
 * @throws PublishFailure `PLATFORM_REJECTED` if Google refuses the code, or names no account; else as `exchangeCode`
 */
export async function readAccount(client: YouTubeClient, code: LoginCode, signal: AbortSignal): Promise<string> {
  const { id_token: idToken } = await redeem(client, code, signal);
  const account = subjectOf(client, idToken);
  if (account !== null) return account;
  const words = { seen: 'Google does not say whose account it is.', todo: 'Log in once more.' };
  throw new PublishFailure('PLATFORM_REJECTED', words, { transient: false });
}

/**
 * Exchanges an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5).
 * @throws PublishFailure `PERMISSION_DENIED` if the box of a base permission was not ticked; `PLATFORM_REJECTED` if
 *   Google refuses the code; `INTERNAL` for a fault that only the operator can cure; otherwise a transient failure
 */
export async function exchangeCode(
  client: YouTubeClient,
  code: AuthorizationCode,
  signal: AbortSignal,
): Promise<GrantedTokens> {
  const tokens = await redeem(client, code, signal);
  const permissions = grantedIn(tokens) ?? permissionsFor(youtubePermissions, code.features);
  if (!youtubePermissions.base.every((scope) => permissions.includes(scope))) {
    const seen = 'The permission to manage the YouTube account was not granted.';
    const todo = 'Connect the channel again and leave its box ticked.';
    throw new PublishFailure('PERMISSION_DENIED', { seen, todo }, { transient: false });
  }
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token || null,
    expiresAt: new Date(Date.now() + tokens.expires_in * 1000),
    accessEndsAt: accessEndIn(tokens) ?? null,
    permissions,
    account: subjectOf(client, tokens.id_token),
  };
}

/** The granted scopes; undefined where the answer does not tell. */
function grantedIn({ scope }: z.infer<typeof Tokens>): string[] | undefined {
  return scope?.split(' ').filter((name) => name !== '');
}

/** The end of the refresh token; undefined where the answer does not tell. */
function accessEndIn({ refresh_token_expires_in: seconds }: z.infer<typeof Tokens>): Date | undefined {
  return seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000);
}

async function redeem(
  client: YouTubeClient,
  { code, redirectUri, codeVerifier }: LoginCode,
  signal: AbortSignal,
): Promise<z.infer<typeof Tokens>> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
  const secrets = [code, codeVerifier];
  return askForTokens(client, 'youtube.code.exchange', form, { secrets, signal }).catch(explainCode);
}

/**
 * The account that an ID token names; null for no token, and for one that cannot be read, is not of Google, is not for
 * this client, or is over. The token comes straight from the token endpoint, so its signature need not be checked (OpenID
 * Connect Core 1.0 §3.1.3.7, step 6). It comes from no browser.
 */
function subjectOf({ settings }: YouTubeClient, idToken = ''): string | null {
  const [, text = ''] = idToken.split('.');
  const { data: claims } = Claims.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (claims?.aud !== settings.clientId) return null;
  return claims.exp + clockToleranceSeconds > Date.now() / 1000 ? claims.sub : null;
}

/**
 * Exchanges a refresh token (RFC 6749 §6). Google keeps the refresh token and sends none back. The end of the access is
 * told with the code as a rule, and not here.
 * @throws PublishFailure `TOKEN_EXPIRED` for a grant that is over; `INTERNAL` for a fault that only the operator can
 *   cure; otherwise a transient failure
 */
export async function refreshTokens(
  client: YouTubeClient,
  refreshToken: string,
  signal: AbortSignal,
): Promise<RenewedTokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const tokens = await askForTokens(client, 'youtube.token.renew', form, { secrets: [refreshToken], signal });
  const [permissions, accessEndsAt] = [grantedIn(tokens), accessEndIn(tokens)];
  return {
    accessToken: tokens.access_token,
    expiresInSeconds: tokens.expires_in,
    ...(permissions && { permissions }),
    ...(accessEndsAt && { accessEndsAt }),
    // An empty refresh token must never replace the stored refresh token.
    ...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
  };
}

/**
 * Ends every grant of the Google account that the token belongs to.
 * @throws PublishFailure for all but a token that Google does not know (any more)
 */
export async function revokeAccess(client: YouTubeClient, token: string, signal: AbortSignal): Promise<void> {
  const answer = await askTokenHost(client, 'youtube.grant.revoke', {
    path: 'revoke',
    form: { token },
    secrets: [token],
    signal,
  });
  if (answer.status !== 400 || reasonOf(answer) !== 'invalid_token') requireSuccess(answer);
}

async function askForTokens(
  client: YouTubeClient,
  operation: Operation,
  form: Record<string, string>,
  { secrets, signal }: Pick<TokenRequest, 'secrets' | 'signal'>,
): Promise<z.infer<typeof Tokens>> {
  const { clientId, clientSecret } = client.settings;
  const proved = { ...form, client_id: clientId, client_secret: clientSecret };
  const request = { path: 'token', form: proved, secrets: [...secrets, clientSecret], signal } as const;
  const answer = await askTokenHost(client, operation, request);
  return readJson(answer, Tokens, 'an access token');
}

interface TokenRequest {
  readonly path: 'token' | 'revoke';
  readonly form: Record<string, string>;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
}

async function askTokenHost(
  { settings, patience, ...client }: YouTubeClient,
  operation: Operation,
  { path, form, secrets, signal }: TokenRequest,
): Promise<Answer> {
  return exchange(client, {
    method: 'POST',
    operation,
    url: `${settings.tokenBase}/${path}`,
    asked: 'tokens',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    signal,
    answerWithinMs: patience.answerMs,
    secrets,
  });
}

/** A code is refused as a grant is. */
function explainCode(error: unknown): never {
  if (!(error instanceof PublishFailure) || error.code !== 'TOKEN_EXPIRED') throw error;
  const words = {
    seen: `Google refused the authorization code. ${error.words.seen}`,
    todo: 'Connect the channel again.',
    item: 'channel',
  } as const;
  throw new PublishFailure('PLATFORM_REJECTED', words, { transient: false, cause: error });
}
