import { createYouTube } from '../../../platforms/youtube/index';
import { failureOf } from '../../support/failureOf';
import { useYouTube, youtubeSettings } from '../../support/platforms/youtube';

describe('the access to a YouTube channel', () => {
  const channel = useYouTube();

  const refresh = (token = channel.refreshToken) => channel.youtube.refreshTokens(token, channel.call);
  const onToken = { method: 'POST', path: '/token' };

  it('is renewed, and the refresh token that Google keeps is not named', async () => {
    const tokens = await refresh();
    const permissions = ['https://www.googleapis.com/auth/youtube'];
    expect(tokens).toEqual({ accessToken: expect.any(String) as string, expiresInSeconds: 3599, permissions });
    const own = await channel.youtube.channel({ ...channel.call, accessToken: tokens.accessToken });
    expect(own.externalPlatformId).toBe(channel.channelId);
  });

  it('takes a new refresh token if Google sends one, but not an empty one', async () => {
    const body = { access_token: 'a', expires_in: 3599 };
    await channel.fault(onToken, { status: 200, body: { ...body, refresh_token: 'b' } });
    expect(await refresh()).toEqual({ accessToken: 'a', expiresInSeconds: 3599, refreshToken: 'b' });
    await channel.forget();
    await channel.fault(onToken, { status: 200, body: { ...body, refresh_token: '' } });
    expect(await refresh()).toEqual({ accessToken: 'a', expiresInSeconds: 3599 });
  });

  it('has the end of its refresh token where Google tells it', async () => {
    const body = { access_token: 'a', expires_in: 3599, refresh_token_expires_in: 3600 };
    await channel.fault(onToken, { status: 200, body });
    const { accessEndsAt } = await refresh();
    expect(Math.round((accessEndsAt!.getTime() - Date.now()) / 60_000)).toBe(60);
  });

  it('is lost for good when the administrator of the account has withdrawn it', async () => {
    await channel.fault(onToken, { error: 'admin_policy_enforced' });
    const failure = await failureOf(refresh());
    expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false, tokenRefused: false });
    expect(failure.message).toContain('"admin_policy_enforced: Bad Request"');
  });

  it('is lost for good by invalid_grant', async () => {
    const failure = await failureOf(refresh('1//a-secret-that-was-revoked'));
    expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false, tokenRefused: false });
    expect(failure.message).toContain('"invalid_grant: Bad Request"');
    expect(failure.message).not.toContain('secret');
  });

  it.each<[string, object, string?]>([
    ['a server error', { status: 503 }],
    ['a server error that looks like a refusal', { status: 500, body: { error: 'invalid_grant' } }],
    ['too many requests', { status: 429, headers: { 'Retry-After': '3' } }, 'QUOTA_EXCEEDED'],
    ['a lost answer', { loseAnswer: true }],
    ['a 400 that is no OAuth error', { status: 400, body: 'Bad Request' }],
    ['a success without a token', { status: 200, body: {} }],
  ])('survives %s', async (_name, fault, code = 'PLATFORM_UNAVAILABLE') => {
    await channel.fault(onToken, fault);
    expect(await failureOf(refresh())).toMatchObject({ code, transient: true });
  });

  it.each(['invalid_client', 'invalid_request', 'invalid_token', 'unsupported_grant_type', 'redirect_uri_mismatch'])(
    'is not lost by %s: that is for the operator',
    async (error) => {
      await channel.fault(onToken, { error });
      expect(await failureOf(refresh())).toMatchObject({ code: 'INTERNAL', transient: false });
    },
  );

  it('never shows the client secret', async () => {
    const settings = { ...youtubeSettings(channel.url), clientSecret: 'a-wrong-client-secret' };
    const failure = await failureOf(createYouTube(settings).refreshTokens(channel.refreshToken, channel.call));
    expect(failure).toMatchObject({ code: 'INTERNAL', transient: false });
    expect(failure.message).not.toContain('a-wrong-client-secret');
  });

  it('speaks for one channel, whose numbers are numbers', async () => {
    expect(await channel.youtube.channel(channel.call)).toMatchObject({
      externalPlatformId: channel.channelId,
      name: 'Test channel',
      thumbnailUrl: expect.stringMatching(/^http/) as string,
      metadata: { subscribers: expect.any(Number) as number, views: 0, posts: 0 },
    });
  });

  it.each([
    ['no items at all', { kind: 'youtube#channelListResponse' }],
    ['an empty list', { items: [] }],
  ])('fails with words for an account without a channel: %s', async (_name, body) => {
    await channel.fault({ method: 'GET', path: '/youtube/v3/channels' }, { status: 200, body });
    const failure = await failureOf(channel.youtube.channel(channel.call));
    expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', transient: false });
    expect(failure.message).toContain('has no YouTube channel');
  });

  it('has null for what the channel hides or YouTube leaves out', async () => {
    const statistics = { viewCount: '7', subscriberCount: '0', hiddenSubscriberCount: true, videoCount: '2' };
    const item = { id: 'UC1', snippet: { title: 'Shy' }, statistics };
    await channel.fault({ method: 'GET', path: '/youtube/v3/channels' }, { status: 200, body: { items: [item] } });
    expect(await channel.youtube.channel(channel.call)).toEqual({
      externalPlatformId: 'UC1',
      name: 'Shy',
      thumbnailUrl: null,
      metadata: { subscribers: null, views: 7, posts: 2, handle: null },
    });
  });
});
