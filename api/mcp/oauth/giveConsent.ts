import { randomBytes } from 'node:crypto';
import { mcpScopes } from '../../../domain/mcp';
import type { McpScope } from '../../../domain/mcp';
import { McpClient } from '../../../models/mcp/McpClient';
import type { RegisteredClient } from '../../../models/mcp/McpClient';
import { McpGrant } from '../../../models/mcp/McpGrant';
import { Workspace } from '../../../models/organizations/Workspace';
import { ShownPage } from '../../http/errors';
import { html } from '../../http/html';
import { renderPage } from '../../http/page';
import { AnswerWithHeaders } from '../../http/Route';
import { answerTo, requireAddress, sentBack } from './authorization';
import { openConsent } from './consentRequest';
import type { ConsentRequest } from './consentRequest';
import { inOrder } from './inOrder';
import type { OAuthRequest } from './oauthRoute';
import { boxOf, presentConsent } from './present';

/** The answer of the consent page (RFC 6749 §4.1.1 and §4.1.2; RFC 9700 §4.7 and §4.12). */
export const giveConsent = inOrder('giveConsent', [
  { name: 'origin', run: requireOwnOrigin },
  { name: 'page', run: openPage },
  { name: 'client and redirect URI', run: findClient },
  { name: 'decision', run: requireAllowed },
  { name: 'key and code', run: grant },
]);

interface FromPage extends OAuthRequest {
  readonly consent: ConsentRequest;
  /** The sealed request of the page. */
  readonly sealed: string;
}

interface FromClient extends FromPage {
  readonly client: RegisteredClient;
}

interface Decided extends FromClient {
  /** The scopes that the user has allowed. */
  readonly scopes: readonly McpScope[];
}

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

/** @throws RedirectError access_denied; ShownPage 400 for neither button, and for no box */
function requireAllowed(request: FromClient): Decided {
  const { given, deps, consent } = request;
  if (given.action === 'deny') throw sentBack(deps, wayBack(consent), 'access_denied', 'The user has denied access.');
  if (given.action !== 'allow') throw pageIsOver();
  const scopes = given.boxes === undefined ? consent.ticked : mcpScopes.filter((scope) => given[boxOf[scope]]);
  if (scopes.length === 0) throw new ShownPage(400, pageAgain({ ...request, scopes }, 'no box'));
  return { ...request, scopes };
}

/**
 * Grants the access. The key is the credential of this page. Any wrong key shows the page again.
 * @throws ShownPage 401 for a wrong key, 400 for a page that has granted already; ApiError 429
 */
async function grant(request: Decided) {
  const { deps, address, requestId, given, consent, scopes } = request;
  const who = { purpose: 'consent', account: consent.id, address, requestId } as const;
  const code = newCode();
  const isGranted = await deps.failureLimit.limit(who, async (isAbout) => {
    const apiKey = given.api_key?.trim() ?? '';
    const workspace = await Workspace.ofApiKey(apiKey);
    if (!workspace) return null;
    isAbout({ workspaceId: workspace.id });
    const { clientId, resource, redirectUri, codeChallenge } = consent;
    const asked = { clientId, scopes, resource, redirectUri, codeChallenge, consentId: consent.id };
    return McpGrant.open({ ...asked, apiKey, code });
  });
  if (isGranted === null) throw new ShownPage(401, pageAgain(request, 'wrong key'));
  if (!isGranted) throw pageIsOver();
  return { answer: new AnswerWithHeaders(undefined, { Location: answerTo(deps, wayBack(consent), { code }) }) };
}

function pageAgain({ deps, client, consent, sealed, scopes: ticked }: Decided, fault: 'no box' | 'wrong key') {
  const { redirectUri } = consent;
  return presentConsent({ client, redirectUri, ticked, sealed, baseUrl: deps.config.baseUrl, fault });
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
