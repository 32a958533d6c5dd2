import { createFacebook } from '../../../platforms/facebook/index';
import { featureNames } from '../../../domain/consent/feature';
import { facebookPermissions } from '../../../platforms/facebook/login/permissions';
import type { GrantedTokens } from '../../../platforms/Platform';
import { openBrowser } from '../../support/browser';
import { failureOf } from '../../support/failureOf';
import { facebookSettings } from '../../support/platforms/facebook';
import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { unlimited } from '../../support/platforms/quota';

const sandbox = useFacebookSandbox();
const { signal } = new AbortController();
const request = {
  state: 'a state & more',
  redirectUri: 'http://127.0.0.1:9/callback',
  codeVerifier: 'v'.repeat(43),
  features: featureNames,
};
const dayMs = 86_400_000;

const facebook = () => createFacebook(facebookSettings(sandbox.url));

/** The tokens of a person's login after they have allowed all but the unticked permissions. */
async function login(person: string, untick: string[] = []): Promise<GrantedTokens> {
  const browser = openBrowser();
  const url = facebook().oauth.consentUrl(request).href;
  const question = await browser.follow(await browser.visit(url), person);
  const { location } = await browser.press(question, 'Continue', untick);
  const code = new URL(location).searchParams.get('code') ?? '';
  return facebook().oauth.exchange({ ...request, code }, signal);
}

describe('a login at Facebook', () => {
  it('gives a token of the user that renews itself, lasts about 60 days and knows its account', async () => {
    const tokens = await login('Paula One');
    expect(tokens.refreshToken).toBe(tokens.accessToken);
    expect(tokens.account).toMatch(/^\d+$/);
    const days = (tokens.expiresAt!.getTime() - Date.now()) / dayMs;
    expect(Math.round(days)).toBe(60);
  });

  it('offers its page with a token of the page, which the token of the user renews', async () => {
    const tokens = await login('Paula One');
    const [offer, ...others] = await facebook().oauth.channels(tokens, { signal, spend: unlimited });
    expect(others).toEqual([]);
    const { channel, obstacle } = offer!;
    expect(channel).toMatchObject({ externalPlatformId: '100000000000011', name: expect.any(String) as string });
    expect(obstacle).toBeNull();
    expect(offer!.tokens).toMatchObject({ refreshToken: tokens.accessToken, expiresAt: tokens.expiresAt });
    expect(offer!.tokens.accessToken).not.toBe(tokens.accessToken);
    expect(await facebook().channel({ accessToken: offer!.tokens.accessToken, signal, spend: unlimited })).toEqual(
      channel,
    );
  });

  it('says of each page whether we could publish to it, and why not', async () => {
    const tokens = await login('Max Several');
    const offers = await facebook().oauth.channels(tokens, { signal, spend: unlimited });
    expect(offers.map(({ obstacle }) => obstacle)).toEqual([null, null, expect.stringContaining('CREATE_CONTENT')]);
  });

  it.each([
    ['a page at a time', { listMax: 1 }],
    ['after an empty page', { listsBeginEmpty: true }],
  ])('finds every page of a list that comes %s', async (_name, settings) => {
    await sandbox.change(settings);
    expect(await facebook().oauth.channels(await login('Max Several'), { signal, spend: unlimited })).toHaveLength(3);
  });

  it('offers nothing where there is no page, and the reason where the only one cannot be used', async () => {
    expect(await facebook().oauth.channels(await login('Nils None'), { signal, spend: unlimited })).toEqual([]);
    const offers = await facebook().oauth.channels(await login('Rita Reader'), { signal, spend: unlimited });
    expect(offers).toEqual([
      expect.objectContaining({ obstacle: expect.stringContaining('CREATE_CONTENT') as string }),
    ]);
  });

  it('offers a page of a business unless its owner keeps businesses to themselves, which keeps no other page away', async () => {
    const offered = async (...by: Parameters<typeof login>) => {
      const offers = await facebook().oauth.channels(await login(...by), { signal, spend: unlimited });
      return offers.map(({ channel, obstacle }) => [channel.name, obstacle]);
    };
    expect(await offered('Paula One', ['business_management'])).toEqual([["Paula's Bakery", null]]);
    expect(await offered('Bea Business', ['business_management'])).toEqual([]);
    expect(await offered('Bea Business')).toEqual([["Bea's Company", null]]);
  });

  it.each(facebookPermissions.base)('ends with the name of a permission that was left out: %s', async (permission) => {
    const failure = await failureOf(login('Paula One', [permission]));
    expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', transient: false });
    expect(failure.message).toContain(permission);
  });
});

