import { createYouTube } from '../../../platforms/youtube/index';
import { platformModules } from '../../../sandbox/platforms';
import { usePublishing } from '../../support/runs/publishing';
import { youtubeSettings } from '../../support/platforms/youtube';
import { expectFailed, expectPublished, publishThrough, to, uploads, videos } from '../publishing/storm';

/** The time that the service's clock shows: hours before the quota resets. */
const noon = new Date('2027-01-01T20:00:00.000Z');
const justBeforeReset = new Date('2027-01-02T07:59:58.000Z');
let now = noon;
beforeEach(() => {
  now = noon;
});

const publishing = usePublishing({
  platforms: {
    open: platformModules,
    at: (url) => new Map([['youtube', createYouTube(youtubeSettings(url), undefined, () => now)]]),
  },
});

const allow = async (quota: object) => publishing.sandbox.control('POST', '/settings', { quota });
/** Lets the project spend so much more today. */
const allowMore = async (more: { units?: number; uploads?: number }) => {
  const { units, uploads: used } = (await publishing.sandbox.stateOf('youtube')).quota;
  await allow({
    ...(more.units !== undefined && { unitsPerDay: units + more.units }),
    ...(more.uploads !== undefined && { uploadsPerDay: used + more.uploads }),
  });
};

describe('an empty quota', () => {
  it.each([
    ['of uploads, at the opening of a session', { uploads: 0 }, 'POST', uploads, /"Quota exceeded.* per day'/, 0],
    ['of units, at the question about processing', { units: 0 }, 'GET', videos, /exceeded your quota/, 1],
    ['of units, at the call that publishes', { units: 3 }, 'PUT', videos, /exceeded your quota/, 1],
  ] as const)(
    '%s, fails the assignment at once; what is there stays',
    async (_where, more, method, path, words, left) => {
      await allowMore(more);
      const result = await publishThrough(publishing);
      expectFailed(result, 'QUOTA_EXCEEDED', words, 'none');
      expect(to(result, method, path).filter(({ status }) => status === 403 || status === 429)).toHaveLength(1);
      expect(result.videos).toHaveLength(left);
      for (const video of result.videos) expect(video.status.privacyStatus).toBe('private');
    },
  );

  it('is waited for where it resets within half an hour', async () => {
    now = justBeforeReset;
    await publishing.fault({ method: 'PUT', path: videos }, { error: 'quotaExceeded' });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    expect(to(result, 'PUT', videos).map(({ status }) => status)).toEqual([403, 200]);
  });

  it.each(['rateLimitExceeded403', 'userRateLimitExceeded', 'queriesPerMinute', 'uploadRateLimitExceeded'])(
    'is not what %s means: it is asked again, and the assignment goes on',
    async (error) => {
      await publishing.fault({ method: 'POST', path: uploads, times: 2 }, { error });
      await publishing.fault({ method: 'GET', path: videos, times: 2 }, { error });
      const result = await publishThrough(publishing);
      await expectPublished(publishing, result);
      expect(to(result, 'POST', uploads)).toHaveLength(3);
    },
  );
});

describe('a platform that names a time to wait', () => {
  it.each([
    ['the opening of a session', 'POST', uploads, { error: 'queriesPerMinute' }],
    ['the sending of media', 'PUT', uploads, { error: 'backendError' }],
    ['the question about processing', 'GET', videos, { error: 'alreadyExists' }],
    ['the renewal of a token', 'POST', '/token', { status: 503 }],
  ])('is not asked again before: %s', async (_what, method, path, fault) => {
    if (path === '/token') await publishing.fault({ method: 'POST', path: uploads }, { error: 'authError' });
    await publishing.fault({ method, path }, { ...fault, headers: { 'Retry-After': '1' } });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    const struck = result.calls.findIndex(
      (call) => call.method === method && call.path === path && call.fault !== null,
    );
    const [refused, next] = result.calls.slice(struck, struck + 2).map(({ at }) => Date.parse(at));
    expect(next! - refused!).toBeGreaterThanOrEqual(1000);
  });

  it.each([
    ['the opening of a session', 'POST', uploads, 'PLATFORM_UNAVAILABLE', 'none'],
    ['the sending of media', 'PUT', uploads, 'PLATFORM_UNAVAILABLE', 'done'],
    ['the question about processing', 'GET', videos, 'PLATFORM_UNAVAILABLE', 'done'],
  ])('beyond the half hour that tries last is not waited for: %s', async (_what, method, path, code, cleanup) => {
    await publishing.fault({ method, path }, { status: 503, headers: { 'Retry-After': '1801' } });
    const result = await publishThrough(publishing);
    expectFailed(result, code, /./, cleanup);
    expect(result.calls.filter(({ fault }) => fault !== null)).toHaveLength(1);
  });
});
