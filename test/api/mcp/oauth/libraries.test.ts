import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { startApp } from '../../../support/callers/app';
import type { TestApp } from '../../../support/callers/app';
import { decide } from '../../../support/callers/assistant';
import { openBrowser } from '../../../support/browser';
import { buildWorkspace } from '../../../support/build/workspace';
import { use } from '../../../support/use';

const redirectUri = 'http://127.0.0.1:1234/callback';
const metadata = {
  client_name: 'Library',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

describe.each([
  ['at the root of its host', 'https://api.example'],
  ['below a path of its host', 'https://api.example/some/base'],
])('with the service %s', (_where, baseUrl) => {
  const app: TestApp = use(async () => startApp({ baseUrl }));
  /** Hands requests on as the server of the host does: it takes the path away, but for the well-known names. */
  const toService = (url: string) => url.replace(baseUrl, app.url).replace('https://api.example', app.url);
  const fetchHere = async (url: string, options: object) => fetch(toService(url), options);

  /** The owner of a workspace allows the client's request. */
  async function allow(url: URL): Promise<URL> {
    const { apiKey } = await buildWorkspace();
    const browser = openBrowser({ baseUrl, url: app.url });
    const page = await browser.visit(url.href);
    return new URL((await decide(browser, page, { action: 'allow', api_key: apiKey })).location);
  }

  it('oauth4webapi goes the whole way', async () => {
    const options = { [oauth.customFetch]: fetchHere };
    const target = new URL(`${baseUrl}/_mcp`);
    const found = await oauth.resourceDiscoveryRequest(target, options);
    const { authorization_servers: servers, resource } = await oauth.processResourceDiscoveryResponse(target, found);
    expect([servers, resource]).toEqual([[baseUrl], target.href]);

    const issuer = new URL(servers![0]!);
    const server = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }).then(
      // RFC 8414 §3.3 compares bytes; a URL of this library has a slash where there is no path.
      async (answer) => oauth.processDiscoveryResponse(issuer, answer),
    );
    const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, options);
    const client = await oauth.processDynamicClientRegistrationResponse(registered);

    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'mcp.read mcp.write',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: resource,
      state,
    }).toString();
    const answer = oauth.validateAuthResponse(server, client, await allow(url), state);

    const auth = oauth.None();
    const resourceOf = { ...options, additionalParameters: { resource } };
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      answer,
      redirectUri,
      verifier,
      resourceOf,
    );
    const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
    const refreshed = await oauth.refreshTokenGrantRequest(server, client, auth, first.refresh_token!, resourceOf);
    const second = await oauth.processRefreshTokenResponse(server, client, refreshed);
    expect([second.scope, second.token_type, second.expires_in]).toEqual(['mcp.read mcp.write', 'bearer', 3600]);

    const revoked = await oauth.revocationRequest(server, client, auth, second.refresh_token!, options);
    await oauth.processRevocationResponse(revoked);
    const late = await oauth.refreshTokenGrantRequest(server, client, auth, second.refresh_token!, options);
    expect(late.status).toBe(401);
  });

  it('openid-client goes the whole way', async () => {
    const options = { algorithm: 'oauth2', [openid.customFetch]: fetchHere } as const;
    const config = await openid.dynamicClientRegistration(new URL(baseUrl), metadata, openid.None(), options);
    const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'mcp.read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const back = await allow(url);
    const first = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    const second = await openid.refreshTokenGrant(config, first.refresh_token!);
    expect([second.scope, second.expires_in]).toEqual(['mcp.read', 3600]);
    await openid.tokenRevocation(config, second.refresh_token!);
    await expect(openid.refreshTokenGrant(config, second.refresh_token!)).rejects.toMatchObject({ status: 401 });
  });

  it('openid-client is told of a denial', async () => {
    const options = { algorithm: 'oauth2', [openid.customFetch]: fetchHere } as const;
    const config = await openid.dynamicClientRegistration(new URL(baseUrl), metadata, openid.None(), options);
    const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const challenge = await openid.calculatePKCECodeChallenge(verifier);
    const asked = { code_challenge: challenge, code_challenge_method: 'S256', state, redirect_uri: redirectUri };
    const url = openid.buildAuthorizationUrl(config, { ...asked, scope: 'mcp.read' });
    const browser = openBrowser({ baseUrl, url: app.url });
    const { location } = await decide(browser, await browser.visit(url.href), { action: 'deny' });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };

    await expect(openid.authorizationCodeGrant(config, new URL(location), checks)).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});
