import { createHash, createHmac } from 'node:crypto';
import {
  consentClient,
  follow,
  open,
  press,
  queryOfRedirect,
  redirectUri,
  scopeOf,
  upload,
} from '../support/platforms/consentClient';
import { openSandbox, useCleanSandbox } from '../support/servers/sandbox';
import type { Json } from '../support/servers/sandbox';

const verifier = 'a-verifier-of-at-least-forty-three-characters';
const s256 = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

const sandbox = useCleanSandbox();
const { address, allow, ask, exchange } = consentClient(() => sandbox);

describe('The authorization endpoint', () => {
  it.each([
    ['no client', { client_id: undefined }, 400, 'invalid_request', 'Missing required parameter: client_id'],
    ['an unknown client', { client_id: 'other' }, 401, 'invalid_client', 'The OAuth client was not found.'],
    [
      'no redirect URI',
      { redirect_uri: undefined },
      400,
      'invalid_request',
      'Missing required parameter: redirect_uri',
    ],
    [
      'a redirect URI of another machine',
      { redirect_uri: 'http://10.0.0.1/callback' },
      400,
      'redirect_uri_mismatch',
      'The redirect URI in the request, http://10.0.0.1/callback, does not match',
    ],
    ['https to this machine', { redirect_uri: 'https://localhost/' }, 400, 'redirect_uri_mismatch', 'does not match'],
    ['no address at all', { redirect_uri: 'urn:ietf:oob' }, 400, 'redirect_uri_mismatch', 'does not match'],
    ['no response type', { response_type: undefined }, 400, 'invalid_request', 'is missing: response_type'],
    ['another response type', { response_type: 'token' }, 400, 'unsupported_response_type', 'response_type: token'],
    ['no scope', { scope: undefined }, 400, 'invalid_request', 'Missing required parameter: scope'],
    [
      'an unknown scope',
      { scope: `${upload} youtube.readonly` },
      400,
      'invalid_scope',
      `Some requested scopes were invalid. {valid=[${upload}], invalid=[youtube.readonly]}`,
    ],
    ['another access type', { access_type: 'always' }, 400, 'invalid_request', 'access_type: always'],
    ['prompts that exclude each other', { prompt: 'none consent' }, 400, 'invalid_request', 'prompt: none consent'],
    ['another challenge method', { code_challenge_method: 'S512' }, 400, 'invalid_request', 'method: S512'],
  ])('shows a page for %s, and never leads back', async (_name, changes, status, code, message) => {
    const screen = await open(address(changes));
    expect(screen).toMatchObject({ status, location: '' });
    expect(screen.headers.get('content-type')).toContain('text/html');
    expect(screen.body).toContain(`Error ${status}: ${code}`);
    expect(screen.body).toContain(message);
  });

  it('takes each parameter once', async () => {
    const screen = await open(`${address()}&scope=${encodeURIComponent(upload)}`);
    expect(screen.body).toContain('OAuth 2 parameters can only have a single value: scope');
  });

  it('takes exactly the redirect URIs that are registered', async () => {
    const registered = ['https://app.example/callback', 'http://app.internal/callback'];
    const strict = await openSandbox({ apps: { youtube: { redirectUris: registered } } });
    const client = consentClient(() => strict);
    for (const uri of registered) expect((await open(client.address({ redirect_uri: uri }))).status).toBe(200);
    for (const uri of ['https://app.example/callback/', redirectUri]) {
      expect((await open(client.address({ redirect_uri: uri }))).status).toBe(400);
    }
    await strict.stop();
  });

  it('has pages that run nothing, and lead wherever the client goes', async () => {
    const screen = await open(address({ login_hint: 'one@example.com' }));
    expect(screen.headers.get('content-security-policy')).toMatch(/^default-src 'self'.*form-action http: https:$/);
    expect(screen.body).not.toContain('<script');
  });
});

