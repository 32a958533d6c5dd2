import { failureOf } from '../failureOf';
import { openYouTubeChannel } from './channel';
import type { YouTubeChannel } from './channel';

/** The mapping, typed by hand from the error pages: what YouTube answers, and what becomes of it. */
const documented = [
  ['quotaExceeded', 'QUOTA_EXCEEDED', 'final'],
  ['rateLimitExceeded', 'QUOTA_EXCEEDED', 'final'],
  ['uploadLimitExceeded', 'QUOTA_EXCEEDED', 'final'],
  ['uploadRateLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient'],
  ['authError', 'TOKEN_EXPIRED', 'tokenRefused'],
  ['authorizationRequired', 'TOKEN_EXPIRED', 'tokenRefused'],
  ['youtubeSignupRequired', 'PERMISSION_DENIED', 'final'],
  ['insufficientPermissions', 'PERMISSION_DENIED', 'final'],
  ['forbidden', 'PERMISSION_DENIED', 'final'],
  ['accountDelegationForbidden', 'PERMISSION_DENIED', 'final'],
  ['authenticatedUserAccountClosed', 'PERMISSION_DENIED', 'final'],
  ['authenticatedUserAccountSuspended', 'PERMISSION_DENIED', 'final'],
  ['forbiddenPrivacySetting', 'PLATFORM_REJECTED', 'final'],
  ['forbiddenLicenseSetting', 'PLATFORM_REJECTED', 'final'],
  ['invalidTitle', 'PLATFORM_REJECTED', 'final'],
  ['invalidDescription', 'PLATFORM_REJECTED', 'final'],
  ['invalidTags', 'PLATFORM_REJECTED', 'final'],
  ['invalidCategoryId', 'PLATFORM_REJECTED', 'final'],
  ['invalidVideoMetadata', 'PLATFORM_REJECTED', 'final'],
  ['badContent', 'PLATFORM_REJECTED', 'final'],
  ['videoNotFound', 'PLATFORM_REJECTED', 'final'],
  ['backendError', 'PLATFORM_UNAVAILABLE', 'transient'],
  ['internalError', 'PLATFORM_UNAVAILABLE', 'transient'],
] as const;

const others = [
  ['a 403 that only asks to slow down', 403, 'userRateLimitExceeded', 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a 429 without a body', 429, null, 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a time-out of the request', 408, null, 'PLATFORM_UNAVAILABLE', 'transient'],
  ['an unknown 4xx', 418, 'somethingNew', 'PLATFORM_REJECTED', 'final'],
  ['a 502 of a proxy', 502, null, 'PLATFORM_UNAVAILABLE', 'transient'],
  ['a 401 without a body', 401, null, 'TOKEN_EXPIRED', 'tokenRefused'],
] as const;

describe('a failure of YouTube', () => {
  let channel: YouTubeChannel;
  beforeAll(async () => {
    channel = await openYouTubeChannel();
  });
  beforeEach(() => channel.forget());
  afterAll(() => channel.stop());

  const failWith = async (fault: object) => {
    await channel.fault({ method: 'GET', path: '/youtube/v3/channels' }, fault);
    const failure = await failureOf(channel.youtube.channel(channel.call));
    expect(failure.message).not.toContain(channel.call.accessToken);
    return failure;
  };
  const traits = (kind: 'final' | 'transient' | 'tokenRefused') => ({
    transient: kind !== 'final',
    tokenRefused: kind === 'tokenRefused',
  });

  it.each(documented)('%s becomes %s, %s', async (error, code, kind) => {
    expect(await failWith({ error })).toMatchObject({ code, ...traits(kind) });
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
    expect((await failWith({ error: 'quotaExceeded' })).message).toBe(
      `The service's daily YouTube quota is used up: "The request cannot be completed because you have exceeded your ` +
        `quota." (HTTP 403, quotaExceeded). It resets at midnight Pacific time; retry after that.`,
    );
  });

  it('cuts long words at 500 characters', async () => {
    const { message } = await failWith({ status: 400, body: { error: { message: '🎬'.repeat(2000) } } });
    expect(Array.from(message.match(/"(.*)"/)?.[1] ?? '')).toHaveLength(500);
  });

  it.each([
    ['seconds', () => '120', 120],
    ['a date', () => new Date(Date.now() + 120_000).toUTCString(), 120],
    ['a date that has passed', () => new Date(0).toUTCString(), 0],
  ])('names the time to wait, given as %s', async (_name, header, seconds) => {
    const { retryAfterMs } = await failWith({ status: 503, headers: { 'Retry-After': header() } });
    expect(Math.abs((retryAfterMs ?? Infinity) - seconds * 1000)).toBeLessThan(30_000);
  });

  it('names no time to wait that cannot be read', async () => {
    const failure = await failWith({ status: 503, headers: { 'Retry-After': 'soon' } });
    expect(failure.retryAfterMs).toBeUndefined();
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
