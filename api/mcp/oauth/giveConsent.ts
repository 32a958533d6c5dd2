import { randomBytes } from 'node:crypto';
import { creditsMax } from '../../../domain/credits';
import { mcpScopes } from '../../../domain/mcp';
import { McpClient } from '../../../models/mcp/McpClient';
import { ShownPage } from '../../http/errors';
import { html } from '../../http/html';
import { renderPage } from '../../http/page';
import { AnswerWithHeaders } from '../../http/Route';
import { answerTo, requireAddress, sentBack } from './authorization';
import { openConsent } from './consentRequest';
import type { ConsentRequest } from './consentRequest';
import { inOrder } from './inOrder';
import { letIn, pageAgain } from './letIn';
import type { Decided, FromClient, FromPage } from './letIn';
import type { OAuthRequest } from './oauthRoute';
import { boxOf } from './present';

/** The answer of the consent page (RFC 6749 §4.1.1 and §4.1.2; RFC 9700 §4.7 and §4.12). */
export const giveConsent = inOrder('giveConsent', [
  { name: 'origin', run: requireOwnOrigin },
  { name: 'page', run: openPage },
  { name: 'client and redirect URI', run: findClient },
  { name: 'decision', run: requireAllowed },
  { name: 'credential and code', run: grant },
]);

/**
 * Browsers name the origin of a form. Without a referrer (our pages have none) `Origin` is `null`, also for our own
 * page; the cookie then proves the origin. @throws ShownPage 400
 */
function requireOwnOrigin(request: OAuthRequest): OAuthRequest {
  const { Origin: origin = 'null', 'Sec-Fetch-Site': site = 'same-origin' } = request.headers;
  const own = new URL(request.deps.config.baseUrl).origin;
  if (site !== 'same-origin' || (origin !== 'null' && origin !== own)) throw pageIsOver();
  return request;
}

/** @throws ShownPage 400 for a page of another browser, a page that is too old, and a page that is not ours */
function openPage(request: OAuthRequest): FromPage {
  const { given, repeated, headers, deps } = request;
  const sealed = given.request ?? '';
  const { secrets, config } = deps;
  const asked = { secrets, baseUrl: config.baseUrl, cookies: headers.Cookie ?? '' };
  const consent = repeated.length > 0 ? null : openConsent(sealed, asked);
  if (!consent) throw pageIsOver();
  return { ...request, consent, sealed };
}

async function findClient(request: FromPage): Promise<FromClient> {
  const { clientId, redirectUri } = request.consent;
  const { client } = requireAddress(await McpClient.row(clientId), redirectUri);
  return { ...request, client };
}

/** @throws RedirectError access_denied; ShownPage 400 for neither button, no box, and a limit that is no number */
function requireAllowed(request: FromClient): Decided {
  const { given, deps, consent } = request;
  if (given.action === 'deny') throw sentBack(deps, wayBack(consent), 'access_denied', 'The user has denied access.');
  if (given.action !== 'allow') throw pageIsOver();
  if (consent.person) return { ...request, scopes: consent.ticked, creditLimit: consent.person.creditLimit };
  const scopes = given.boxes === undefined ? consent.ticked : mcpScopes.filter((scope) => given[boxOf[scope]]);
  if (scopes.length === 0) throw new ShownPage(400, pageAgain({ ...request, scopes }, 'no box'));
  const creditLimit = limitIn(given.credit_limit);
  if (creditLimit === undefined) throw new ShownPage(400, pageAgain({ ...request, scopes }, 'wrong limit'));
  return { ...request, scopes, creditLimit };
}

/** Null: none. Undefined: this is no limit. */
function limitIn(typed = ''): number | null | undefined {
  if (typed.trim() === '') return null;
  const limit = /^\d{1,10}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return limit <= creditsMax ? limit : undefined;
}

/** The grant of the page, and the way back to the client with its code. @throws as `letIn` */
async function grant(request: Decided) {
  const { deps, consent } = request;
  const code = newCode();
  if (!(await letIn(request, code))) throw pageIsOver();
  return { answer: new AnswerWithHeaders(undefined, { Location: answerTo(deps, wayBack(consent), { code }) }) };
}

function wayBack({ redirectUri, state }: ConsentRequest) {
  return { redirectUri, state };
}

/** 256 bits. */
function newCode(): string {
  return `mcp_ac_${randomBytes(32).toString('base64url')}`;
}

function pageIsOver(): ShownPage {
  const why = 'It is too old, was used already, or was not opened in this browser.';
  const advice = 'Nothing was granted by it now. Go back to the app and connect it again.';
  return new ShownPage(
    400,
    renderPage(
      'This page cannot be used',
      html`<p>${why}</p>
        <p>${advice}</p>`,
    ),
  );
}
