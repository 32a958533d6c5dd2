import type { z } from 'zod';
import {
  clientNameLengthMax,
  faultOfRedirectUri,
  redirectUrisLengthMax,
  redirectUrisMax,
  registrationsMax,
  registrationsPerNetworkMax,
} from '../../../domain/mcp';
import { failureWindowMinutes, urlLengthMax } from '../../../domain/limits';
import { networkOf } from '../../../lib/networkOf';
import { McpClient } from '../../../models/mcp/McpClient';
import type { NewMcpClient, RegisteredClient as Client } from '../../../models/mcp/McpClient';
import { countTry } from '../../http/countTry';
import { OAuthRefusal } from '../../http/oauthError';
import { grantTypes } from './grantTypes';
import type { GrantType } from './grantTypes';
import { inOrder } from './inOrder';
import type { OAuthRequest } from './oauthRoute';
import { RegistrationBody } from './schema';
import type { RegisteredClient } from './schema';

type Metadata = Omit<NewMcpClient, 'grantTypes'> & { readonly grantTypes: GrantType[] };

const malformed = new OAuthRefusal(
  'invalid_client_metadata',
  (field: string) => `${field} is not of the form that RFC 7591 gives it.`,
  'client_name',
);
const noCodeGrant = new OAuthRefusal('invalid_client_metadata', () => 'grant_types must have authorization_code.');
const noCodeResponse = new OAuthRefusal('invalid_client_metadata', () => 'response_types must have code.');
const noName = new OAuthRefusal(
  'invalid_client_metadata',
  () => `client_name must be one line of at most ${clientNameLengthMax} characters.`,
);
const noListOfUris = new OAuthRefusal('invalid_redirect_uri', () => 'redirect_uris must be a list of URIs.');
const wrongCountOfUris = new OAuthRefusal(
  'invalid_redirect_uri',
  () => `redirect_uris must have 1 to ${redirectUrisMax} URIs.`,
);
const tooLongUris = new OAuthRefusal(
  'invalid_redirect_uri',
  () => `redirect_uris may have ${redirectUrisLengthMax} characters together.`,
);
const wrongUri = new OAuthRefusal(
  'invalid_redirect_uri',
  (index: number, fault: string) => `redirect_uris[${index}] ${fault}.`,
  0,
  `must have at most ${urlLengthMax} characters`,
);

/** All errors of the endpoint. */
export const registrationErrors = [
  malformed,
  noCodeGrant,
  noCodeResponse,
  noName,
  noListOfUris,
  wrongCountOfUris,
  tooLongUris,
  wrongUri,
] as const;

/** Self-registration of a client (RFC 7591 §3). Its metadata is not checked, so pages show its name as unverified. */
export const registerMcpClient = inOrder('registerMcpClient', [
  { name: 'metadata', run: readMetadata },
  { name: 'redirect URIs', run: judgeRedirectUris },
  { name: 'registered before', run: findRegistered },
  { name: 'caps', run: takeFromCaps },
  { name: 'client', run: writeClient },
]);

interface Read extends OAuthRequest {
  readonly metadata: Metadata;
}

interface KnownRequest extends Read {
  readonly known: Client | null;
}

/**
 * Reads the metadata of a client. Unknown fields are ignored, and grant types that the service does not offer are left
 * out: the answer has the registered metadata (RFC 7591 §2).
 * @throws OAuthError invalid_client_metadata, invalid_redirect_uri
 */
function readMetadata(request: OAuthRequest): Read {
  return { ...request, metadata: metadataOf(request.body) };
}

/** @throws OAuthError invalid_client_metadata, invalid_redirect_uri */
function metadataOf(body: unknown): Metadata {
  const { data, error } = RegistrationBody.safeParse(body);
  if (!data) {
    const [field = 'the body'] = error.issues.flatMap(({ path }) => path.slice(0, 1).map(String));
    throw field === 'redirect_uris' ? noListOfUris.error() : malformed.error(field);
  }
  const redirectUris = [...new Set(data.redirect_uris)];
  return { name: nameOf(data), redirectUris, grantTypes: grantTypesOf(data) };
}

/** The metadata of a client that a document describes, judged as a registration is. @throws OAuthError as that */
export function judgedMetadata(document: unknown): Metadata {
  const metadata = metadataOf(document);
  judgeUris(metadata);
  return metadata;
}

type Registration = z.infer<typeof RegistrationBody>;

function grantTypesOf({ grant_types: wanted, response_types: answers }: Registration): GrantType[] {
  const offered = grantTypes.filter((type) => wanted?.includes(type) ?? true);
  if (!offered.includes('authorization_code')) throw noCodeGrant.error();
  if (answers && !answers.includes('code')) throw noCodeResponse.error();
  return offered;
}

function nameOf({ client_name: given }: Registration): string | null {
  const name = given?.trim() ?? '';
  if (Array.from(name).length > clientNameLengthMax || /\p{C}/u.test(name)) throw noName.error();
  return name === '' ? null : name;
}

/** @throws OAuthError invalid_redirect_uri */
function judgeRedirectUris(request: Read): Read {
  judgeUris(request.metadata);
  return request;
}

/** @throws OAuthError invalid_redirect_uri */
function judgeUris({ redirectUris }: Metadata): void {
  if (redirectUris.length === 0 || redirectUris.length > redirectUrisMax) throw wrongCountOfUris.error();
  if (redirectUris.join('').length > redirectUrisLengthMax) throw tooLongUris.error();
  for (const [index, uri] of redirectUris.entries()) {
    const fault = uri.length > urlLengthMax ? `must have at most ${urlLengthMax} characters` : faultOfRedirectUri(uri);
    if (fault !== null) throw wrongUri.error(index, fault);
  }
}

/**
 * Finds a client with the same metadata, which hosted assistants register for each of their users. A public client has
 * no secret, so all these users may share one client: no row is written, and no registration is counted.
 */
async function findRegistered(request: Read): Promise<KnownRequest> {
  return { ...request, known: await McpClient.withMetadata(request.metadata) };
}

/**
 * Caps new clients, since a client is never removed: the clients of a network, and all clients together. An owner of
 * IPv6 addresses often has a /48 of them, which counts as one network.
 * @throws ApiError 429
 */
async function takeFromCaps(request: KnownRequest): Promise<KnownRequest> {
  if (!request.known) await countNewClient(request);
  return request;
}

/** @throws ApiError 429 */
export async function countNewClient({ address }: Pick<OAuthRequest, 'address'>): Promise<void> {
  const minutes = failureWindowMinutes;
  await countTry({ max: registrationsPerNetworkMax, minutes }, ['client', networkOf(address, 48)]);
  await countTry({ max: registrationsMax, minutes }, ['client']);
}

async function writeClient({ metadata, known }: KnownRequest): Promise<{ answer: RegisteredClient }> {
  return { answer: present(known ?? (await McpClient.register(metadata)), metadata) };
}

function present({ id, name, redirectUris, createdAt }: Client, { grantTypes: types }: Metadata): RegisteredClient {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    ...(name !== null && { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: types,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
