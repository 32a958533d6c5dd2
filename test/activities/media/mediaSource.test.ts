import type { PlatformSlug } from '../../../domain/platform';
import type { Platform } from '../../../platforms/Platform';
import { videoBytes } from '../../support/media/media';
import type { Json } from '../../support/servers/sandbox';
import type { Media, SourceAnswer } from '../../support/servers/mediaSource';
import { film, usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedRun, Outcome } from '../../support/runs/publishing';
import { until } from '../../support/until';

/** A short may have this much here; in earnest it is a gibibyte. */
const shortBytesMax = 1024 * 1024;
const mib = 1024 * 1024;
const longFilm = videoBytes(2 * mib);
const otherFilm = Buffer.concat([longFilm.subarray(0, 100), Buffer.alloc(longFilm.length - 100, 9)]);
/** Connections are cut at this byte: by then the sandbox has written a mebibyte at least. */
const cut = 1.5 * mib;

const publishing = usePublishing({ deps: { mediaStallMs: 400 } });
beforeAll(async () => {
  const platforms = publishing.deps.platforms as Map<PlatformSlug, Platform>;
  const youtube = platforms.get('youtube')!;
  const short = youtube.publishers.get('short')!;
  const capabilities = {
    ...short.capabilities,
    media: { video: { maxFileSizeBytes: shortBytesMax, maxDurationSeconds: 60 } },
  };
  const publishers = new Map([...youtube.publishers, ['short' as const, { ...short, capabilities }]]);
  platforms.set('youtube', { ...youtube, publishers });
});

interface PublishResult extends Outcome {
  source: Media;
  sessions: { status: string }[];
  /** The bytes that the channel's video has. */
  bytes: Buffer | undefined;
}

/** Publishes the media of the source, and tells the outcome. */
async function publish(answer: SourceAnswer | ((nth: number) => SourceAnswer), type = 'video'): Promise<PublishResult> {
  const source = publishing.media.serve(answer);
  const assignment = await publishing.submit(await publishing.connect(), {
    mediaUrl: source.url,
    type: type as 'video',
  });
  return tell(assignment, source);
}

/** Publishes media whose first answer is cut once the platform has stored a part. */
async function publishCut(first: SourceAnswer, next: SourceAnswer = first): Promise<PublishResult> {
  const source = publishing.media.serve((nth) =>
    nth === 1 ? { ...first, pauseAfterBytes: cut, cutAfterBytes: cut } : next,
  );
  const channel = await publishing.connect();
  const assignment = await publishing.submit(channel, { mediaUrl: source.url });
  await until(async () => (await sessionsOf(channel))[0]?.fileBytes >= mib);
  source.resume();
  return tell(assignment, source);
}

async function sessionsOf({ channelId }: Channel): Promise<Json[]> {
  const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
  return uploadSessions.filter((session: Json) => session.channelId === channelId);
}

async function tell(assignment: CreatedRun, source: Media): Promise<PublishResult> {
  const outcome = await publishing.outcomeOf(assignment);
  const sessions = await sessionsOf(assignment.channel);
  const [video] = outcome.videos;
  const media = video && (await fetch(`${publishing.sandbox.url}/youtube/media/${video.id}`));
  return { ...outcome, source, sessions, bytes: media && Buffer.from(await media.arrayBuffer()) };
}

function expectPublished({ run, row, videos, bytes, sessions }: PublishResult, expected: Buffer): void {
  expect({ run, errors: row.errors, status: row.status }).toEqual({
    run: 'COMPLETED',
    errors: [],
    status: 'published',
  });
  expect(videos).toHaveLength(1);
  expect(bytes!.equals(expected)).toBe(true);
  expect(sessions.filter(({ status }) => status === 'open')).toEqual([]);
}

/** A failure that leaves nothing behind, on the platform, at the source or on the account. */
function expectFailed(
  { run, row, credits, videos, sessions, source }: PublishResult,
  code: string,
  message: RegExp,
): void {
  expect(row.errors).toEqual([{ code, message: expect.stringMatching(message) }]);
  expect({ run, status: row.status }).toEqual({ run: 'FAILED', status: 'failed' });
  expect(credits).toEqual(['hold', 'release']);
  expect(videos).toEqual([]);
  expect(sessions.filter(({ status }) => status !== 'cancelled')).toEqual([]);
  expect(row.cleanup).toBe(sessions.length > 0 ? 'done' : 'none');
  expect(source.requests.filter(({ isOpen }) => isOpen)).toEqual([]);
}

