import { Connection } from '../../models/Connection';
import type { PlatformSlug } from '../../domain/platform';
import type { Platform } from '../../platforms/Platform';
import { videoBytes } from '../platforms/media';
import type { Json } from '../sandbox/support';
import { startPublishing } from '../support/publishing';
import type { Call, Channel, Outcome, Publishing } from '../support/publishing';
import { until } from '../support/until';

const payload = { title: 'Through the storm', privacy: 'public', tags: [], madeForKids: false };
const uploads = '/upload/youtube/v3/videos';
const videos = '/youtube/v3/videos';
const kib256 = 256 * 1024;
const film = videoBytes(5 * kib256 + 1000);

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing();
});
afterEach(async () => {
  await publishing.sandbox.control('DELETE', '/faults');
  await publishing.sandbox.control('POST', '/settings', {
    outcome: 'succeeded',
    quota: { channelUploadsPerDay: null },
  });
});
afterAll(async () => publishing.stop());

interface Told extends Outcome {
  calls: Call[];
  sessions: Json[];
}

async function publish(given?: Channel, job: object = {}): Promise<Told> {
  const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  const channel = given ?? (await publishing.connect());
  const mediaUrl = publishing.media.serve({ bytes: film }).url;
  const outcome = await publishing.outcomeOf(await publishing.submit(channel, { payload, mediaUrl, ...job }));
  const { uploadSessions } = await publishing.sandbox.state();
  const sessions = uploadSessions.filter(({ channelId }: Json) => channelId === channel.channelId);
  return { ...outcome, sessions, calls: await publishing.callsSince(seq) };
}

function to({ calls }: Told, method: string, path: string): Call[] {
  return calls.filter((call) => call.method === method && call.path === path);
}

/** The first byte of each request that brought media. */
function beginnings(told: Told): number[] {
  return to(told, 'PUT', uploads).flatMap(({ contentRange = '' }) => {
    const first = /^bytes (\d+)-/.exec(contentRange)?.[1];
    return first === undefined ? [] : [Number(first)];
  });
}

async function expectPublished(told: Told, bytes: Buffer = film): Promise<void> {
  const { run, row } = told;
  expect({ run, errors: row.errors, status: row.status }).toEqual({
    run: 'COMPLETED',
    errors: [],
    status: 'published',
  });
  expect(told.statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(told.videos).toHaveLength(1);
  expect(told.videos[0].status.privacyStatus).toBe('public');
  const media = await fetch(`${publishing.sandbox.url}/media/${told.videos[0].id}`);
  expect(bytes.equals(Buffer.from(await media.arrayBuffer()))).toBe(true);
}

function expectFailed({ run, row, credits }: Told, code: string, words: RegExp, cleanup: string): void {
  expect(row.errors).toEqual([{ code, message: expect.stringMatching(words) }]);
  expect({ run, status: row.status, cleanup: row.cleanup }).toEqual({ run: 'FAILED', status: 'failed', cleanup });
  expect(credits).toEqual(['hold', 'release']);
}

describe('the opening of a session', () => {
  it('is tried again after errors of the platform', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 2 }, { error: 'backendError' });
    const told = await publish();
    await expectPublished(told);
    expect(to(told, 'POST', uploads)).toHaveLength(3);
  });

  it('is given up after eight of them, with the words of the platform', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error: 'backendError' });
    const told = await publish();
    expectFailed(told, 'PLATFORM_UNAVAILABLE', /"Backend Error" \(HTTP 503/, 'none');
    expect(to(told, 'POST', uploads)).toHaveLength(8);
    expect(told.row.tries).toBe(0);
  });

  it('is tried again when the platform says, not before', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { status: 503, headers: { 'Retry-After': '1' } });
    const told = await publish();
    await expectPublished(told);
    const [first, second] = to(told, 'POST', uploads).map(({ at }) => Date.parse(at));
    expect(second! - first!).toBeGreaterThanOrEqual(1000);
  });

  it.each([
    ['quotaExceeded', 'QUOTA_EXCEEDED', /exceeded your quota/],
    ['rateLimitExceeded', 'QUOTA_EXCEEDED', /Video Uploads per day/],
    ['invalidTitle', 'PLATFORM_REJECTED', /invalid or empty video title/],
    ['insufficientPermissions', 'PERMISSION_DENIED', /insufficient authentication scopes/],
  ])('is not tried again after %s', async (error, code, words) => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error });
    const told = await publish();
    expectFailed(told, code, words, 'none');
    expect(to(told, 'POST', uploads)).toHaveLength(1);
  });

  it('is not tried again when the channel has reached its limit', async () => {
    await publishing.sandbox.control('POST', '/settings', { quota: { channelUploadsPerDay: 0 } });
    const told = await publish();
    expectFailed(told, 'QUOTA_EXCEEDED', /number of videos they may upload/, 'none');
    expect(to(told, 'POST', uploads)).toHaveLength(1);
  });

  it('may be renewed when its answer is lost: what it opened holds nothing', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { loseAnswer: true });
    await expectPublished(await publish());
  });
});