describe('a page that cannot be used', () => {
  const scopes = [...facebookPermissions.base];
  const obstaclesOf = async (on: object, body: object) => {
    const tokens = await login('Max Several');
    await sandbox.control('POST', '/faults', { on, do: { status: 200, body } });
    const offers = await facebook().oauth.channels(tokens, { signal, spend: unlimited });
    return offers.map(({ channel, obstacle }) => [channel.externalPlatformId, obstacle] as const);
  };

  it('is one for which a permission was not given that other pages have', async () => {
    const granular_scopes = [
      { scope: 'pages_manage_posts', target_ids: ['100000000000021'] },
      // Numbers are given as texts or as numbers; without any, the permission is for all pages.
      { scope: 'pages_read_engagement', target_ids: [100_000_000_000_021, 100_000_000_000_022] },
      { scope: 'pages_show_list' },
    ];
    const data = { is_valid: true, scopes, granular_scopes };
    const [usable, other] = await obstaclesOf({ method: 'GET', path: '/v27.0/debug_token' }, { data });
    expect(usable).toEqual(['100000000000021', null]);
    expect(other).toEqual(['100000000000022', expect.stringContaining('You did not allow pages_manage_posts for')]);
    expect(other![1]).not.toContain('pages_read_engagement');
  });

  it('is one of which Facebook gives no token', async () => {
    const data = [
      { id: '100000000000021', name: 'Without a token', tasks: ['CREATE_CONTENT'] },
      { id: '100000000000022', name: 'With one', tasks: ['CREATE_CONTENT'], access_token: 'EAApage' },
    ];
    expect(await obstaclesOf({ method: 'GET', path: '/v27.0/me/accounts' }, { data })).toEqual([
      ['100000000000021', 'Facebook gives no access to this page.'],
      ['100000000000022', null],
    ]);
  });
});

