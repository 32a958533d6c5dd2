import { quotaDayAt } from '../../../domain/quotaDay';
import { failureKinds, isFailureCode } from '../../../domain/failures/failures';
import { documentedErrors } from '../../../sandbox/youtube/errors';
import { failureOf } from '../../support/failureOf';
import { piecesOf, videoBytes } from '../../support/media/media';
import { stopwatch } from '../../support/stopwatch';
import { useYouTube } from '../../support/platforms/youtube';
import { apiErrors, oauthErrors, uploadErrors } from './documentedErrors';
import type { Kind } from './documentedErrors';

const others = [
  ['a 403 that only asks to slow down', 403, 'userRateLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a server error that looks like an empty quota', 503, 'quotaExceeded', 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a server error that looks like a bad title', 500, 'invalidTitle', 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a 400 that looks like a server error', 400, 'backendError', 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a 429 that says that the day is over', 429, 'dailyLimitExceeded', 'QUOTA_EXCEEDED', 'limited'],
  ['a 409 without a body', 409, null, 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a 429 without a body', 429, null, 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a time-out of the request', 408, null, 'PLATFORM_UNAVAILABLE', 'transient'],
  ['an unknown 4xx', 418, 'somethingNew', 'PLATFORM_REJECTED', 'unfamiliar'],
  ['a 502 of a proxy', 502, null, 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a 401 without a body', 401, null, 'TOKEN_EXPIRED', 'tokenRefused'],
] as const;

describe('a failure of YouTube', () => {
  const channel = useYouTube();

  const failWith = async (fault: object) => {
    await channel.fault({ method: 'GET', path: '/youtube/v3/channels' }, fault);
    const failure = await failureOf(channel.youtube.channel(channel.call));
    expect(failure.message).not.toContain(channel.call.accessToken);
    return failure;
  };
  const traits = (kind: Kind) => ({
    transient: kind !== 'final',
    tokenRefused: kind === 'tokenRefused',
    isUnfamiliar: kind === 'unfamiliar',
    ...(kind === 'limited' && { rateLimited: true, isRefusal: true }),
  });

  it.each(apiErrors)('%s (%i, %s) becomes %s, %s: %s', async (error, status, reason, code, kind, words) => {
    const media = { contentType: 'video/mp4', sizeBytes: 1 };
    await channel.fault({ method: 'POST', path: '/upload' }, { error });
    const opened = failureOf(channel.upload.open(channel.call, { title: 'A' }, media));
    for (const failure of [await opened, await failWith({ error })]) {
      expect(failure).toMatchObject({ code, ...traits(kind) });
      expect(failure.message).toContain(words);
      expect(failure.message).toContain(`(HTTP ${status}, ${reason})`);
    }
  });

  it.each(oauthErrors)('%s of the token host becomes %s and %s: %s', async (error, renewed, exchanged, words) => {
    await channel.fault({ method: 'POST', path: '/token', times: 2 }, { error });
    const { youtube, call, refreshToken } = channel;
    const request = { redirectUri: 'http://localhost:1/callback', codeVerifier: 'v'.repeat(43), features: [] };
    const code = { code: 'a-code', ...request };
    const failures = [
      await failureOf(youtube.refreshTokens(refreshToken, call)),
      await failureOf(youtube.oauth.exchange(code, call.signal)),
    ];
    expect(failures.map((failure) => failure.code)).toEqual([renewed, exchanged]);
    for (const failure of failures) {
      expect(failure).toMatchObject({ transient: false, tokenRefused: false });
      expect(failure.message).toContain(`"${error}: ${words}"`);
    }
  });

  it.each(uploadErrors)('%s of an upload session, in plain text, becomes %s: %s', async (error, code, words) => {
    const { upload, call } = channel;
    const media = { contentType: 'video/mp4', sizeBytes: 1000 };
    const session = await upload.open(call, { title: 'A' }, media);
    await channel.fault({ method: 'PUT', path: '/upload', times: 2 }, { error });
    const part = { ...media, offset: 0, body: piecesOf(videoBytes(1000)) };
    const sent = await failureOf(upload.send(call, session, part));
    const asked = await failureOf(upload.ask(call, session, 1000));
    for (const failure of [sent, asked]) {
      expect(failure).toMatchObject({ code, ...traits('final') });
      expect(failure.message).toContain(`"${words}" (HTTP 400)`);
      expect(failure.message).not.toContain('Change the post');
    }
  });

  it.each(apiErrors.filter(([, , , code]) => code === 'INTERNAL').map(([error]) => error))(
    'that nobody but this service or its operator can cure asks no caller to change the post: %s',
    async (error) => {
      const { message } = await failWith({ error });
      expect(message).not.toContain('Change the post');
      expect(message).toContain('For the operator of this service: ');
    },
  );

  it('is tried again exactly where docs/errors.md says so; a refused token is renewed first, a limit waited for', () => {
    for (const [error, , , code, kind] of apiErrors.filter(([, , , , kind]) => kind !== 'tokenRefused'))
      expect([error, isFailureCode(code) && failureKinds[code].transient]).toEqual([error, kind === 'transient']);
  });

  it('is known for every error that the sandbox can answer with', () => {
    const known = [...apiErrors, ...oauthErrors, ...uploadErrors].map(([name]) => name);
    expect(known.toSorted()).toEqual([...documentedErrors.keys()].toSorted());
  });

  it.each(others)('%s (%i, %s) becomes %s, %s', async (_name, status, reason, code, kind) => {
    const body = reason && { error: { message: 'Words.', errors: [{ reason }] } };
    expect(await failWith({ status, ...(body && { body }) })).toMatchObject({ code, ...traits(kind) });
  });

  it('understands the newer answers, which name a status and no reason', async () => {
    const body = { error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' } };
    const failure = await failWith({ status: 403, body });
    expect(failure.code).toBe('PERMISSION_DENIED');
    expect(failure.message).toContain('(HTTP 403, PERMISSION_DENIED)');
  });

  it("says what happened, in the platform's own words without markup, and what to do", async () => {
    const { endsAt } = quotaDayAt(new Date(), 'America/Los_Angeles');
    expect((await failWith({ error: 'quotaExceeded' })).message).toBe(
      `The service's daily YouTube quota is used up: "The request cannot be completed because you have exceeded your ` +
        `quota." (HTTP 403, quotaExceeded). It resets at midnight Pacific time, ${endsAt.toISOString()}; retry after that.`,
    );
  });

  it('names the end of a limit where the platform names it, and may be waited for', async () => {
    const { endsAt } = quotaDayAt(new Date(), 'America/Los_Angeles');
    const passedMs = stopwatch();
    const { retryAfterMs } = await failWith({ error: 'quotaExceeded' });
    expect(Math.abs(Date.now() + retryAfterMs! - endsAt.getTime())).toBeLessThan(passedMs() + 1000);
    const failure = await failWith({ error: 'userRateLimitExceeded', headers: { 'Retry-After': '120' } });
    expect(failure).toMatchObject({ code: 'QUOTA_EXCEEDED', transient: true, isRefusal: true, retryAfterMs: 120_000 });
    expect(failure.message).toMatch(/retry after \d{4}-.*Z\.$/);
  });

  it('cuts long words and names the time to wait', async () => {
    const body = { error: { message: '🎬'.repeat(2000) } };
    const { message, retryAfterMs } = await failWith({ status: 503, body, headers: { 'Retry-After': '120' } });
    expect(Array.from(message.match(/"(.*)"/)?.[1] ?? '')).toHaveLength(500);
    expect(retryAfterMs).toBe(120_000);
  });

  it.each([
    ['a connection that is cut', { cutAfterBytes: 0 }],
    ['an answer that is lost', { loseAnswer: true }],
  ])('is transient: %s', async (_name, fault) => {
    expect(await failWith(fault)).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
  });

  it('is transient and quotes nothing if the answer is no JSON', async () => {
    const failure = await failWith({ status: 200, body: '<html>Hello</html>' });
    expect(failure).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
    expect(failure.message).not.toContain('Hello');
  });
});