describe('a source that answers', () => {
  it.each([401, 403, 404, 410])('%i fails the assignment at once', async (status) => {
    const result = await publish({ status });
    expectFailed(result, 'MEDIA_DOWNLOAD_FAILED', new RegExp(`mediaUrl: The source answered ${status}`));
    // 403 may mean that a request without Range is refused.
    const asked = status === 403 ? [undefined, 'bytes=0-'] : [undefined];
    expect(result.source.requests.map(({ range }) => range)).toEqual(asked);
  });

  it('503 is asked eight times', async () => {
    const result = await publish({ status: 503 });
    expectFailed(result, 'MEDIA_DOWNLOAD_FAILED', /answered 503/);
    expect(result.source.requests).toHaveLength(8);
  });

  it('503 at first, then with the media, is published', async () => {
    expectPublished(await publish((nth) => (nth < 3 ? { status: 503 } : { bytes: film })), film);
  });
});

describe('an address that is not allowed', () => {
  it('is not called', async () => {
    const url = `${publishing.sandbox.url}/_sandbox/media/sample.mp4`;
    const source = { url, requests: [], resume: () => undefined };
    const assignment = await publishing.submit(await publishing.connect(), { mediaUrl: url });
    expectFailed(await tell(assignment, source), 'MEDIA_BLOCKED_ADDRESS', /must name a public host/);
    const calls = await publishing.callsSince(0);
    expect(calls.filter(({ path }) => path.endsWith('sample.mp4'))).toEqual([]);
  });

  it('is not called after a redirect either', async () => {
    const location = `${publishing.sandbox.url}/_sandbox/media/sample.mp4`;
    expectFailed(await publish({ status: 302, headers: { location } }), 'MEDIA_BLOCKED_ADDRESS', /public host/);
  });
});

describe('media that are not what the type needs', () => {
  it.each([
    ['a web page', Buffer.from(`<!doctype html><title>Sign in</title>${' '.repeat(5000)}`)],
    ['a picture', Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(6000)])],
    ['nothing', Buffer.alloc(0)],
  ])('fail before a byte goes to the platform: %s', async (_what, bytes) => {
    const result = await publish({ bytes, headers: { 'content-type': 'video/mp4' } });
    expectFailed(result, 'MEDIA_INVALID', /format is .*; a video needs video\/\*/);
    expect(result.sessions).toEqual([]);
  });

  it('fail when they are announced to be too large, before a byte goes to the platform', async () => {
    const result = await publish({ bytes: film, announcedBytes: shortBytesMax + 1 }, 'short');
    expectFailed(result, 'MEDIA_TOO_LARGE', /larger than the 1048576 bytes/);
    expect(result.sessions).toEqual([]);
  });

  it('fail when they turn out to be too large', async () => {
    const bytes = Buffer.concat([film, film]);
    expectFailed(await publish({ bytes, announcedBytes: null }, 'short'), 'MEDIA_TOO_LARGE', /larger than/);
  });
});

/** The platform keeps whole pieces of 256 KiB. */
const resumption = /^bytes=(1048576|1310720|1572864)-$/;

