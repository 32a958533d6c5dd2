import { isAllowedRedirect } from '../../../http/redirectUri';
import type { PlatformApp } from '../../../platform';
import type { AuthorizationCode } from '../../records';
import { meaningOf, parseScopes } from './scopes';

/** The request of a client to an account (reference §1). */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  /** Under the names they are granted under. */
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly isOffline: boolean;
  /** True: the page asks even if all scopes have been granted already, and a refresh token follows. */
  readonly asksAnew: boolean;
  readonly asksForAccount: boolean;
  /** No page may be shown. */
  readonly isSilent: boolean;
  /** True: the new grant also covers the scopes that were granted before. */
  readonly includesGranted: boolean;
  readonly loginHint: string | null;
  readonly codeChallenge: AuthorizationCode['codeChallenge'];
}

/** A request so wrong that its redirect URI is not trusted either: the user sees a page, and stays there. */
export class AuthorizationRefused extends Error {
  override name = 'AuthorizationRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Rule {
  readonly error: string;
  /** The fault of a query; undefined: it has no fault. */
  readonly problem: (query: URLSearchParams, app: PlatformApp) => string | undefined;
}

const parameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'access_type',
  'prompt',
  'include_granted_scopes',
  'login_hint',
  'code_challenge',
  'code_challenge_method',
];

const prompts = ['none', 'consent', 'select_account', 'consent select_account', 'select_account consent'];

/** The rules, in this order. The texts are Google's as far as they are known (README.md lists the assumptions). */
const rules: readonly Rule[] = [
  { error: 'invalid_request', problem: findRepeated },
  { error: 'invalid_request', problem: (query) => findMissing(query, 'client_id') },
  {
    error: 'invalid_client',
    problem: (query, { clientId }) =>
      query.get('client_id') === clientId ? undefined : 'The OAuth client was not found.',
  },
  { error: 'invalid_request', problem: (query) => findMissing(query, 'redirect_uri') },
  { error: 'redirect_uri_mismatch', problem: findForeignRedirect },
  {
    error: 'invalid_request',
    problem: (query) => (query.get('response_type') ? undefined : 'Required parameter is missing: response_type'),
  },
  { error: 'unsupported_response_type', problem: (query) => findUnknown(query, 'response_type', ['code']) },
  { error: 'invalid_request', problem: (query) => findMissing(query, 'scope') },
  { error: 'invalid_scope', problem: findUnknownScopes },
  { error: 'invalid_request', problem: (query) => findUnknown(query, 'access_type', ['online', 'offline']) },
  { error: 'invalid_request', problem: (query) => findUnknown(query, 'prompt', prompts) },
  { error: 'invalid_request', problem: (query) => findUnknown(query, 'include_granted_scopes', ['true', 'false']) },
  { error: 'invalid_request', problem: (query) => findUnknown(query, 'code_challenge_method', ['S256', 'plain']) },
];

/** Reads the query of the authorization endpoint. Throws AuthorizationRefused with the first rule it breaks. */
export function readAuthorizationRequest(app: PlatformApp, query: URLSearchParams): AuthorizationRequest {
  for (const { error, problem } of rules) {
    const message = problem(query, app);
    if (message !== undefined) throw new AuthorizationRefused(error, message);
  }
  const asked = (query.get('prompt') ?? '').split(' ');
  const challenge = query.get('code_challenge');
  return {
    redirectUri: query.get('redirect_uri') ?? '',
    scopes: parseScopes(query.get('scope') ?? ''),
    state: query.get('state'),
    isOffline: query.get('access_type') === 'offline',
    asksAnew: asked.includes('consent'),
    asksForAccount: asked.includes('select_account'),
    isSilent: asked.includes('none'),
    includesGranted: query.get('include_granted_scopes') === 'true',
    loginHint: query.get('login_hint'),
    // Without a method the challenge is the verifier itself (RFC 7636, 4.3).
    codeChallenge: challenge
      ? { value: challenge, method: query.get('code_challenge_method') === 'S256' ? 'S256' : 'plain' }
      : null,
  };
}

function findRepeated(query: URLSearchParams): string | undefined {
  const repeated = parameters.find((name) => query.getAll(name).length > 1);
  return repeated && `OAuth 2 parameters can only have a single value: ${repeated}`;
}

function findMissing(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim() ? undefined : `Missing required parameter: ${name}`;
}

function findUnknown(query: URLSearchParams, name: string, known: readonly string[]): string | undefined {
  const value = query.get(name);
  return value && !known.includes(value) ? `Invalid parameter value for ${name}: ${value}` : undefined;
}

function findUnknownScopes(query: URLSearchParams): string | undefined {
  const scopes = parseScopes(query.get('scope') ?? '');
  const valid = scopes.filter((scope) => meaningOf(scope) !== undefined);
  const invalid = scopes.filter((scope) => meaningOf(scope) === undefined);
  if (invalid.length === 0) return undefined;
  const list = [...(valid.length > 0 ? [`valid=[${valid.join(', ')}]`] : []), `invalid=[${invalid.join(', ')}]`];
  return `Some requested scopes were invalid. {${list.join(', ')}}`;
}

function findForeignRedirect(query: URLSearchParams, { redirectUris }: PlatformApp): string | undefined {
  const uri = query.get('redirect_uri') ?? '';
  if (isAllowedRedirect(uri, redirectUris)) return undefined;
  return `The redirect URI in the request, ${uri}, does not match the ones authorized for the OAuth client.`;
}