describe('an upload', () => {
  it('that is cut goes on at the byte that the platform says, and sends none again', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { cutAfterBytes: 3 * kib256 + 5000 });
    const told = await publish();
    await expectPublished(told);
    expect(beginnings(told)).toEqual([0, 3 * kib256]);
    expect(to(told, 'POST', uploads)).toHaveLength(1);
    expect(to(told, 'PUT', uploads).at(-1)).toMatchObject({ bytes: film.length - 3 * kib256 });
  });

  it('that is cut again and again, nine times, goes on as long as bytes move', async () => {
    const long = videoBytes(10 * kib256);
    const cuts = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (const cut of cuts) {
      await publishing.fault({ method: 'PUT', path: uploads, nth: 2 * cut + 1 }, { cutAfterBytes: kib256 + 5000 });
    }
    const told = await publish(undefined, { mediaUrl: publishing.media.serve({ bytes: long }).url });
    await expectPublished(told, long);
    expect(beginnings(told)).toEqual([...cuts, 9].map((pieces) => pieces * kib256));
  });

  it('that never moves is given up after eight tries', async () => {
    await publishing.fault({ method: 'PUT', path: uploads, times: 100 }, { cutAfterBytes: 5000 });
    const told = await publish();
    expectFailed(told, 'UPLOAD_FAILED', /connection to YouTube broke/, 'done');
    expect(told.videos).toEqual([]);
  });

  it('that is answered with an error goes on after it', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { error: 'backendError' });
    await expectPublished(await publish());
  });

  it('whose last answer is lost is not sent again', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { loseAnswer: true });
    const told = await publish();
    await expectPublished(told);
    expect(beginnings(told)).toEqual([0]);
    expect(told.sessions).toHaveLength(1);
  });

  it('whose session is gone begins anew in another', async () => {
    await publishing.fault({ method: 'PUT', path: uploads, nth: 1 }, { cutAfterBytes: 2 * kib256 });
    await publishing.fault({ method: 'PUT', path: uploads, nth: 2 }, { status: 404 });
    const told = await publish();
    await expectPublished(told);
    expect(to(told, 'POST', uploads)).toHaveLength(2);
    expect(beginnings(told)).toEqual([0, 0]);
  });

  it('that is refused goes no further, and its session is removed', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { error: 'badContent' });
    const told = await publish();
    expectFailed(told, 'PLATFORM_REJECTED', /Unsupported media type/, 'done');
    expect(told.sessions).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('processing', () => {
  it.each([
    ['failed', 'PROCESSING_FAILED', /"conversion"/],
    ['rejected', 'PLATFORM_REJECTED', /"termsOfUse"/],
  ])('that has %s fails the job with the reason, and the video is removed', async (outcome, code, words) => {
    await publishing.sandbox.control('POST', '/settings', { outcome });
    const told = await publish();
    expectFailed(told, code, words, 'done');
    expect(told.videos).toEqual([]);
    expect(told.statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'failed']);
  });

  it('that never ends fails the job at its limit; the video stays for a retry', async () => {
    const platforms = publishing.deps.platforms as Map<PlatformSlug, Platform>;
    const youtube = platforms.get('youtube')!;
    platforms.set('youtube', { ...youtube, processingLimitMs: 300 });
    await publishing.sandbox.control('POST', '/settings', { outcome: 'stuck' });
    const told = await publish();
    platforms.set('youtube', youtube);
    expectFailed(told, 'PROCESSING_TIMEOUT', /did not finish processing/, 'none');
    expect(told.videos).toMatchObject([{ status: { privacyStatus: 'private' } }]);
  });

  it('is asked about on after errors of the platform', async () => {
    await publishing.fault({ method: 'GET', path: videos, times: 7 }, { error: 'backendError' });
    await expectPublished(await publish());
  });

  it('of a video that its owner has deleted fails the job', async () => {
    await publishing.sandbox.control('POST', '/settings', { outcome: 'stuck' });
    const channel = await publishing.connect();
    const publishes = publish(channel);
    const ofChannel = async () =>
      (await publishing.sandbox.state()).videos.find(({ channelId }: Json) => channelId === channel.channelId);
    await until(async () => (await ofChannel()) !== undefined);
    const { id } = await ofChannel();
    await publishing.sandbox.youtube('DELETE', `${videos}?id=${id}`, { token: channel.accessToken });
    expectFailed(await publishes, 'PROCESSING_FAILED', /no longer has the video/, 'done');
  });
});