describe('access to a page', () => {
  const connect = async () => {
    const [offer] = await facebook().oauth.channels(await login('Paula One'), { signal, spend: unlimited });
    return { ...offer!.tokens, call: { channelId: offer!.channel.externalPlatformId, signal, spend: unlimited } };
  };
  const pageOf = ({ channelId }: { channelId: string }) => ({ method: 'GET', path: `/v27.0/${channelId}` });

  it('is renewed with tokens that work', async () => {
    const { refreshToken, call } = await connect();
    const renewed = await facebook().refreshTokens(refreshToken!, call);
    expect(renewed.expiresInSeconds! / 86_400).toBeGreaterThan(59);
    const channel = await facebook().channel({ ...call, accessToken: renewed.accessToken });
    expect(channel.externalPlatformId).toBe(call.channelId);
    expect((await facebook().refreshTokens(renewed.refreshToken!, call)).accessToken).not.toBe('');
  });

  it('is refused for good once the token of the user has run out', async () => {
    const { refreshToken, call } = await connect();
    await sandbox.change({}, { clockSkewMs: 61 * dayMs });
    const failure = await failureOf(facebook().refreshTokens(refreshToken!, call));
    expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false, tokenRefused: false });
    expect(failure.message).toContain('Connect the page again');
  });

  it('ends when the access to data does, 90 days after the consent, though its tokens are lengthened', async () => {
    const { refreshToken, call } = await connect();
    await sandbox.change({}, { clockSkewMs: 50 * dayMs });
    const renewed = await facebook().refreshTokens(refreshToken!, call);
    // The token itself lasts 110 days from now, by the clock of this process.
    expect(Math.round(renewed.expiresInSeconds! / 86_400)).toBe(90);
    await sandbox.change({}, { clockSkewMs: 91 * dayMs });
    const failure = await failureOf(facebook().refreshTokens(renewed.refreshToken!, call));
    expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false });
  });

  it.each<[string, string, object, string]>([
    [
      'its access to data has ended',
      '/v27.0/debug_token',
      { data: { is_valid: true, expires_at: 0, data_access_expires_at: 1_700_000_000 } },
      'its access to data has ended',
    ],
    [
      'the token is not valid any more',
      '/v27.0/debug_token',
      { data: { is_valid: false, error: { code: 190, message: 'expired' } } },
      'no longer valid',
    ],
    ['Facebook gives no token of the page', '/v27.0/*', { id: '1' }, 'it gives no access to the page'],
  ])('is refused for good where %s', async (_why, path, body, words) => {
    const { refreshToken, call } = await connect();
    const on = { method: 'GET', path: path.replace('*', call.channelId) };
    await sandbox.control('POST', '/faults', { on, do: { status: 200, body } });
    const failure = await failureOf(facebook().refreshTokens(refreshToken!, call));
    expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false, tokenRefused: false });
    expect(failure.message).toContain(words);
  });

  it('is renewed by the list of pages where Facebook says once that the page is not there', async () => {
    const { refreshToken, call } = await connect();
    await sandbox.control('POST', '/faults', { on: pageOf(call), do: { error: 'missingObject' } });
    const { accessToken } = await facebook().refreshTokens(refreshToken!, call);
    expect((await facebook().channel({ ...call, accessToken })).externalPlatformId).toBe(call.channelId);
  });

  it.each<[string, object, object]>([
    [
      'is refused for good where the list does not have it either',
      { status: 200, body: { data: [] } },
      { code: 'TOKEN_EXPIRED', transient: false },
    ],
    [
      'stays what it is where the list does not come',
      { error: 'service' },
      { code: 'PLATFORM_UNAVAILABLE', transient: true },
    ],
  ])('to one that Facebook says is not there %s', async (_what, list, expected) => {
    const { refreshToken, call } = await connect();
    await sandbox.control('POST', '/faults', { on: pageOf(call), do: { error: 'missingObject' } });
    await sandbox.control('POST', '/faults', { on: { method: 'GET', path: '/v27.0/me/accounts' }, do: list });
    expect(await failureOf(facebook().refreshTokens(refreshToken!, call))).toMatchObject(expected);
  });

  it('is refused for good once it was withdrawn, which may be done again', async () => {
    const { refreshToken, call } = await connect();
    for (let round = 0; round < 2; round += 1) await facebook().oauth.revoke(refreshToken!, signal);
    const failure = await failureOf(facebook().refreshTokens(refreshToken!, call));
    expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false });
  });

  it.each([
    ['an error of Facebook', { error: 'service' }, 'PLATFORM_UNAVAILABLE'],
    ['a cut connection', { loseAnswer: true }, 'PLATFORM_UNAVAILABLE'],
    ['a 502', { status: 502 }, 'PLATFORM_UNAVAILABLE'],
  ])('stays what it is after %s', async (_name, fault, code) => {
    const { refreshToken, call } = await connect();
    for (const [method, path] of [
      ['POST', '/v27.0/oauth/access_token'],
      ['GET', '/v27.0/debug_token'],
      ['GET', `/v27.0/${call.channelId}`],
    ]) {
      await sandbox.control('POST', '/faults', { on: { method, path }, do: fault });
      const failure = await failureOf(facebook().refreshTokens(refreshToken!, call));
      expect([path, failure]).toMatchObject([path, { code, transient: true }]);
    }
    expect((await facebook().refreshTokens(refreshToken!, call)).expiresInSeconds).toBeGreaterThan(60);
  });

  it('is not judged by a secret of ours that is wrong', async () => {
    const { refreshToken, call } = await connect();
    const settings = { ...facebookSettings(sandbox.url), appSecret: 'a-wrong-secret' };
    const failure = await failureOf(createFacebook(settings).refreshTokens(refreshToken!, call));
    expect(failure).toMatchObject({ code: 'INTERNAL', transient: false });
    expect(failure.message).not.toContain('a-wrong-secret');
  });
});
