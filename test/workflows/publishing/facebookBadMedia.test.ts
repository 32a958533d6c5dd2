import type { ContentType } from '../../../domain/assignment';
import { platformsAt, platformsOfKinds } from '../../kinds';
import { photoBytes, videoBytes } from '../../support/media/media';
import { makeFilm, makeGif } from '../../support/media/mediaFiles';
import type { SourceAnswer } from '../../support/servers/mediaSource';
import { usePublishing } from '../../support/runs/publishing';
import type { Overrides } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';

const publishing = usePublishing({ platforms: { open: platformsOfKinds, at: platformsAt } });

type Source = SourceAnswer | ((nth: number) => SourceAnswer);
const serve = (source: Source): string => publishing.media.serve(source).url;
const one = async (type: ContentType, bytes: Buffer): Promise<Overrides> => ({
  type,
  payload: {},
  mediaUrl: serve({ bytes }),
});
const carousel = (...sources: Source[]): Overrides => ({
  type: 'carousel',
  mediaUrl: null,
  payload: { mediaUrls: sources.map(serve), message: 'M' },
});

/** A photo in High Efficiency Image File Format (ISO/IEC 23008-12), which its brand tells. */
function heic(): Buffer {
  const bytes = videoBytes(50_000);
  bytes.write('ftypheic', 4);
  return bytes;
}

const photo = { bytes: photoBytes(50_000) };
const vanishing = (nth: number): SourceAnswer =>
  nth === 1 ? { bytes: photoBytes(200_000), cutAfterBytes: 100_000 } : { status: 404 };

/** The faults, each with the number of photos or videos that had gone to Facebook before it could be known. */
const faults: [string, () => Promise<Overrides>, { code: string; message: RegExp; sent: number }][] = [
  [
    'a GIF in place of a photo',
    async () => one('image', makeGif(600, 600)),
    { code: 'MEDIA_INVALID', message: /image\/gif/, sent: 0 },
  ],
  [
    'a HEIC in place of a photo',
    async () => one('image', heic()),
    { code: 'MEDIA_INVALID', message: /image\/heic/, sent: 0 },
  ],
  [
    'a photo of 5 MB for a story',
    async () => one('story', photoBytes(5_000_000)),
    { code: 'MEDIA_TOO_LARGE', message: /4194304 bytes/, sent: 0 },
  ],
  [
    'a reel of 91 seconds',
    async () => one('reel', await makeFilm({ seconds: 91 })),
    { code: 'MEDIA_INVALID', message: /durationSeconds is 91; a reel may have at most 90/, sent: 0 },
  ],
  [
    'a reel of 2 seconds',
    async () => one('reel', await makeFilm({ seconds: 2 })),
    { code: 'MEDIA_INVALID', message: /durationSeconds is 2; a reel needs at least 3/, sent: 0 },
  ],
  [
    'a text in place of a video',
    async () => one('video', Buffer.from('<!doctype html>'.repeat(1000))),
    {
      code: 'MEDIA_INVALID',
      message:
        /^mediaUrl: Its format is that of a web page \(text\/html\); a video needs video\/\*\. Give the address of the file/,
      sent: 0,
    },
  ],
  [
    'a web page in place of a photo',
    async () => one('image', Buffer.from('\n<HTML><body>Sign in</body></HTML>')),
    { code: 'MEDIA_INVALID', message: /a web page .*; an image needs image\/jpeg or image\/png\. Give/, sent: 0 },
  ],
  [
    'a video among the photos of a carousel',
    async () => carousel(photo, { bytes: videoBytes(50_000) }, photo),
    { code: 'MEDIA_INVALID', message: /^payload\.mediaUrls, item 2: .*video\/mp4/, sent: 1 },
  ],
  [
    'a photo of a carousel that vanishes half-way',
    async () => carousel(photo, vanishing),
    { code: 'MEDIA_DOWNLOAD_FAILED', message: /^payload\.mediaUrls, item 2: .*404/, sent: 1 },
  ],
];

it.each(faults)(
  '%s ends the assignment with a reason, and leaves nothing on the page',
  async (_what, request, expected) => {
    const channel = await publishing.connect({ platform: 'facebook' });
    const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
    const assignment = await publishing.submit(channel, { platform: 'facebook', ...(await request()) });

    const { row, credits } = await publishing.outcomeOf(assignment, 60_000);
    const message = expect.stringMatching(expected.message) as unknown;
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: expected.code, message }] });
    expect(['none', 'done']).toContain(row.cleanup);
    expect(credits).toEqual(['hold', 'release']);

    const uploads = /\/(photos|videos|video_reels|video_stories)$|^\/video-upload\//;
    const calls: Json[] = await publishing.callsSince(seq);
    const taken = calls.filter(({ method, path, status }) => method === 'POST' && uploads.test(path) && status === 200);
    expect(taken).toHaveLength(expected.sent);
    const { posts, videos, photos = [] } = await publishing.sandbox.stateOf('facebook');
    const left = [...posts, ...videos, ...photos].filter(({ pageId }: Json) => pageId === channel.channelId);
    expect(left).toEqual([]);
  },
);