describe('a channel that has not granted everything', () => {
  it('cannot be uploaded to', async () => {
    const told = await publish(await publishing.connect({ scopes: ['youtube.readonly'] }));
    expectFailed(told, 'PERMISSION_DENIED', /insufficient authentication scopes/, 'none');
  });

  it('is told so when the audience cannot be set, and it shows that something was left', async () => {
    const told = await publish(await publishing.connect({ scopes: ['youtube.upload', 'youtube.readonly'] }));
    expectFailed(told, 'PERMISSION_DENIED', /insufficient authentication scopes/, 'failed');
    expect(told.videos).toMatchObject([{ status: { privacyStatus: 'private' } }]);
    const { values } = await publishing.deps.metrics.cleanupsFailed.get();
    expect(values).toMatchObject([{ value: 1, labels: { platform: 'youtube' } }]);
  });
});

describe('an access token that is refused', () => {
  const tokens = { method: 'POST', path: '/token' };

  it.each([
    ['when a session is opened', 'POST', uploads],
    ['when media are sent', 'PUT', uploads],
    ['when the video is asked about', 'GET', videos],
    ['when the video gets its audience', 'PUT', videos],
  ])('%s is renewed once, and the job goes on', async (_when, method, path) => {
    await publishing.fault({ method, path }, { error: 'authError' });
    const channel = await publishing.connect();
    const told = await publish(channel);
    await expectPublished(told);
    expect(to(told, 'POST', '/token')).toHaveLength(1);
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2 });
  });

  it('and that the platform refuses to renew makes the connection expired', async () => {
    const channel = await publishing.connect();
    await publishing.sandbox.youtube('POST', `/revoke?token=${channel.refreshToken}`, { body: '' });
    const told = await publish(channel);
    expectFailed(told, 'TOKEN_EXPIRED', /Connect the channel again/, 'none');
    const connection = await Connection.findByPk(channel.connectionId, { raw: true });
    expect(connection).toMatchObject({ tokenStatus: 'expired', tokenExpiresAt: null });
    expect(to(told, 'POST', '/token')).toHaveLength(1);
  });

  it('and that cannot be renewed because of errors there leaves the connection valid', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error: 'authError' });
    await publishing.fault({ ...tokens, times: 50 }, { status: 503 });
    const channel = await publishing.connect();
    const told = await publish(channel);
    expectFailed(told, 'PLATFORM_UNAVAILABLE', /HTTP 503/, 'none');
    expect(to(told, 'POST', '/token').length).toBeGreaterThan(1);
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 1 });
  });

  it('is renewed after errors there have passed', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { error: 'authError' });
    await publishing.fault({ ...tokens, times: 2 }, { status: 503 });
    await expectPublished(await publish());
  });

  it('again although it was just renewed fails the job, and the connection stays valid', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error: 'authError' });
    const channel = await publishing.connect();
    expectFailed(await publish(channel), 'TOKEN_EXPIRED', /Invalid Credentials/, 'none');
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid' });
  });
});
