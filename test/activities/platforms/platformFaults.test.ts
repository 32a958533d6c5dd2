import { Assignment } from '../../../models/assignments/Assignment';
import { Upload, sessionContext } from '../../../models/assignments/Upload';
import { Connection } from '../../../models/connections/Connection';
import { createYouTube } from '../../../platforms/youtube/index';
import { platformModules } from '../../../sandbox/platforms';
import { videoBytes } from '../../support/media/media';
import { usePublishing } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { youtubeSettings } from '../../support/platforms/youtube';
import {
  expectFailed,
  expectPublished,
  film,
  kib256,
  payload,
  publishThrough,
  sessionsOf,
  to,
  uploads,
  videos,
} from '../publishing/storm';
import type { PublishResult } from '../publishing/storm';

/** YouTube's day ends in twelve hours: a limit of the day is not waited for. */
const midday = new Date('2027-01-01T20:00:00.000Z');
const publishing = usePublishing({
  platforms: {
    open: platformModules,
    at: (url) => new Map([['youtube', createYouTube(youtubeSettings(url), undefined, () => midday)]]),
  },
});

/** The first byte of each request that brought media. */
function beginnings(result: PublishResult): number[] {
  return to(result, 'PUT', uploads).flatMap(({ contentRange = '' }) => {
    const first = /^bytes (\d+)-/.exec(contentRange)?.[1];
    return first === undefined ? [] : [Number(first)];
  });
}

describe('the opening of a session', () => {
  it('is tried again after errors of the platform', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 2 }, { error: 'backendError' });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    expect(to(result, 'POST', uploads)).toHaveLength(3);
  });

  it('is given up after eight of them, with the words of the platform', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error: 'backendError' });
    const result = await publishThrough(publishing);
    expectFailed(result, 'PLATFORM_UNAVAILABLE', /"Backend Error" \(HTTP 503/, 'none');
    expect(to(result, 'POST', uploads)).toHaveLength(8);
    expect(result.row.tries).toBeNull();
  });

  it('is tried again when the platform says, not before', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { status: 503, headers: { 'Retry-After': '1' } });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    const [first, second] = to(result, 'POST', uploads).map(({ at }) => Date.parse(at));
    expect(second! - first!).toBeGreaterThanOrEqual(1000);
  });

  it.each([
    ['uploadLimitExceeded', 'QUOTA_EXCEEDED', /videos they may upload/],
    ['rateLimitExceeded', 'QUOTA_EXCEEDED', /Video Uploads per day/],
    ['invalidTitle', 'PLATFORM_REJECTED', /invalid or empty video title/],
    ['insufficientPermissions', 'PERMISSION_DENIED', /insufficient authentication scopes/],
  ])('is not tried again after %s', async (error, code, words) => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error });
    const result = await publishThrough(publishing);
    expectFailed(result, code, words, 'none');
    expect(to(result, 'POST', uploads)).toHaveLength(1);
  });

  it('is not tried again when the channel has reached its limit', async () => {
    await publishing.sandbox.control('POST', '/settings', { quota: { channelUploadsPerDay: 0 } });
    const result = await publishThrough(publishing);
    expectFailed(result, 'QUOTA_EXCEEDED', /number of videos they may upload/, 'none');
    expect(to(result, 'POST', uploads)).toHaveLength(1);
  });

  it('may be renewed when its answer is lost: what it opened holds nothing', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { loseAnswer: true });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    expect(new Set(result.sessions.map(({ status }) => status))).toEqual(new Set(['finished', 'open']));
  });
});

