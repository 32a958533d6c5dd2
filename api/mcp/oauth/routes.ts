import { z } from 'zod';
import { noNames, preflight, preflightSuccess, presentPreflight } from '../../faces/preflight';
import { route } from '../../faces/route';
import { tooManyFailures } from '../../users/failureLimit';
import { exchangeToken, tokenErrors } from './exchangeToken';
import { getAuthorizationServer } from './getAuthorizationServer';
import { getProtectedResource } from './getProtectedResource';
import { getProtectedResourceOfMcp } from './getProtectedResourceOfMcp';
import { giveConsent } from './giveConsent';
import { clientErrors } from './knownClient';
import { oauthRoute } from './oauthRoute';
import { mcpRequestHeaders } from './reach';
import { registerMcpClient, registrationErrors } from './registerMcpClient';
import { revokeToken } from './revokeToken';
import {
  AuthorizationQuery,
  ConsentForm,
  ConsentHeaders,
  RegisteredClient,
  RegistrationBody,
  ResourceMetadata,
  RevocationForm,
  ServerMetadata,
  TokenAnswer,
  TokenForm,
} from './schema';
import { showConsent } from './showConsent';

const serverPath = '/.well-known/oauth-authorization-server';
const resourcePath = '/.well-known/oauth-protected-resource';

/**
 * Browsers keep a window that a client has opened and the page in it apart unless the page lets them. Clients wait for the
 * end in such windows.
 */
const inPopup = { 'Cross-Origin-Opener-Policy': 'unsafe-none' } as const;

const PageHeaders = z.object({
  'Content-Security-Policy': z.string().meta({ description: 'What the page may load: its own style alone' }),
  'Set-Cookie': z.string().meta({ description: 'Ties the page to this browser; all its pages share it' }),
});
const SentBackHeaders = z.object({
  Location: z.string().meta({ format: 'uri', description: 'The redirect URI with `code`, `state` and `iss`' }),
});

const documents = [
  route('public', getAuthorizationServer, {
    method: 'get',
    path: serverPath,
    success: { status: 200, schema: ServerMetadata },
    present: (metadata) => metadata,
  }),
  route('public', getProtectedResource, {
    method: 'get',
    path: resourcePath,
    success: { status: 200, schema: ResourceMetadata },
    present: (metadata) => metadata,
  }),
  route('public', getProtectedResourceOfMcp, {
    method: 'get',
    path: `${resourcePath}/_mcp`,
    success: { status: 200, schema: ResourceMetadata },
    present: (metadata) => metadata,
  }),
];

const consent = [
  oauthRoute({
    method: 'get',
    path: '/oauth/mcp/authorize',
    summary: 'For browsers: the page on which a person lets an assistant in',
    description:
      'An unknown client, and an address that it has not registered, get a page. All else that is wrong sends the browser ' +
      'back with `error`, `error_description`, `state` and `iss`.',
    request: { query: AuthorizationQuery, headers: ConsentHeaders.pick({ Cookie: true }) },
    refusals: 'page',
    answerHeaders: inPopup,
    success: {
      status: 200,
      schema: z.string().meta({ example: '<!doctype html>' }),
      mediaType: 'text/html',
      headers: PageHeaders,
    },
    steps: showConsent,
  }),
  oauthRoute({
    method: 'post',
    path: '/oauth/mcp/authorize',
    summary: 'For browsers: lets an assistant in, or does not',
    description:
      'The form of the page. A wrong key, email or password shows it again (401). After 10 wrong keys in 15 minutes it answers ' +
      '429; log-ins are counted with those of `logIn`. A log-in leads to a page on which the person picks an organization.',
    nextPage: 'A page: after a log-in, the person picks an organization',
    request: { form: ConsentForm, headers: ConsentHeaders },
    refuses: [tooManyFailures],
    refusals: 'page',
    answerHeaders: inPopup,
    success: { status: 302, schema: z.void(), headers: SentBackHeaders },
    steps: giveConsent,
  }),
];

const programs = [
  oauthRoute({
    method: 'post',
    path: '/oauth/mcp/register',
    summary: 'Register an assistant',
    description:
      'RFC 7591. The client is public and permanent. A client that registers the same again is answered with the same client. After 50 ' +
      'other clients in 15 minutes from an address (IPv6: a /48) it answers 429.',
    request: { body: RegistrationBody },
    refusals: { oauth: 'invalid_client_metadata', errors: registrationErrors },
    success: { status: 201, schema: RegisteredClient },
    steps: registerMcpClient,
  }),
  oauthRoute({
    method: 'post',
    path: '/oauth/mcp/token',
    summary: 'Exchange a code or a refresh token for tokens',
    description:
      'A code works once. A refresh token can be used again for two minutes, up to ten times; a use after that ends the ' +
      'grant. One that was revoked or has expired is answered with 401 `invalid_token`.',
    request: { form: TokenForm },
    refusals: { oauth: 'invalid_request', errors: tokenErrors },
    success: { status: 200, schema: TokenAnswer },
    steps: exchangeToken,
  }),
  oauthRoute({
    method: 'post',
    path: '/oauth/mcp/revoke',
    summary: 'Give a token up',
    description: 'RFC 7009. The refresh token ends the grant. A token that is not known is answered with 200, too.',
    request: { form: RevocationForm },
    refusals: { oauth: 'invalid_request', errors: clientErrors },
    success: { status: 200, schema: z.void() },
    steps: revokeToken,
  }),
];

/** Browsers ask before they let a script of another site send such a request (contract.md §9). */
const preflights = [...documents, ...programs].map(({ path, operationId, method }) =>
  route('public', preflight(operationId, noNames), {
    method: 'options',
    path,
    success: preflightSuccess,
    present: () => presentPreflight([method.toUpperCase()], mcpRequestHeaders),
  }),
);

export const mcpRoutes = [...documents, ...programs, ...preflights, ...consent] as const;
