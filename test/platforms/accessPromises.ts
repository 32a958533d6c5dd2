import { permissionsFor } from '../../domain/consent/feature';
import { failureOf } from '../support/failureOf';
import type { Subject } from './subject';

/** The promises of `Platform` about consent and tokens. */
export function describeAccess(of: () => Subject): void {
  describe('its access', () => {
    const everyFeature = () => of().platform.permissions.features.map(({ name }) => name);
    const everyPermission = () => permissionsFor(of().platform.permissions, everyFeature()).sort();
    const request = () => ({
      state: 'a state',
      redirectUri: 'http://localhost:1/callback',
      codeVerifier: 'a-verifier-of-at-least-forty-three-characters',
      features: everyFeature(),
    });
    const consent = async (answer: 'everything' | 'too little' = 'everything') =>
      (await of().kind.consent(of().platform.oauth.consentUrl(request()), answer)).searchParams.get('code') ?? '';
    const exchange = async (code: string) => of().platform.oauth.exchange({ ...request(), code }, of().call.signal);

    it('renews its tokens and knows the channel that they speak for', async () => {
      const { platform, grant, call } = of();
      const tokens = await platform.refreshTokens(grant.refreshToken, call);
      expect(tokens.expiresInSeconds).toBeGreaterThan(60);
      const channel = await platform.channel({ ...call, accessToken: tokens.accessToken });
      expect(channel).toMatchObject({ externalPlatformId: grant.channelId, name: 'A channel' });
      expect(Object.keys(channel.metadata).sort()).toEqual(['handle', 'posts', 'subscribers', 'views']);
    });

    it('asks for consent at the platform, with the state and a proof of where the code will come from', () => {
      const { platform } = of();
      const { href, searchParams } = platform.oauth.consentUrl(request());
      expect(href.startsWith(of().url)).toBe(true);
      expect(searchParams.get('state')).toBe('a state');
      expect(searchParams.get('redirect_uri')).toBe(request().redirectUri);
      expect(href).not.toContain(request().codeVerifier);
    });

    it('offers the channels of a login, each with the tokens that speak for it', async () => {
      const { platform, grant, call } = of();
      const { accessToken, refreshToken } = grant;
      const tokens = { accessToken, refreshToken, expiresAt: null, permissions: [], account: null };
      const [offer] = await platform.oauth.channels(tokens, call);
      expect(offer?.channel.externalPlatformId).toBe(grant.channelId);
      const own = await platform.channel({ ...call, accessToken: offer!.tokens.accessToken });
      expect(own).toEqual(offer!.channel);
    });

    it('exchanges a code, once, for tokens that work, and knows the account that has consented', async () => {
      const { platform, call } = of();
      const code = await consent();
      const tokens = await exchange(code);
      const { accessEndsAt, permissions, ...others } = tokens;
      expect(permissions).toEqual(expect.arrayContaining(everyPermission()));
      expect(others).toEqual({
        accessToken: expect.stringMatching(/./),
        refreshToken: expect.stringMatching(/./),
        expiresAt: expect.any(Date),
        account: expect.stringMatching(/./),
      });
      expect(tokens.expiresAt!.getTime()).toBeGreaterThan(Date.now());
      // The tokens run out by the end of an access that no renewal moves.
      expect((accessEndsAt ?? tokens.expiresAt)!.getTime()).toBeGreaterThanOrEqual(tokens.expiresAt!.getTime());
      const [offer] = await platform.oauth.channels(tokens, call);
      const { externalPlatformId: channelId } = offer!.channel;
      const renewed = await platform.refreshTokens(tokens.refreshToken!, { ...call, channelId });
      expect(await platform.channel({ ...call, ...renewed })).toEqual(offer!.channel);
      const failure = await failureOf(exchange(code));
      expect(failure).toMatchObject({ transient: false });
      expect(failure.message).not.toContain(code);
      expect((await exchange(await consent())).account).toBe(tokens.account);
    });

    it('knows of the tokens for a channel what was granted for it, at the consent and at each renewal', async () => {
      const { platform, call } = of();
      const tokens = await exchange(await consent());
      const [offer] = await platform.oauth.channels(tokens, call);
      expect(offer!.tokens.permissions).toEqual(expect.arrayContaining(everyPermission()));
      const channelId = offer!.channel.externalPlatformId;
      const { permissions } = await platform.refreshTokens(tokens.refreshToken!, { ...call, channelId });
      expect(permissions).toEqual(expect.arrayContaining(everyPermission()));
    });

    it('says that a permission is missing which the owner has left out', async () => {
      const failure = await failureOf(exchange(await consent('too little')));
      expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', transient: false });
    });

    it('refuses a token once it was revoked, may revoke it again, and leaves other accounts their tokens', async () => {
      const { platform, grant, call } = of();
      const { accessToken, refreshToken } = await exchange(await consent());
      for (let round = 0; round < 2; round += 1) await platform.oauth.revoke(refreshToken!, call.signal);
      const renewal = await failureOf(platform.refreshTokens(refreshToken!, call));
      expect(renewal).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false });
      const failure = await failureOf(platform.channel({ ...call, accessToken }));
      expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', tokenRefused: true });
      expect(await platform.channel(call)).toMatchObject({ externalPlatformId: grant.channelId });
    });
  });
}