describe('an upload', () => {
  it('that is cut goes on at the byte that the platform says, and sends none again', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { cutAfterBytes: 3 * kib256 + 5000 });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    expect(beginnings(result)).toEqual([0, 3 * kib256]);
    expect(to(result, 'POST', uploads)).toHaveLength(1);
    expect(to(result, 'PUT', uploads).at(-1)).toMatchObject({ bytes: film.length - 3 * kib256 });
  });

  it('that is cut again and again, nine times, goes on as long as bytes move', async () => {
    const long = videoBytes(10 * kib256);
    const cuts = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (const cut of cuts) {
      await publishing.fault({ method: 'PUT', path: uploads, nth: 2 * cut + 1 }, { cutAfterBytes: kib256 + 5000 });
    }
    const result = await publishThrough(publishing, undefined, {
      mediaUrl: publishing.media.serve({ bytes: long }).url,
    });
    await expectPublished(publishing, result, long);
    expect(beginnings(result)).toEqual([...cuts, 9].map((pieces) => pieces * kib256));
  });

  it('that never moves is given up after eight tries', async () => {
    await publishing.fault({ method: 'PUT', path: uploads, times: 100 }, { cutAfterBytes: 5000 });
    const result = await publishThrough(publishing);
    expectFailed(result, 'UPLOAD_FAILED', /connection to YouTube broke/, 'done');
    expect(result.videos).toEqual([]);
  });

  it('that is answered with an error goes on after it', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { error: 'backendError' });
    await expectPublished(publishing, await publishThrough(publishing));
  });

  it('whose last answer is lost is not sent again', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { loseAnswer: true });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    expect(beginnings(result)).toEqual([0]);
    expect(result.sessions).toHaveLength(1);
  });

  it('whose session is gone begins anew in another', async () => {
    await publishing.fault({ method: 'PUT', path: uploads, nth: 1 }, { cutAfterBytes: 2 * kib256 });
    await publishing.fault({ method: 'PUT', path: uploads, nth: 2 }, { status: 404 });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    expect(to(result, 'POST', uploads)).toHaveLength(2);
    expect(beginnings(result)).toEqual([0, 0]);
  });

  it('whose session another worker has stored meanwhile goes on in that one, and ends its own', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { delayMs: 500 });
    const channel = await publishing.connect();
    const publishes = publishThrough(publishing, channel);
    await until(async () => (await sessionsOf(publishing, channel)).length === 1);
    const other = await publishing.sandbox.start(channel.accessToken, { sizeBytes: film.length });
    const { id: assignmentId } = (await Assignment.findOne({ where: { connectionId: channel.connectionId } }))!;
    await Upload.create({
      assignmentId,
      item: 0,
      session: publishing.deps.secrets.encrypt(other, sessionContext(assignmentId)),
      source: { etag: '"first"', lastModified: null, sizeBytes: film.length },
      contentType: 'video/mp4',
      sizeBytes: film.length,
      objectId: null,
    });
    const result = await publishes;
    await expectPublished(publishing, result);
    expect(result.videos).toMatchObject([{ id: result.row.platformPostId, snippet: { title: payload.title } }]);
    expect(new Set(result.sessions.map(({ status }) => status))).toEqual(new Set(['finished', 'cancelled']));
  });

  it('that is refused goes no further, and its session is removed', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { error: 'badContent' });
    const result = await publishThrough(publishing);
    expectFailed(result, 'MEDIA_INVALID', /Unsupported media type/, 'done');
    expect(result.sessions).toMatchObject([{ status: 'cancelled' }]);
  });
});

const lose = async (method: string, path: string) => publishing.fault({ method, path }, { loseAnswer: true });

describe('an assignment whose platform did what it was asked to, and whose answer was lost', () => {
  it('renews its token again when it was a renewal, and the connection stays valid', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { error: 'authError' });
    await lose('POST', '/token');
    const channel = await publishing.connect();
    const result = await publishThrough(publishing, channel);
    await expectPublished(publishing, result);
    expect(to(result, 'POST', '/token')).toHaveLength(2);
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2 });
  });

  it('deletes nothing again when it was the deletion of what is left over', async () => {
    await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
    await lose('DELETE', videos);
    const result = await publishThrough(publishing, undefined, {}, { isLongAgo: true });
    expectFailed(result, 'PROCESSING_FAILED', /"conversion"/, 'done');
    expect(result.videos).toEqual([]);
    expect(to(result, 'DELETE', videos)).toHaveLength(1);
  });

  it('ends no session again when it was the end of one', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { error: 'badContent' });
    await lose('DELETE', uploads);
    const result = await publishThrough(publishing);
    expectFailed(result, 'MEDIA_INVALID', /Unsupported media type/, 'done');
    expect(result.sessions).toMatchObject([{ status: 'cancelled' }]);
    expect(to(result, 'DELETE', uploads)).toHaveLength(1);
  });
});
