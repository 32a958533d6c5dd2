import { boxes, openBrowser } from '../../support/browser';
import {
  allScopes,
  appId,
  appSecret,
  appToken,
  redirectUri,
  useFacebookSandbox,
} from '../../support/platforms/facebookSandbox';
import type { Json } from '../../support/servers/sandbox';

const { visit, follow } = openBrowser();
const app = { client_id: appId, client_secret: appSecret, redirect_uri: redirectUri };

describe("Facebook's dialog", () => {
  const sandbox = useFacebookSandbox();

  const exchange = async (params: Record<string, string>) =>
    sandbox.graph('GET', '/oauth/access_token', null, { ...app, ...params });
  const accounts = async (token: string) => (await sandbox.graph('GET', '/me/accounts', token)).body.data as Json[];

  it('leads back with a code that is good for a token of two hours', async () => {
    const answer = await sandbox.answerOf('Paula One', 'Continue');
    expect(Object.fromEntries(answer)).toEqual({
      kept: '1',
      code: expect.stringMatching(/^AQ/),
      state: 'a state & more',
    });
    const { status, body } = await exchange({ code: answer.get('code')! });
    expect({ status, body }).toEqual({
      status: 200,
      body: { access_token: expect.stringMatching(/^EAA[A-Za-z0-9]+$/), token_type: 'bearer', expires_in: 7200 },
    });
    expect((await sandbox.graph('GET', '/me', body.access_token)).body).toEqual({
      name: 'Paula One',
      id: expect.stringMatching(/^\d{15}$/),
    });
  });

  it('leads back with the documented words when it is cancelled', async () => {
    expect(Object.fromEntries(await sandbox.answerOf('Paula One', 'Cancel'))).toEqual({
      kept: '1',
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
      state: 'a state & more',
    });
  });

  it('lets permissions be declined, and asks for them again with auth_type=rerequest only', async () => {
    const token = await sandbox.userToken('Paula One', ['pages_manage_posts']);
    const { body } = await sandbox.graph('GET', '/me/permissions', token);
    expect(body.data).toContainEqual({ permission: 'pages_manage_posts', status: 'declined' });
    expect(body.data).toContainEqual({ permission: 'public_profile', status: 'granted' });
    const ask = async (changes = {}) => boxes(await follow(await visit(sandbox.dialog(changes)), 'Paula One'));
    expect(await ask()).not.toContain('pages_manage_posts');
    expect(await ask({ auth_type: 'rerequest' })).toContain('pages_manage_posts');
  });

  it('lets pages be left out', async () => {
    const token = await sandbox.userToken('Max Several', ['100000000000022']);
    expect((await accounts(token)).map(({ name }) => name)).toEqual(['Max Several', 'Only a reader']);
  });

  it.each([
    ['an unknown app', { client_id: '1' }, 'Invalid App ID'],
    ['a foreign redirect URI', { redirect_uri: 'https://example.com/' }, 'URL blocked'],
    ['an unknown scope', { scope: `${allScopes},everything` }, 'Invalid Scopes: everything'],
    ['another response type', { response_type: 'token' }, 'Invalid response_type'],
  ])('ends on a page for %s', async (_name, changes, text) => {
    const page = await visit(sandbox.dialog(changes));
    expect(page.status).toBe(400);
    expect(page.body).toContain(text);
  });

  it('gives codes that are good once, with the same redirect URI, for ten minutes', async () => {
    const code = (await sandbox.answerOf('Paula One', 'Continue')).get('code')!;
    const refused = async (params: Record<string, string>) => (await exchange({ code, ...params })).body.error;
    expect(await refused({ redirect_uri: 'http://127.0.0.1:9/' })).toMatchObject({ code: 100, error_subcode: 36008 });
    expect(await refused({ redirect_uri: '' })).toMatchObject({
      code: 191,
      message: 'Missing redirect_uri parameter.',
    });
    expect(await refused({ client_secret: 'x' })).toMatchObject({
      code: 1,
      message: 'Error validating client secret.',
    });
    expect(await refused({ client_id: '1' })).toMatchObject({ code: 101 });
    expect((await exchange({ code })).status).toBe(200);
    expect(await refused({})).toMatchObject({ code: 100, error_subcode: 36009 });
    const late = (await sandbox.answerOf('Paula One', 'Continue')).get('code')!;
    await sandbox.control('POST', '/settings', { clockSkewMs: 600_000 });
    expect((await exchange({ code: late })).body.error).toMatchObject({ code: 100, error_subcode: 36007 });
  });

  it('offers the pages that a control has made', async () => {
    const { channelId } = await sandbox.page({ name: 'Made & <new>' });
    expect(await accounts(await sandbox.userToken('Made & <new>'))).toMatchObject([{ id: channelId }]);
  });
});