describe('a connection to the source that is cut in the middle', () => {
  it('is taken up again where the platform is', async () => {
    const result = await publishCut({ bytes: longFilm });
    expectPublished(result, longFilm);
    expect(result.sessions).toHaveLength(1);
    expect(result.source.requests.map(({ range, ifRange }) => [range, ifRange])).toEqual([
      [undefined, undefined],
      [expect.stringMatching(resumption), '"first"'],
    ]);
  });

  it('is taken up again by the time of its last change', async () => {
    const lastModified = 'Sat, 21 Nov 2026 08:00:00 GMT';
    const result = await publishCut({ bytes: longFilm, etag: null, lastModified });
    expectPublished(result, longFilm);
    expect(result.source.requests[1]).toMatchObject({
      range: expect.stringMatching(resumption),
      ifRange: lastModified,
    });
  });

  it.each<[string, SourceAnswer]>([
    ['does not know Range', { ranges: false }],
    ['has no validator', { etag: null }],
    ['has a weak validator', { etag: 'W/"first"' }],
    // RFC 9110 §13.1.5: no date in If-Range for a representation with an entity tag.
    ['has a weak validator and a date', { etag: 'W/"first"', lastModified: 'Sat, 21 Nov 2026 08:00:00 GMT' }],
  ])('means a new session if the source %s: two reads are never spliced', async (_what, how) => {
    const result = await publishCut({ ...how, bytes: longFilm }, { ...how, bytes: otherFilm });
    expectPublished(result, otherFilm);
    expect(result.sessions.map(({ status }) => status).sort()).toEqual(['cancelled', 'finished']);
  });

  it('means a new session if the source answers the Range, but not with the same validator', async () => {
    const result = await publishCut({ bytes: longFilm }, { bytes: otherFilm, etag: null, ignoresIfRange: true });
    expectPublished(result, otherFilm);
  });

  it('means a new session, and no change of the source, where one file comes under a strong tag and a weak one', async () => {
    const weak = { bytes: longFilm, etag: 'W/"first"', ignoresIfRange: true };
    const result = await publishCut({ bytes: longFilm }, weak);
    expectPublished(result, longFilm);
    const counts = 'SELECT source_changes AS changes FROM uploads WHERE assignment_id = $1';
    expect(await publishing.database.query(counts, [result.row.id])).toEqual([{ changes: 0 }]);
  });

  it('fails the assignment if that goes on for ever', async () => {
    const result = await publish({ bytes: longFilm, ranges: false, cutAfterBytes: cut });
    expectFailed(result, 'MEDIA_DOWNLOAD_FAILED', /mediaUrl/);
  });

  it('within its first bytes is tried again', async () => {
    expectPublished(await publish((nth) => ({ bytes: film, ...(nth === 1 && { cutAfterBytes: 10 }) })), film);
  });

  it('within its first bytes, always, is the fault of the source', async () => {
    expectFailed(await publish({ bytes: film, cutAfterBytes: 10 }), 'MEDIA_DOWNLOAD_FAILED', /mediaUrl/);
  });
});

describe('a source that has changed between two reads', () => {
  it('is uploaded anew, once', async () => {
    const result = await publishCut({ bytes: longFilm }, { bytes: otherFilm, etag: '"second"' });
    expectPublished(result, otherFilm);
    expect(result.sessions.map(({ status }) => status).sort()).toEqual(['cancelled', 'finished']);
  });

  it('fails the assignment when it changes again', async () => {
    const result = await publish((nth) => ({ bytes: longFilm, etag: `"${nth}"`, cutAfterBytes: cut }));
    expectFailed(result, 'MEDIA_DOWNLOAD_FAILED', /changed again/);
  });
});

describe('a source that sends less than it has announced', () => {
  it.each([true, false])('fails the assignment (it knows Range: %s)', async (ranges) => {
    const result = await publish({ bytes: longFilm, announcedBytes: longFilm.length + 1000, ranges });
    expectFailed(result, 'MEDIA_DOWNLOAD_FAILED', /mediaUrl/);
  });
});

describe('a source that is too slow', () => {
  it.each([
    ['says nothing after its headers', { pauseAfterBytes: 0 }],
    ['stops in the middle', { pauseAfterBytes: 300_000 }],
    ['sends a byte now and then', { drip: { bytes: 10, everyMs: 50 } }],
  ])('is cut and tried again when it %s', async (_what, how) => {
    const result = await publish((nth) => ({ bytes: film, ...(nth === 1 && how) }));
    expectPublished(result, film);
    expect(result.source.requests.length).toBeGreaterThan(1);
  });

  it('for ever fails the assignment', async () => {
    const result = await publish({ bytes: film, drip: { bytes: 10, everyMs: 50 } });
    expectFailed(result, 'MEDIA_DOWNLOAD_FAILED', /less than 1 KiB\/s/);
  });
});

describe('a source that does not tell its length', () => {
  it('is published', async () => {
    expectPublished(await publish({ bytes: film, announcedBytes: null }), film);
  });

  it('is published although it is cut in the middle', async () => {
    const big = Buffer.concat([film, Buffer.alloc(6 * 1024 * 1024, 3)]);
    const result = await publish((nth) => ({
      bytes: big,
      announcedBytes: null,
      ...(nth === 1 && { cutAfterBytes: 5 * 1024 * 1024 }),
    }));
    expectPublished(result, big);
    expect(result.source.requests[1]!.range).toBe(`bytes=${4 * 1024 * 1024}-`);
  });
});
