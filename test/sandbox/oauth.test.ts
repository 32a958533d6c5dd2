import { useSandbox } from '../support/servers/sandbox';
import { useEach } from '../support/use';

describe("Google's token endpoints", () => {
  const sandbox = useSandbox();
  const scopes = ['youtube.upload', 'youtube.readonly', 'youtube'];
  const grant = useEach(async () => sandbox.grant({ scopes }));

  const refresh = (refreshToken: string, extra = {}) =>
    sandbox.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...extra });
  const readOwnChannel = (token: string) => sandbox.youtube('GET', '/youtube/v3/channels?part=id&mine=true', { token });

  it('renews an access token, and tells no refresh token', async () => {
    const answer = await refresh(grant.refreshToken);
    expect(answer).toMatchObject({ status: 200, body: { expires_in: 3599, token_type: 'Bearer' } });
    expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    expect((await readOwnChannel(answer.body.access_token)).status).toBe(200);
  });

  it.each([
    [
      'a token it has never seen',
      { refresh_token: 'nonsense' },
      400,
      { error: 'invalid_grant', error_description: 'Bad Request' },
    ],
    ['an unknown client', { client_id: 'other' }, 401, { error: 'invalid_client' }],
    ['a wrong secret', { client_secret: 'other' }, 401, { error: 'invalid_client' }],
    [
      'an empty secret',
      { client_secret: '' },
      400,
      { error: 'invalid_request', error_description: 'client_secret is missing.' },
    ],
    [
      'a scope that was not granted',
      { scope: 'https://www.googleapis.com/auth/youtube https://www.googleapis.com/auth/youtube.force-ssl' },
      400,
      { error: 'invalid_scope', error_description: 'Bad Request' },
    ],
    ['another grant type', { grant_type: 'password' }, 400, { error: 'unsupported_grant_type' }],
    [
      'a code it has not given',
      { grant_type: 'authorization_code', code: '4/0nonsense', redirect_uri: 'http://127.0.0.1/' },
      400,
      { error: 'invalid_grant', error_description: 'Malformed auth code.' },
    ],
  ])('refuses %s', async (_name, form, status, body) => {
    expect(await refresh(grant.refreshToken, form)).toMatchObject({ status, body });
  });

  it('refuses a client that sends no secret, in the form or by HTTP Basic', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
    const ask = async (fields: object, headers: object) =>
      sandbox.youtube('POST', '/token', {
        body: new URLSearchParams({ ...form, ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    const missing = { error: 'invalid_request', error_description: 'client_secret is missing.' };
    for (const answer of [
      await ask({ client_id: 'sandbox-youtube-client' }, {}),
      await ask({}, basic('sandbox-youtube-client:')),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: missing });
    }
    expect((await ask({}, basic('sandbox-youtube-client:sandbox-youtube-secret'))).status).toBe(200);
  });

  it('renews for less than was granted, and the token opens no more than that', async () => {
    const scope = 'https://www.googleapis.com/auth/youtube.upload';
    const { status, body } = await refresh(grant.refreshToken, { scope });
    expect({ status, scope: body.scope }).toEqual({ status: 200, scope });
    expect((await sandbox.youtube('GET', `/tokeninfo?access_token=${body.access_token}`)).body.scope).toBe(scope);
    expect((await readOwnChannel(body.access_token)).body.error.errors[0].reason).toBe('insufficientPermissions');
    await expect(sandbox.start(body.access_token)).resolves.toContain('upload_id');
    expect((await refresh(grant.refreshToken)).body.scope.split(' ')).toHaveLength(3);
  });

  it('lets the refresh tokens of an app in testing die after 7 days, and those of an app in production live', async () => {
    await sandbox.control('POST', '/settings', { publishingStatus: 'testing' });
    const ofTesting = await sandbox.grant();
    const weekMs = 7 * 24 * 3_600_000;
    await sandbox.control('POST', '/settings', { publishingStatus: 'inProduction', clockSkewMs: weekMs - 60_000 });
    expect((await refresh(ofTesting.refreshToken)).status).toBe(200);
    await sandbox.control('POST', '/settings', { clockSkewMs: weekMs + 1000 });
    expect(await refresh(ofTesting.refreshToken)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    });
    expect((await refresh(grant.refreshToken)).status).toBe(200);
    await sandbox.control('POST', '/settings', { clockSkewMs: 0 });
  });

  it('tells another lifetime of such tokens, where a setting has one', async () => {
    await sandbox.control('POST', '/settings', { publishingStatus: 'testing', testingTokenMs: 432_000_000 });
    const { refreshToken } = await sandbox.grant();
    await sandbox.control('POST', '/settings', { publishingStatus: 'inProduction', clockSkewMs: 432_001_000 });
    expect((await refresh(refreshToken)).status).toBe(400);
    await sandbox.control('POST', '/settings', { clockSkewMs: 0 });
  });

  it('lets an access token die after 3599 seconds of its clock', async () => {
    await sandbox.control('POST', '/settings', { clockSkewMs: 3_590_000 });
    expect((await readOwnChannel(grant.accessToken)).status).toBe(200);
    await sandbox.control('POST', '/settings', { clockSkewMs: 3_599_000 });
    const answer = await readOwnChannel(grant.accessToken);
    await sandbox.control('POST', '/settings', { clockSkewMs: 0 });
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error=invalid_token' },
      body: {
        error: {
          code: 401,
          message: 'Invalid Credentials',
          errors: [
            {
              domain: 'global',
              reason: 'authError',
              message: 'Invalid Credentials',
              locationType: 'header',
              location: 'Authorization',
            },
          ],
        },
      },
    });
  });

  it.each(['access token', 'refresh token'])('ends every grant of the account when its %s is revoked', async (kind) => {
    const second = await sandbox.grant({ channelId: grant.channelId });
    const stranger = await sandbox.grant();
    const token = kind === 'access token' ? grant.accessToken : grant.refreshToken;
    expect((await sandbox.youtube('POST', `/revoke?token=${encodeURIComponent(token)}`)).status).toBe(200);
    expect((await readOwnChannel(second.accessToken)).status).toBe(401);
    expect(await refresh(second.refreshToken)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    });
    expect((await readOwnChannel(stranger.accessToken)).status).toBe(200);
    expect(await sandbox.token({ token }, '/revoke')).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
  });

  it('tells about an access token, and nothing about one that is no good', async () => {
    const answer = await sandbox.youtube('GET', `/tokeninfo?access_token=${grant.accessToken}`);
    expect(answer).toMatchObject({ status: 200, body: { aud: 'sandbox-youtube-client', access_type: 'offline' } });
    expect(answer.body.scope.split(' ')).toContain('https://www.googleapis.com/auth/youtube.upload');
    expect(await sandbox.youtube('GET', '/tokeninfo?access_token=x')).toMatchObject({
      status: 400,
      body: { error: 'invalid_token' },
    });
  });

  it('keeps at most 100 grants of an account, and silently drops the oldest', async () => {
    for (let count = 0; count < 100; count += 1) await sandbox.grant({ channelId: grant.channelId });
    expect((await refresh(grant.refreshToken)).body.error).toBe('invalid_grant');
  });
});
