import { permissionsFor } from '../../domain/consent/feature';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type {
  AuthorizationCode,
  ConsentRequest,
  LoginCode,
  LoginRequest,
  GrantedTokens,
  OfferedChannel,
  RenewalCall,
  RenewedTokens,
} from '../Platform';
import type { FacebookClient } from './http';
import { facebookPermissions } from './login/permissions';
import { fetchPageToken, listPages } from './pages';
import { askForToken, lengthen, readGrant } from './tokens';

const { base } = facebookPermissions;

/** Meta's login dialog (Manually build a login flow). It knows no PKCE; the app's secret stands in its place. */
export function consentUrl({ settings }: FacebookClient, { state, redirectUri, features }: ConsentRequest): URL {
  const url = new URL(`${settings.dialogBase}/${settings.version}/dialog/oauth`);
  url.search = new URLSearchParams({
    client_id: settings.appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: permissionsFor(facebookPermissions, features).join(','),
    // Asks once more for permissions that the owner has declined before.
    auth_type: 'rerequest',
    state,
  }).toString();
  return url;
}

/** Meta's login dialog, for the name of the account alone: it asks for the password once more. */
export function loginUrl({ settings }: FacebookClient, { state, redirectUri }: LoginRequest): URL {
  const url = new URL(`${settings.dialogBase}/${settings.version}/dialog/oauth`);
  url.search = new URLSearchParams({
    client_id: settings.appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'public_profile',
    auth_type: 'reauthenticate',
    state,
  }).toString();
  return url;
}

/**
 * The account of a login of `loginUrl`.
 * @throws PublishFailure `PLATFORM_REJECTED` if Facebook refuses the code, or names no account
 */
export async function readAccount(client: FacebookClient, code: LoginCode, signal: AbortSignal): Promise<string> {
  const { account } = await readGrant(client, await redeem(client, code, signal), signal);
  if (account !== null) return account;
  const words = { seen: 'Facebook does not say whose account it is.', todo: 'Log in once more.' };
  throw new PublishFailure('PLATFORM_REJECTED', words, { transient: false });
}

async function redeem(client: FacebookClient, { code, redirectUri }: LoginCode, signal: AbortSignal): Promise<string> {
  const grant = { code, redirect_uri: redirectUri };
  return askForToken(client, 'facebook.code.exchange', grant, signal).catch(explainCode);
}

/**
 * Exchanges a code for a token of the user that works for about 60 days. The token speaks for no page yet, and renews
 * the tokens of the pages.
 * @throws PublishFailure `PERMISSION_DENIED` for a missing base permission; `PLATFORM_REJECTED` if Facebook refuses the code
 */
export async function exchangeCode(
  client: FacebookClient,
  code: AuthorizationCode,
  signal: AbortSignal,
): Promise<GrantedTokens> {
  const accessToken = await lengthen(client, await redeem(client, code, signal), signal);
  const { account, expiresAt, accessEndsAt, ...grant } = await readGrant(client, accessToken, signal);
  const permissions = grant.permissions();
  const missing = base.filter((permission) => !permissions.includes(permission));
  if (missing.length > 0) throw leftOut(missing);
  return { accessToken, refreshToken: accessToken, expiresAt, accessEndsAt, permissions, account };
}

/** Facebook refuses a code as it refuses a token, or as a parameter. */
function explainCode(error: unknown): never {
  if (!(error instanceof PublishFailure) || !error.tokenRefused) throw error;
  const words = { seen: error.words.seen, todo: 'Connect the page again.', item: 'channel' } as const;
  throw new PublishFailure('PLATFORM_REJECTED', words, { transient: false, cause: error });
}

function leftOut(missing: readonly string[]): PublishFailure {
  const seen = `Not every permission was granted: ${missing.join(', ')}.`;
  return new PublishFailure(
    'PERMISSION_DENIED',
    { seen, todo: 'Connect the page again and allow all of them.' },
    { transient: false },
  );
}

/**
 * The pages of a login. A page that the service could not publish to is among them, with the reason.
 * @param tokens as `exchangeCode` gives them
 */
export async function offerPages(
  client: FacebookClient,
  { accessToken, refreshToken, account, expiresAt, accessEndsAt = null }: GrantedTokens,
  signal: AbortSignal,
): Promise<OfferedChannel[]> {
  const userToken = refreshToken ?? accessToken;
  const [grant, pages] = await Promise.all([
    readGrant(client, userToken, signal),
    listPages(client, { accessToken: userToken, signal, asked: 'tokens' }),
  ]);
  return pages.map(({ channel, pageToken, tasks }) => {
    const permissions = grant.permissions(channel.externalPlatformId);
    const missing = base.filter((permission) => !permissions.includes(permission));
    const ends = { expiresAt, accessEndsAt };
    return {
      channel,
      tokens: { accessToken: pageToken ?? userToken, refreshToken: userToken, ...ends, permissions, account },
      obstacle: obstacleOf(missing, tasks, pageToken !== null),
    };
  });
}

/** The task that a user needs on a page for us to publish in the user's name (Pages API, tasks). */
const neededTask = 'CREATE_CONTENT';

function obstacleOf(missing: readonly string[], tasks: readonly string[], hasToken: boolean): string | null {
  if (missing.length > 0) {
    return `You did not allow ${missing.join(', ')} for this page. Connect again and choose the page for all of them.`;
  }
  if (!tasks.includes(neededTask)) {
    return `You may not create content on this page (task ${neededTask}). Somebody with full control of it can allow that.`;
  }
  return hasToken ? null : 'Facebook gives no access to this page.';
}

/**
 * Lengthens the token of the user, and gets a token of the page with it. A page's own token does not run out, so it has
 * the end of the user's.
 * @throws PublishFailure `TOKEN_EXPIRED` if Facebook refuses the user's token, gives no token of the page for it, or if
 *   its access to data has ended
 */
export async function refreshTokens(
  client: FacebookClient,
  userToken: string,
  { channelId, signal }: RenewalCall,
): Promise<RenewedTokens> {
  try {
    const refreshToken = await lengthen(client, userToken, signal);
    const [{ expiresAt, accessEndsAt, ...grant }, accessToken] = await Promise.all([
      readGrant(client, refreshToken, signal),
      fetchPageToken(client, { accessToken: refreshToken, signal, asked: 'tokens' }, channelId),
    ]);
    if (accessToken === null) throw renewalRefused('it gives no access to the page');
    const told = { accessEndsAt, permissions: grant.permissions(channelId) };
    if (expiresAt === null) return { accessToken, refreshToken, expiresInSeconds: null, ...told };
    const expiresInSeconds = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
    if (expiresInSeconds <= 0) throw renewalRefused('its access to data has ended');
    return { accessToken, refreshToken, expiresInSeconds, ...told };
  } catch (error) {
    throw error instanceof PublishFailure && error.tokenRefused ? renewalRefused(error.words.seen) : error;
  }
}

function renewalRefused(reason: string): PublishFailure {
  const seen = `Facebook no longer renews our access to the page. ${reason}`;
  return new PublishFailure(
    'TOKEN_EXPIRED',
    { seen, todo: 'Connect the page again, then retry.' },
    { transient: false },
  );
}
