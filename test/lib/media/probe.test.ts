import { onlyFormat } from '../../../domain/media';
import { Unreadable } from '../../../lib/media/MediaSource';
import type { MediaSource } from '../../../lib/media/MediaSource';
import { makeFilm, makeGif, makeJpeg, makePng, makeWebp, sampleFilm } from '../../support/media/mediaFiles';
import type { Container } from '../../support/media/mediaFiles';
import { openMediaProbe } from '../../support/media/mediaProbe';
import { use } from '../../support/use';

const probing = use(async () => {
  const mediaProbe = openMediaProbe();
  return { ...mediaProbe, stop: mediaProbe.close };
});

interface CountedSource extends MediaSource {
  reads: [number, number][];
  readBytes: () => number;
}

/** A file in memory; `sizeBytes` may claim more than it has: the rest is zeros. */
function sourceOf(bytes: Buffer, sizeBytes = bytes.length): CountedSource {
  const reads: [number, number][] = [];
  return {
    sizeBytes,
    reads,
    readBytes: () => reads.reduce((sum, [start, end]) => sum + end - start, 0),
    read: async (start, end) => {
      reads.push([start, end]);
      const piece = Buffer.alloc(end - start);
      bytes.copy(piece, 0, start, end);
      return piece;
    },
  };
}

const probe = async (source: MediaSource, withFrameRate = true) =>
  probing.probe(source, { withFrameRate, workspaceId: 'one' });
const mib = 1024 * 1024;

const video = { width: 320, height: 180, rotationDegrees: 0, frameRate: 25, audioCodec: null, hasPictures: true };

describe('a video', () => {
  it.each<[Container, string, string]>([
    ['mp4', 'video/mp4', 'avc'],
    ['mov', 'video/quicktime', 'avc'],
    ['webm', 'video/webm', 'vp9'],
    ['mkv', 'video/matroska', 'vp9'],
  ])('tells its duration, codec, dimensions and frame rate: %s', async (container, format, videoCodec) => {
    const facts = { ...video, format, videoCodec, durationSeconds: 2 };
    expect(await probe(sourceOf(await makeFilm({ container })))).toEqual({ kind: 'known', facts });
  });

  it('that FFmpeg made tells all of it, and the codec of its sound', async () => {
    expect(await probe(sourceOf(sampleFilm()))).toEqual({
      kind: 'known',
      facts: {
        format: 'video/mp4',
        durationSeconds: 5,
        width: 480,
        height: 270,
        rotationDegrees: 0,
        frameRate: 25,
        videoCodec: 'avc',
        audioCodec: 'aac',
        hasPictures: true,
      },
    });
  });

  it('that is turned tells the dimensions that are shown', async () => {
    expect(await probe(sourceOf(await makeFilm({ rotation: 90 })))).toMatchObject({
      facts: { width: 180, height: 320, rotationDegrees: 90 },
    });
  });

  it.each(['first', 'last', 'fragmented'] as const)('is read in few pieces, its index %s', async (index) => {
    const source = sourceOf(await makeFilm({ index, seconds: 60, pictureBytes: 20_000 }));

    expect(source.sizeBytes).toBeGreaterThan(25 * mib);
    expect(await probe(source, false)).toMatchObject({ facts: { durationSeconds: 60, frameRate: null } });
    expect(source.reads.length).toBeLessThan(6);
    expect(source.readBytes()).toBeLessThan(0.5 * mib);
  });
});

describe('an image', () => {
  const [width, height] = [1080, 1350];
  const image = {
    hasPictures: null,
    durationSeconds: null,
    frameRate: null,
    videoCodec: null,
    audioCodec: null,
    rotationDegrees: 0,
  };

  it.each([
    ['image/png', makePng(width, height)],
    ['image/gif', makeGif(width, height)],
    ['image/webp', makeWebp(width, height)],
    ['image/jpeg', makeJpeg(width, height)],
    ['image/jpeg', makeJpeg(width, height, { profileBytes: 300_000 })],
  ])('tells its dimensions: %s', async (format, bytes) => {
    expect(await probe(sourceOf(bytes))).toEqual({ kind: 'known', facts: { ...image, format, width, height } });
  });

  it('that is turned tells the dimensions that are shown', async () => {
    expect(await probe(sourceOf(makeJpeg(width, height, { orientation: 6 })))).toMatchObject({
      facts: { width: height, height: width, rotationDegrees: 90 },
    });
  });
});

describe('media that tell nothing', () => {
  it.each([
    ['a broken image', makePng(1, 1).subarray(0, 17), 'image/png'],
    ['a web page', Buffer.from('<!doctype html>'.repeat(50)), 'text/html'],
  ])('are known by their format alone: %s', async (_what, bytes, format) => {
    expect(await probe(sourceOf(bytes))).toEqual({ kind: 'known', facts: onlyFormat(format) });
  });

  it('are known by their format where they are a film without an index', async () => {
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0', 'latin1'), Buffer.alloc(500)]);
    expect(await probe(sourceOf(bytes))).toMatchObject({
      facts: { format: 'video/mp4', durationSeconds: null, width: null, videoCodec: null },
    });
  });

  it.each([
    ['no known format', Buffer.from('Hello. '.repeat(50))],
    ['nothing', Buffer.alloc(0)],
  ])('are said to be of no format that can be read: %s', async (_what, bytes) => {
    expect(await probe(sourceOf(bytes))).toEqual({ kind: 'unknown', reason: 'its format is not one that can be read' });
  });

  it('are given up where more than 8 MiB would have to be read', async () => {
    const bytes = Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0\x10\0\0\0moov', 'latin1');
    const source = sourceOf(bytes, 300 * mib);
    expect(await probe(source)).toEqual({ kind: 'unknown', reason: 'more than 8 MiB of it would have to be read' });
    expect(source.readBytes()).toBeLessThanOrEqual(8 * mib);
  });

  it('are given up where the source does not give their bytes', async () => {
    const read = async () => Promise.reject(new Unreadable('its server is down'));
    expect(await probe({ sizeBytes: 5000, read })).toMatchObject({ kind: 'unknown', reason: 'its server is down' });
  });

  it('are given up when the caller gives them up, whatever the source does', async () => {
    const read = async () => new Promise<never>(() => undefined);
    const options = { withFrameRate: true, workspaceId: 'one', signal: AbortSignal.timeout(50) };
    expect(await probing.probe({ sizeBytes: 5000, read }, options)).toMatchObject({
      reason: 'it could not be read within the limits of time and memory',
    });
  });
});

it('tells what it knows where the rest would take more than 8 MiB', async () => {
  const film = await makeFilm({ container: 'mkv', seconds: 2, pictureBytes: 400_000 });
  const source = sourceOf(film);
  expect(await probe(source)).toMatchObject({ kind: 'known', facts: { durationSeconds: 2, frameRate: null } });
  expect(source.readBytes()).toBeLessThanOrEqual(8 * mib);
});