describe('Tokens of Facebook', () => {
  const sandbox = useFacebookSandbox();
  const longLived = async (token: string) =>
    sandbox.graph('GET', '/oauth/access_token', null, {
      ...app,
      grant_type: 'fb_exchange_token',
      fb_exchange_token: token,
    });
  const debug = async (token: string) =>
    (await sandbox.graph('GET', '/debug_token', appToken, { input_token: token })).body.data;
  const later = async (ms: number) => sandbox.control('POST', '/settings', { clockSkewMs: ms });

  it('are exchanged for long-lived ones while they are good', async () => {
    const token = await sandbox.userToken('Paula One');
    const { body } = await longLived(token);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 });
    await later(7_200_001);
    expect((await longLived(token)).body.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect((await sandbox.graph('GET', '/me', body.access_token)).status).toBe(200);
  });

  it('of a page have no end where the user token is long-lived, and end with a short-lived one', async () => {
    const short = await sandbox.userToken('Paula One');
    const pageToken = async (of: string): Promise<string> =>
      (await sandbox.graph('GET', '/me/accounts', of)).body.data[0].access_token;
    const [brief, lasting] = [await pageToken(short), await pageToken((await longLived(short)).body.access_token)];
    expect(await debug(brief)).toMatchObject({ type: 'PAGE', is_valid: true, profile_id: '100000000000011' });
    expect((await debug(brief)).expires_at).toBeGreaterThan(0);
    expect(await debug(lasting)).toMatchObject({ type: 'PAGE', is_valid: true, expires_at: 0 });
  });

  it('are described by debug_token', async () => {
    const { accessToken, refreshToken, channelId } = await sandbox.page();
    expect(await debug(refreshToken)).toMatchObject({
      app_id: appId,
      type: 'USER',
      is_valid: true,
      scopes: allScopes.split(','),
      data_access_expires_at: expect.any(Number),
      granular_scopes: expect.arrayContaining([{ scope: 'pages_manage_posts', target_ids: [channelId] }]),
    });
    await sandbox.graph('DELETE', '/me/permissions', refreshToken);
    expect(await debug(accessToken)).toMatchObject({ is_valid: false, error: { code: 190, subcode: 458 } });
    expect(await debug('nonsense')).toMatchObject({ is_valid: false, error: { code: 190 }, scopes: [] });
  });

  it('die with the permission to access data, 90 days after the consent', async () => {
    const { accessToken } = await sandbox.page();
    await later(90 * 24 * 3_600_000);
    const { status, headers, body } = await sandbox.graph('GET', '/me', accessToken);
    expect({ status, error: body.error }).toMatchObject({ status: 400, error: { code: 190, error_subcode: 493 } });
    expect(headers['www-authenticate']).toContain('OAuth "Facebook Platform" "invalid_token"');
  });

  it('all end when the app is removed, and a new consent makes new ones', async () => {
    const { accessToken, refreshToken } = await sandbox.page({ name: 'Mine' });
    expect((await sandbox.graph('DELETE', '/me/permissions', refreshToken)).body).toEqual({ success: true });
    for (const token of [accessToken, refreshToken])
      expect((await sandbox.graph('GET', '/me', token)).body.error).toMatchObject({ code: 190, error_subcode: 458 });
    const again = await sandbox.userToken('Mine');
    expect((await sandbox.graph('GET', '/me', again)).status).toBe(200);
    expect((await sandbox.graph('GET', '/me', accessToken)).status).toBe(400);
  });

  it('meet the error that a setting names, until it is taken back', async () => {
    const { accessToken, refreshToken } = await sandbox.page();
    await sandbox.change({ tokenError: 'passwordChanged' });
    for (const token of [accessToken, refreshToken])
      expect((await sandbox.graph('GET', '/me', token)).body.error).toMatchObject({ code: 190, error_subcode: 460 });
    expect((await longLived(refreshToken)).body.error).toMatchObject({ code: 190, error_subcode: 460 });
    expect(await debug(accessToken)).toMatchObject({ is_valid: false, error: { subcode: 460 } });
    await sandbox.change({ tokenError: null });
    expect((await sandbox.graph('GET', '/me', accessToken)).status).toBe(200);
  });

  it('need the proof of the app, unless a setting says otherwise', async () => {
    const { accessToken } = await sandbox.page();
    const ask = async (params: object) => sandbox.graph('GET', '/me', null, { access_token: accessToken, ...params });
    expect((await ask({})).body.error).toMatchObject({ code: 100, type: 'GraphMethodException' });
    expect((await ask({ appsecret_proof: 'ab' })).body.error.message).toContain('Invalid appsecret_proof');
    await sandbox.change({ requiresProof: false });
    expect((await ask({})).status).toBe(200);
  });
});
