import { RedirectError, ShownPage } from '../../http/errors';
import { matchesRedirectUri } from '../../../domain/mcp';
import type { RegisteredClient } from '../../../models/mcp/McpClient';
import type { BaseDeps } from '../../deps';
import { html } from '../../http/html';
import { renderPage } from '../../http/page';
import { addressesOf } from './addresses';

/** Errors that a browser brings back to its client (RFC 6749 §4.1.2.1, RFC 8707 §2). */
type AuthorizationError = 'invalid_request' | 'unsupported_response_type' | 'invalid_target' | 'access_denied';

/** The address and the state for the answer to an authorization request. */
export interface RedirectTarget {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** The address at which a client receives an answer: its URI with parameters behind its own. `iss` is RFC 9207's. */
export function answerTo(
  { config }: Pick<BaseDeps, 'config'>,
  { redirectUri, state }: RedirectTarget,
  answer: Readonly<Record<string, string>>,
): string {
  const { issuer } = addressesOf(config);
  const query = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer }).toString();
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return `${redirectUri}${separator}${query}`;
}

/** The browser goes back to the client and tells it why there is no code. */
export function sentBack(
  deps: Pick<BaseDeps, 'config'>,
  way: RedirectTarget,
  error: AuthorizationError,
  why: string,
): RedirectError {
  return new RedirectError(answerTo(deps, way, { error, error_description: why }));
}

/**
 * Tells that the address for the answer is the client's. Until both are certain, no browser is redirected: an address that is not
 * registered could be anybody's (OAuth 2.1 §4.1.2.1).
 * @throws ShownPage 400
 */
export function requireAddress(
  client: RegisteredClient | null,
  redirectUri: string | undefined,
): { client: RegisteredClient; redirectUri: string } {
  if (!client) throw notFromHere('The app that sent you here is not registered with this service.');
  if (redirectUri === undefined || !client.redirectUris.some((one) => matchesRedirectUri(one, redirectUri)))
    throw notFromHere('The app that sent you here names an address that it has not registered.');
  return { client, redirectUri };
}

/** @param why a sentence for the person */
export function notFromHere(why: string): ShownPage {
  const advice = 'Nothing was granted. Go back to the app, remove this service there, and connect it again.';
  return new ShownPage(
    400,
    renderPage(
      'This app cannot be connected',
      html`<p>${why}</p>
        <p>${advice}</p>`,
    ),
  );
}
