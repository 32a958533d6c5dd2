import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { streamJudged } from '../../activities/media/stream';
import type { Transfer } from '../../activities/media/transfer';
import { commonRules, refusalOf } from '../../console/screens/compose/mediaRules';
import { formatOf, signatureBytes } from '../../domain/mediaFormat';
import { mediaKindIn } from '../../domain/mediaType';
import { mediaKindOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { parseOutboundAllow } from '../../lib/safeFetch/allow';
import { facebookContentTypes } from '../../platforms/facebook/capabilities';
import { youtubeContentTypes } from '../../platforms/youtube/capabilities';
import { startApp } from '../support/callers/app';
import { buildCaller } from '../support/callers/caller';
import { part } from '../support/counts';
import type { Caller } from '../support/callers/caller';
import { openMediaProbe } from '../support/media/mediaProbe';
import { startMediaSource } from '../support/servers/mediaSource';
import { uploaderFor } from '../support/callers/uploads';
import { use } from '../support/use';

const folder = join(__dirname, 'files');
const read = (name: string): Buffer => readFileSync(join(folder, name));

/** The media type of each file; null: it is of no known one. */
const formats: Record<string, string | null> = {
  'h264.mp4': 'video/mp4',
  'faststart.mp4': 'video/mp4',
  'fragmented.mp4': 'video/mp4',
  'hevc.mp4': 'video/mp4',
  'mpeg4.mp4': 'video/mp4',
  'av1.mp4': 'video/mp4',
  noextension: 'video/mp4',
  'h264.mov': 'video/quicktime',
  'prores.mov': 'video/quicktime',
  'mjpeg.mov': 'video/quicktime',
  'apple.m4v': 'video/x-m4v',
  'phone.3gp': 'video/3gpp',
  'phone.3g2': 'video/3gpp2',
  'vp8.webm': 'video/webm',
  'vp9.webm': 'video/webm',
  'h264.mkv': 'video/matroska',
  'msmpeg4.mkv': 'video/matroska',
  'theora.mkv': 'video/matroska',
  'mjpeg.avi': 'video/vnd.avi',
  'xvid.avi': 'video/vnd.avi',
  'sorenson.flv': 'video/x-flv',
  'stream.m2t': 'video/mp2t',
  'camera.MTS': 'video/mp2t',
  'broadcast.m2t': 'video/mp2t',
  'program.mpg': 'video/mp2p',
  'windows.wmv': 'video/x-ms-asf',
  'theora.ogv': 'video/ogg',
  'soundonly.mp4': 'video/mp4',
  'soundonly.mov': 'video/quicktime',
  'soundonly.webm': 'video/webm',
  'soundonly.mkv': 'video/matroska',
  'soundonly.avi': 'video/vnd.avi',
  'soundonly.flv': 'video/x-flv',
  'soundonly.mpg': 'video/mp2p',
  'soundonly.m2t': 'video/mp2t',
  'soundonly.MTS': 'video/mp2t',
  'sound.m4a': 'audio/x-m4a',
  'sound.opus': 'audio/ogg',
  'sound.ogg': 'audio/ogg',
  'tagged.mp3': 'audio/mpeg',
  'sound.flac': 'audio/flac',
  'sound.wma': 'audio/x-ms-asf',
  'sound.wav': 'audio/wav',
  'sound.aiff': 'audio/aiff',
  'photo.jpg': 'image/jpeg',
  'progressive.jpg': 'image/jpeg',
  'photo.png': 'image/png',
  'animated.png': 'image/apng',
  'still.gif': 'image/gif',
  'animated.gif': 'image/gif',
  'photo.webp': 'image/webp',
  'photo.heic': 'image/heic',
  'photo.avif': 'image/avif',
  'bitmap.bmp': 'image/bmp',
  'icon.ico': 'image/x-icon',
  'scan.tiff': null,
  'drawing.svg': 'application/xml',
  'page.html': 'text/html',
  'answer.json': null,
  'words.srt': 'application/x-subrip',
};
const hasSoundAlone = (name: string): boolean => name.startsWith('soundonly.');

const types: [string, ContentTypeCapabilities][] = [
  ['youtube', youtubeContentTypes.find(({ slug }) => slug === 'video')!],
  ['facebook', facebookContentTypes.find(({ slug }) => slug === 'image')!],
  ['facebook', facebookContentTypes.find(({ slug }) => slug === 'story')!],
];
/** The verdict that every judge has to come to. */
const fits = (name: string, type: ContentTypeCapabilities): boolean => {
  const format = formats[name] ?? null;
  const kind = format === null ? undefined : mediaKindOf(type, format);
  return kind !== undefined && !(kind === 'video' && hasSoundAlone(name));
};
const cases = Object.keys(formats).flatMap((name, row) =>
  part(types, row, types.length).map(
    ([platform, type]) => [`${name} as ${type.slug} of ${platform}`, platform, type, name] as const,
  ),
);

const source = use(async () => startMediaSource());
const app = use(async () => startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${source.port}`) }));
const callers = use(async () => {
  const youtube = await buildCaller(app, { credits: 10_000 });
  const facebook = await buildCaller(app, { credits: 10_000, connection: { platform: 'facebook' } });
  const of: Record<string, Caller> = { youtube, facebook };
  return { of, stop: async () => undefined };
});
const probing = use(async () => {
  const mediaProbe = openMediaProbe();
  return { mediaProbe, stop: async () => mediaProbe.close() };
});

/** The judgement of a transfer, before a byte goes to the platform. */
async function judgedByPublish(bytes: Buffer, type: ContentTypeCapabilities): Promise<{ refusal: string | null }> {
  const parts = { sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) };
  const transfer = {
    deps: { mediaStallMs: 60_000, mediaProbe: probing.mediaProbe, logger: pino({ level: 'silent' }) },
    run: {},
    assignment: { workspaceId: 'one' },
    origin: { parts: () => parts },
    type,
    item: 0,
    probed: null,
    controller: new AbortController(),
  } as unknown as Transfer;
  const identity = { etag: null, lastModified: null, sizeBytes: bytes.length };
  const opened = { identity, sizeBytes: bytes.length, body: Readable.from([bytes]) };
  try {
    return await streamJudged(transfer, opened, async () => ({ refusal: null }));
  } catch (error) {
    if (!(error instanceof PublishFailure && error.code === 'MEDIA_INVALID')) throw error;
    return { refusal: error.message };
  }
}

const payloadOf = (platform: string) => (platform === 'youtube' ? { title: 'T' } : {});

it('are all the files that there are', () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(formats).toSorted());
});

describe.each(cases)('%s', (_case, platform, type, name) => {
  const bytes = read(name);
  const format = formats[name] ?? null;
  const { slug } = type;
  const body = () => ({ connectionId: callers.of[platform]!.connectionId, type: slug, payload: payloadOf(platform) });

  it('has one verdict, by publish, validate, create and console', async () => {
    const { call } = callers.of[platform]!;
    const { refusal } = await judgedByPublish(bytes, type);
    expect(refusal === null).toBe(fits(name, type));

    const mediaUrl = source.serve({ bytes }).url;
    const { warnings, media } = (await call('POST', '/api/v1/assignments/validate', { body: { ...body(), mediaUrl } }))
      .body;
    expect(media.format).toBe(format);
    const isKnown = format === null || media.durationSeconds !== null || media.width !== null;
    const unfit = { mediaUrl: [expect.any(String)] };
    const fit = isKnown ? {} : { mediaUrl: ['does not tell its duration'] };
    expect(warnings).toEqual(fits(name, type) ? fit : unfit);

    const created = await call('POST', '/api/v1/assignments', {
      body: { ...body(), mediaUrl, mediaContentType: `${format ?? 'application/octet-stream'}; x=y` },
    });
    const isOfType = format !== null && mediaKindOf(type, format) !== undefined;
    expect([name, created.status]).toEqual([name, isOfType ? 201 : 400]);

    const offered = await call('GET', `/api/v1/platforms/${platform}/capabilities`);
    const rules = commonRules(offered.body.contentTypes.filter((one: { slug: string }) => one.slug === slug));
    const file = { type: (await formatOf(bytes.subarray(0, signatureBytes))) ?? '', size: bytes.length };
    expect(refusalOf(file, rules) === null).toBe(isOfType);
  });
});

describe.each(Object.keys(formats))('an upload session of %s', (name) => {
  const bytes = read(name);
  const format = formats[name] ?? null;
  const kind = format === null ? undefined : mediaKindIn(format);

  it('takes what a post may be made of, and create has the verdict of publish on it', async () => {
    const { call } = callers.of['youtube']!;
    const said = kind === undefined ? 'video/mp4' : format!;
    const uploader = uploaderFor(call);
    const session = await uploader.open({ mediaContentType: said, mediaSizeBytes: bytes.length });
    const { status } = await uploader.send(session, bytes);
    const isTaken = kind !== undefined && !hasSoundAlone(name);
    expect([name, status]).toEqual([name, isTaken ? 204 : 415]);
    if (!isTaken) return;
    const [platform, type] = types[0]!;
    const { connectionId } = callers.of[platform]!;
    const created = await call('POST', '/api/v1/assignments', {
      body: { connectionId, type: type.slug, payload: payloadOf(platform), mediaUrl: session.mediaUrl },
    });
    expect([name, created.status]).toEqual([name, fits(name, type) ? 201 : 400]);
  });
});
