import { createHash } from 'node:crypto';
import { featureNames } from '../../../domain/consent/feature';
import { follow, open, press } from '../../support/platforms/consentClient';
import { boxes } from '../../support/browser';
import { failureOf } from '../../support/failureOf';
import { stopwatch } from '../../support/stopwatch';
import { useYouTube } from '../../support/platforms/youtube';

describe('consent to a YouTube channel', () => {
  const channel = useYouTube();

  const redirectUri = 'http://localhost:1/callback';
  const codeVerifier = 'a-verifier-of-at-least-forty-three-characters';
  const request = { state: 'a state', redirectUri, codeVerifier, features: featureNames };
  const onToken = { method: 'POST', path: '/token' };
  const exchange = async (code: string, changes: object = {}) =>
    channel.youtube.oauth.exchange({ code, redirectUri, codeVerifier, features: [], ...changes }, channel.call.signal);
  const tokens = { access_token: 'a', expires_in: 3599, refresh_token: 'r' };
  const [youtube, forceSsl] = ['youtube', 'youtube.force-ssl'].map(
    (name) => `https://www.googleapis.com/auth/${name}`,
  ) as [string, string];

  async function consent(account: string, untick: string[] = [], of?: string): Promise<string> {
    const page = await follow(await open(channel.youtube.oauth.consentUrl(request).href), account);
    const { location } = await press(of === undefined ? page : await follow(page, of), 'Allow', untick);
    return new URL(location).searchParams.get('code')!;
  }

  it('is asked for anew each time, for what is asked and for good', () => {
    const { origin, pathname, searchParams } = channel.youtube.oauth.consentUrl(request);
    expect(origin + pathname).toBe(`${channel.url}/o/oauth2/v2/auth`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'sandbox-youtube-client',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: `openid ${youtube} ${forceSsl}`,
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
      state: 'a state',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
  });

  it('gives tokens, a refresh token among them, also the second time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const passedMs = stopwatch();
      const granted = await exchange(await consent('Olive One'));
      const { refreshToken, expiresAt } = granted;
      expect(refreshToken).toMatch(/^1\/\//);
      expect(Math.abs(expiresAt!.getTime() - Date.now() - 3_599_000)).toBeLessThan(passedMs() + 1000);
      const offers = await channel.youtube.oauth.channels(granted, channel.call);
      expect(offers).toMatchObject([{ channel: { name: "Olive's Kitchen" }, tokens: granted }]);
    }
  });

  it.each(['redirectUri', 'codeVerifier'])('is worth nothing with another %s', async (name) => {
    const code = await consent('Olive One');
    const failure = await failureOf(exchange(code, { [name]: `${name}-of-somebody-else-and-long-enough-to-be-one` }));
    expect(failure.transient).toBe(false);
    expect(failure.message).not.toContain(code);
  });

  it('may grant more than was asked for, or say nothing of it where it is just that', async () => {
    const scope = ['youtube', 'userinfo.email', 'youtube.upload', 'youtube.readonly']
      .map((name) => `https://www.googleapis.com/auth/${name}`)
      .join(' ');
    const given = [
      { body: { ...tokens, scope }, permissions: scope.split(' ') },
      { body: tokens, permissions: [youtube] },
    ];
    for (const { body, permissions } of given) {
      await channel.fault(onToken, { status: 200, body });
      expect(await exchange('x')).toMatchObject({ accessToken: 'a', refreshToken: 'r', permissions });
    }
  });

  it.each([
    ['nothing more', [], []],
    ['one feature', ['captions'], [youtube, forceSsl]],
    ['two features of one scope', ['comments', 'captions'], [youtube, forceSsl]],
  ] as const)('has a box for each scope, and none where there is one scope alone: %s', async (_name, features, all) => {
    const url = channel.youtube.oauth.consentUrl({ ...request, features });
    expect(url.searchParams.get('scope')).toBe(['openid', youtube, ...all.slice(1)].join(' '));
    expect(
      boxes(await follow(await open(url.href), 'Sam Several').then((page) => follow(page, 'Sam at Play'))),
    ).toEqual(all);
  });

  it('goes on without a feature that was not ticked, and ends without the permission to publish', async () => {
    const granted = await exchange(await consent('Sam Several', [forceSsl], 'Sam at Play'));
    expect(granted.permissions).toContain(youtube);
    expect(granted.permissions).not.toContain(forceSsl);
    const failure = await failureOf(exchange(await consent('Noa None', [youtube])));
    expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', transient: false });
  });

  it.each([
    ['an app in testing', { refresh_token_expires_in: 604_799 }, 604_799],
    ['an app in production', {}, null],
    ['a value that is none', { refresh_token_expires_in: 'soon' }, null],
  ])('knows when the access ends for good: %s', async (_name, told, seconds) => {
    await channel.fault(onToken, { status: 200, body: { ...tokens, ...told } });
    const passedMs = stopwatch();
    const { accessEndsAt } = await exchange('x');
    const secondsLeft = accessEndsAt && (accessEndsAt.getTime() - Date.now()) / 1000;
    expect(secondsLeft === null).toBe(seconds === null);
    expect(Math.abs((secondsLeft ?? 0) - (seconds ?? 0))).toBeLessThan(passedMs() / 1000 + 1);
  });

  it('tells the account: one for all its channels', async () => {
    const several = ["Sam's Garage", 'Sam at Play'].map(async (name) =>
      exchange(await consent('Sam Several', [], name)),
    );
    const [garage, play] = await Promise.all(several);
    expect(garage?.account).toMatch(/^\d{21}$/);
    expect(play?.account).toBe(garage?.account);
    expect((await exchange(await consent('Olive One'))).account).not.toBe(garage?.account);
  });

  const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead;
  const idToken = (changed: object = {}) => {
    const claims = { iss: 'https://accounts.google.com', aud: 'sandbox-youtube-client', sub: '7', exp: seconds(60) };
    return `e30.${Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url')}.x`;
  };

  it('takes an ID token that these tests make', async () => {
    await channel.fault(onToken, { status: 200, body: { ...tokens, id_token: idToken() } });
    expect(await exchange('x')).toMatchObject({ accessToken: 'a', account: '7' });
  });

  it.each([
    ['none', undefined],
    ['one that is no text', 7],
    ['one that is no JWT', 'x'],
    ['one whose claims are no JSON', 'e30.e30x.x'],
    ['one without a subject', idToken({ sub: '' })],
    ['one of another issuer', idToken({ iss: 'https://accounts.google.com.evil.example' })],
    ['one for another client', idToken({ aud: 'another-client' })],
    ['one that is over', idToken({ exp: seconds(-3600) })],
    ['one that is never over', idToken({ exp: undefined })],
  ])('connects without knowing the account where Google sends an ID token like %s', async (_name, sent) => {
    await channel.fault(onToken, { status: 200, body: { ...tokens, id_token: sent } });
    expect(await exchange('x')).toMatchObject({ accessToken: 'a', account: null });
  });

  it.each([undefined, ''])('has no refresh token when Google sends %j', async (sent) => {
    await channel.fault(onToken, { status: 200, body: { ...tokens, refresh_token: sent } });
    expect(await exchange('x')).toMatchObject({ accessToken: 'a', refreshToken: null });
  });

  it('of an account without a channel offers none', async () => {
    const granted = await exchange(await consent('Noa None'));
    const offers = channel.youtube.oauth.channels(granted, channel.call);
    await expect(offers.catch((error: { code: string }) => error.code)).resolves.toEqual([]);
  });

  it.each([
    ['a server error', { status: 503 }, 'PLATFORM_UNAVAILABLE', true],
    ['a lost answer', { loseAnswer: true }, 'PLATFORM_UNAVAILABLE', true],
    ['a refused client', { error: 'invalid_client' }, 'INTERNAL', false],
    ['a used code', { error: 'invalid_grant' }, 'PLATFORM_REJECTED', false],
  ])('cannot be exchanged for tokens: %s', async (_name, fault, code, transient) => {
    await channel.fault(onToken, fault);
    expect(await failureOf(exchange('x'))).toMatchObject({ code, transient });
  });
});
