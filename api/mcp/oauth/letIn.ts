import type { McpScope } from '../../../domain/mcp';
import { Id } from '../../../domain/ids';
import type { RegisteredClient } from '../../../models/mcp/McpClient';
import { digestOfPassword, McpGrant } from '../../../models/mcp/McpGrant';
import type { NewMcpGrant } from '../../../models/mcp/McpGrant';
import { Organization } from '../../../models/organizations/Organization';
import { Workspace } from '../../../models/organizations/Workspace';
import { ShownPage } from '../../http/errors';
import { parseInput } from '../../http/body/parseInput';
import { checkLogIn } from '../../users/checkLogIn';
import { LogInInput } from '../../users/schema';
import { sealAgain } from './consentRequest';
import type { ConsentRequest } from './consentRequest';
import type { OAuthRequest } from './oauthRoute';
import { presentConsent } from './present';
import type { ConsentFault } from './present';
import { presentOrganizations } from './presentOrganizations';

export interface FromPage extends OAuthRequest {
  readonly consent: ConsentRequest;
  /** The sealed request of the page. */
  readonly sealed: string;
}

export interface FromClient extends FromPage {
  readonly client: RegisteredClient;
}

export interface Decided extends FromClient {
  /** The scopes that the user has allowed. */
  readonly scopes: readonly McpScope[];
  /** The most credits in a cycle; null: no limit of its own. */
  readonly creditLimit: number | null;
}

/**
 * Grants the access: by an API key, or to a logged-in person in a picked organization. A log-in leads to the
 * page on which they pick one. Any wrong credential shows the page again.
 * @returns false: the page has granted already, or its credential opens nothing any more
 * @throws ShownPage 401 for a wrong credential, 200 after a log-in; ApiError 429
 */
export async function letIn(request: Decided, code: string): Promise<boolean> {
  const { consent, given } = request;
  if (consent.person) return letInForPerson(request, consent.person, code);
  const apiKey = given.api_key?.trim() ?? '';
  if (apiKey !== '') return letInByKey(request, apiKey, code);
  if (given.email === undefined && given.password === undefined)
    throw new ShownPage(401, pageAgain(request, 'no credential'));
  throw new ShownPage(200, await logIn(request));
}

async function letInByKey(request: Decided, apiKey: string, code: string): Promise<boolean> {
  const { deps, address, requestId, consent } = request;
  const who = { purpose: 'consent', account: consent.id, address, requestId } as const;
  const isGranted = await deps.failureLimit.limit(who, async (isAbout) => {
    const workspace = await Workspace.ofApiKey(apiKey);
    if (!workspace) return null;
    isAbout({ workspaceId: workspace.id });
    return McpGrant.openByKey({ ...grantOf(request, code), apiKey });
  });
  if (isGranted === null) throw new ShownPage(401, pageAgain(request, 'wrong key'));
  return isGranted;
}

/** The organization is judged by the statement that writes the grant. */
async function letInForPerson(
  request: Decided,
  { userId, passwordDigest }: NonNullable<ConsentRequest['person']>,
  code: string,
): Promise<boolean> {
  const organizationId = Id.safeParse(request.given.organization);
  if (!organizationId.success) return false;
  const person = { userId, passwordDigest, organizationId: organizationId.data };
  return McpGrant.openForPerson({ ...grantOf(request, code), person });
}

/** The page on which the person picks an organization. @throws ShownPage 401 for a wrong email or password; ApiError 429 */
async function logIn(request: Decided) {
  const { deps, address, requestId, given, consent, client, scopes, creditLimit } = request;
  const { input } = parseInput(LogInInput, { email: given.email ?? '', password: given.password ?? '' });
  const user = input ? await checkLogIn(deps, { ...input, address, requestId }) : null;
  if (!user) throw new ShownPage(401, pageAgain(request, 'wrong log-in'));
  const organizations = await Organization.ofUser(user.id);
  if (organizations.length === 0) throw new ShownPage(401, pageAgain(request, 'no organization'));
  const person = { userId: user.id, passwordDigest: digestOfPassword(user.passwordHash), creditLimit };
  const sealed = sealAgain({ ...consent, ticked: [...scopes], person }, deps.secrets);
  return presentOrganizations({ client, redirectUri: consent.redirectUri, sealed, scopes, creditLimit, organizations });
}

function grantOf({ consent, scopes, creditLimit }: Decided, code: string): NewMcpGrant {
  const { id: consentId, clientId, powers, resource, redirectUri, codeChallenge } = consent;
  return { consentId, clientId, scopes, powers, creditLimit, resource, redirectUri, codeChallenge, code };
}

/** The page, shown once more, with the boxes and the texts as they were sent. */
export function pageAgain(
  { deps, client, consent, sealed, given, scopes: ticked }: FromClient & Pick<Decided, 'scopes'>,
  fault: ConsentFault,
) {
  const typed = { email: given.email, creditLimit: given.credit_limit };
  const { redirectUri } = consent;
  return presentConsent({ client, redirectUri, ticked, sealed, baseUrl: deps.config.baseUrl, fault, typed });
}
