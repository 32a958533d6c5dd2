import type { Json } from '../../support/servers/sandbox';
import { makeFilm } from '../../support/media/mediaFiles';
import type { Media, SourceAnswer } from '../../support/servers/mediaSource';
import { usePublishing } from '../../support/runs/publishing';
import type { Outcome } from '../../support/runs/publishing';
import { Upload } from '../../../models/assignments/Upload';

const publishing = usePublishing();

interface Probed extends Outcome {
  source: Media;
  /** The upload sessions of the channel, also ended sessions. */
  sessions: Json[];
  uploads: Upload[];
}

/** Publishes the media of the source as a short, and tells the outcome. */
async function publishShort(answer: SourceAnswer | ((nth: number) => SourceAnswer)): Promise<Probed> {
  const source = publishing.media.serve(answer);
  const channel = await publishing.connect();
  const assignment = await publishing.submit(channel, { mediaUrl: source.url, type: 'short' });
  const outcome = await publishing.outcomeOf(assignment);
  const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
  const sessions = uploadSessions.filter(({ channelId }: Json) => channelId === channel.channelId);
  return { ...outcome, source, sessions, uploads: await Upload.ofAssignment(assignment.assignmentId) };
}

/** Larger than the kept part of an open download, so that an index at the end takes a request of its own. */
const large = { pictureBytes: 3000, frameRate: 5 };
/** The request that begins an upload. */
const open = { method: 'POST', path: '/upload/youtube/v3/videos' };
const rangesOf = ({ requests }: Media) => requests.flatMap(({ range }) => range ?? []);

function expectTooLong({ row, sessions, uploads }: Probed): void {
  const message = 'mediaUrl: Its durationSeconds is 190; a short may have at most 180. Send a file that fits.';
  expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'MEDIA_INVALID', message }] });
  expect(sessions).toEqual([]);
  expect(uploads.filter(({ session, objectId }) => session ?? objectId)).toEqual([]);
}

describe('a video that is too long for its type', () => {
  it('fails before a byte goes to the platform, and costs the source no request where its index is first', async () => {
    const probed = await publishShort({ bytes: await makeFilm({ seconds: 190 }) });

    expectTooLong(probed);
    expect(probed.credits).toEqual(['hold', 'release']);
    expect(probed.source.requests).toHaveLength(1);
    expect(probed.source.requests[0]!.isOpen).toBe(false);
  });

  it('fails before a byte goes to the platform where its index is last: it is read by Range', async () => {
    const probed = await publishShort({ bytes: await makeFilm({ seconds: 190, index: 'last', ...large }) });

    expectTooLong(probed);
    expect(rangesOf(probed.source)).toHaveLength(1);
    expect(probed.source.requests.map(({ ifRange }) => ifRange)).toEqual([undefined, '"first"']);
  });

  it('fails at the next try where an accident has kept the first one from reading it', async () => {
    const bytes = await makeFilm({ seconds: 190, index: 'last', ...large });
    await publishing.fault({ ...open, times: 1 }, { status: 503 });
    const probed = await publishShort((nth) => (nth === 2 ? { status: 500 } : { bytes }));

    expectTooLong(probed);
    expect(rangesOf(probed.source)).toHaveLength(2);
  });

  it('fails on every platform: a reel of 91 seconds makes nothing at Facebook, one of 90 is taken', async () => {
    const channel = await publishing.connect({ platform: 'facebook' });
    const reel = async (seconds: number) => {
      const { url: mediaUrl } = publishing.media.serve({ bytes: await makeFilm({ seconds }) });
      const assignment = { platform: 'facebook', type: 'reel', payload: { description: 'D' }, mediaUrl } as const;
      return (await publishing.outcomeOf(await publishing.submit(channel, assignment))).row;
    };
    const before = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
    const message = 'mediaUrl: Its durationSeconds is 91; a reel may have at most 90. Send a file that fits.';
    expect(await reel(91)).toMatchObject({ status: 'failed', errors: [{ code: 'MEDIA_INVALID', message }] });
    const calls = await publishing.callsSince(before);
    expect(calls.filter(({ method, platform }) => platform === 'facebook' && method !== 'GET')).toEqual([]);
    expect(await reel(90)).toMatchObject({ status: 'published' });
  });

  it('is published where the source does not tell: the platform judges it', async () => {
    const bytes = await makeFilm({ seconds: 190, index: 'last', ...large });
    const { row, source } = await publishShort({ bytes, ranges: false });

    expect(row).toMatchObject({ status: 'published', errors: [] });
    expect(rangesOf(source)).toHaveLength(1);
  });

  it('is published where the source does not tell its size', async () => {
    const { row, source } = await publishShort({ bytes: await makeFilm({ seconds: 190 }), announcedBytes: null });

    expect(row.status).toBe('published');
    expect(source.requests).toHaveLength(1);
  });

  it('is not judged by other media that the source serves meanwhile', async () => {
    const [bytes, other] = await Promise.all([
      makeFilm({ seconds: 50, index: 'last', ...large }),
      makeFilm({ seconds: 190, index: 'last', ...large }),
    ]);
    const { row } = await publishShort((nth) => (nth === 1 ? { bytes } : { bytes: other, etag: '"second"' }));
    expect(row.status).toBe('published');
  });
});

describe('a video that fits its type', () => {
  it.each(['first', 'last', 'fragmented'] as const)('is published whole, its index %s', async (index) => {
    const bytes = await makeFilm({ seconds: 60, index, ...large });
    const { row, videos, sessions, uploads } = await publishShort({ bytes });

    expect(row.errors).toEqual([]);
    expect(uploads).toMatchObject([{ source: { etag: '"first"', durationSeconds: 60 } }]);
    expect(sessions).toMatchObject([{ status: 'finished' }]);
    const media = await fetch(`${publishing.sandbox.url}/youtube/media/${videos[0]!.id}`);
    expect(Buffer.from(await media.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is read for it once, however often the platform does not take it', async () => {
    await publishing.fault({ ...open, times: 3 }, { status: 503 });
    const { row, source, uploads } = await publishShort({
      bytes: await makeFilm({ seconds: 60, index: 'last', ...large }),
    });

    expect(row.status).toBe('published');
    expect(source.requests).toHaveLength(5);
    expect(rangesOf(source)).toHaveLength(1);
    expect(uploads).toMatchObject([{ probe: { source: { etag: '"first"' }, facts: { durationSeconds: 60 } } }]);
  });
});