describe('An authorization code', () => {
  const malformed = { status: 400, body: { error: 'invalid_grant', error_description: 'Malformed auth code.' } };

  it('is good once', async () => {
    const { code } = await allow('Olive One');
    const { body } = await exchange(code);
    expect(await exchange(code)).toMatchObject(malformed);
    const { status } = await sandbox.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect(status).toBe(200);
  });

  it('is good for ten minutes', async () => {
    const { code } = await allow('Olive One');
    await sandbox.control('POST', '/settings', { clockSkewMs: 600_000 });
    expect(await exchange(code)).toMatchObject(malformed);
  });

  it('is no good after its account has revoked', async () => {
    const { body } = await exchange((await allow('Olive One'))['code']);
    const { code } = await allow('Olive One', { prompt: 'consent' });
    await sandbox.token({ token: body.refresh_token }, '/revoke');
    expect(await exchange(code)).toMatchObject(malformed);
  });

  it('is good with the redirect URI it was sent to, and no other', async () => {
    const { code } = await allow('Olive One');
    const mismatch = { status: 400, body: { error: 'redirect_uri_mismatch', error_description: 'Bad Request' } };
    expect(await exchange(code, { redirect_uri: 'http://127.0.0.1:9/callback' })).toMatchObject(mismatch);
    expect(await exchange(code, { redirect_uri: '' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Missing parameter: redirect_uri' },
    });
    expect((await exchange(code)).status).toBe(200);
  });

  it('is good for the client alone', async () => {
    const { code } = await allow('Olive One');
    expect((await exchange(code, { client_secret: 'other' })).body.error).toBe('invalid_client');
    expect((await exchange(code)).status).toBe(200);
  });

  it.each([
    ['S256', s256],
    ['plain', { code_challenge: verifier, code_challenge_method: undefined }],
  ])('with a challenge (%s) is good with its verifier alone', async (_method, request) => {
    const { code } = await allow('Olive One', request);
    const refusal = (description: string) => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: description },
    });
    expect(await exchange(code)).toMatchObject(refusal('Missing code verifier.'));
    expect(await exchange(code, { code_verifier: `${verifier}x` })).toMatchObject(refusal('Invalid code verifier.'));
    expect((await exchange(code, { code_verifier: verifier })).status).toBe(200);
  });

  it('without a challenge takes no verifier', async () => {
    const { code } = await allow('Olive One');
    expect((await exchange(code, { code_verifier: verifier })).body).toEqual({
      error: 'invalid_grant',
      error_description: 'code_verifier or verifier is not needed.',
    });
  });
});

describe('userinfo', () => {
  const userinfo = async (scope: string) => {
    const { body } = await exchange((await allow('Olive One', { scope, prompt: 'consent' }))['code']);
    return sandbox.youtube('GET', '/oauth2/v2/userinfo', { token: body.access_token });
  };

  it('tells what was granted, under an id that stays', async () => {
    const { body } = await userinfo('openid email profile');
    expect(body).toEqual({
      id: expect.stringMatching(/^\d{21}$/),
      email: 'one@example.com',
      verified_email: true,
      name: 'Olive One',
      given_name: 'Olive',
      family_name: 'One',
      picture: expect.stringMatching(/^http:.*\.jpg$/),
    });
    expect((await userinfo('openid')).body).toEqual({ id: body.id });
    expect((await userinfo(`${upload} ${scopeOf('userinfo.email')}`)).body).toEqual({
      id: body.id,
      email: 'one@example.com',
      verified_email: true,
    });
  });

  it('tells nothing to who was not granted it, or has no token', async () => {
    expect(await userinfo(upload)).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    expect((await sandbox.youtube('GET', '/oauth2/v2/userinfo', { token: 'x' })).status).toBe(401);
  });
});

describe('The ID token', () => {
  const tokensFor = async (account: string, scope: string): Promise<Json> =>
    (await exchange((await allow(account, { scope, prompt: 'consent' }))['code'])).body;
  const partsOf = (token: string) => token.split('.').slice(0, 2).map(parsePart);
  const parsePart = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString());

  it('tells who has consented, signed with the secret of the client', async () => {
    const { id_token: token, access_token: accessToken } = await tokensFor('Olive One', `openid ${upload}`);
    const { body } = await sandbox.youtube('GET', '/oauth2/v2/userinfo', { token: accessToken });
    const [header, claims] = partsOf(token);
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(claims).toEqual({
      iss: 'https://accounts.google.com',
      azp: 'sandbox-youtube-client',
      aud: 'sandbox-youtube-client',
      sub: body.id,
      iat: expect.any(Number),
      exp: claims.iat + 3600,
    });
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(60);
    const [signed, signature] = [token.slice(0, token.lastIndexOf('.')), token.split('.')[2]];
    expect(createHmac('sha256', 'sandbox-youtube-secret').update(signed).digest('base64url')).toBe(signature);
  });

  it('names one account for all its channels, and another one for another', async () => {
    const subjects = [];
    for (const channel of ["Sam's Garage", 'Sam at Play']) {
      const screen = await follow(await ask('Sam Several', { scope: `openid ${upload}`, prompt: 'consent' }), channel);
      const { body } = await exchange(queryOfRedirect(await press(screen, 'Allow'))['code']);
      subjects.push(partsOf(body.id_token)[1].sub);
    }
    const olive = await tokensFor('Olive One', `openid ${upload}`);
    expect(new Set([...subjects, partsOf(olive.id_token)[1].sub]).size).toBe(2);
    expect(subjects[0]).toBe(subjects[1]);
  });

  it('comes with a renewal as well, and with neither where openid was not granted', async () => {
    const renewed = async ({ refresh_token: token }: Json) =>
      (await sandbox.token({ grant_type: 'refresh_token', refresh_token: token })).body;
    const tokens = await tokensFor('Olive One', `openid ${upload}`);
    expect(partsOf((await renewed(tokens)).id_token)[1].sub).toBe(partsOf(tokens.id_token)[1].sub);
    const anonymous = await tokensFor('Noa None', `email ${upload}`);
    for (const body of [anonymous, await renewed(anonymous)]) expect(body).not.toHaveProperty('id_token');
  });
});
