import { Readable } from 'node:stream';
import { streamJudged } from '../../../activities/media/stream';
import type { Transfer } from '../../../activities/media/transfer';
import { pino } from 'pino';
import { photoBytes, piecesOf, videoBytes } from '../../support/media/media';
import { openMediaProbe } from '../../support/media/mediaProbe';

const logger = pino({ level: 'silent' });
const probe = openMediaProbe(logger);
afterAll(async () => probe.close());

const limits = (maxFileSizeBytes: number) => ({ maxFileSizeBytes, maxDurationSeconds: null });
const type = { media: { image: limits(10_000), video: limits(50_000) } };

/** Transfers media for the type, and counts the sent bytes. */
async function transfer(bytes: Buffer, sizeBytes: number | null): Promise<{ contentType: string; sentBytes: number }> {
  const controller = new AbortController();
  const origin = {
    parts: () => ({ sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) }),
  };
  const deps = { mediaStallMs: 60_000, mediaProbe: probe, logger };
  const given = { deps, type, controller, origin, assignment: {} } as unknown as Transfer;
  const source = {
    identity: { etag: null, lastModified: null, sizeBytes },
    sizeBytes,
    body: Readable.from(piecesOf(bytes, 0, 1000)),
  };
  return streamJudged(given, source, async ({ flow: { body }, contentType }) => {
    let sentBytes = 0;
    for await (const piece of body) sentBytes += piece.length;
    return { contentType, sentBytes };
  });
}

describe('media of a type that takes photos and videos', () => {
  const tooLarge = (sizeBytesMax: number) => ({
    code: 'MEDIA_TOO_LARGE',
    message: `The media is larger than the ${sizeBytesMax} bytes that its type may have. Send a smaller file.`,
  });

  it.each([true, false])('may be as large as its own kind, whether its size is known or not: %s', async (isKnown) => {
    const [photo, video] = [photoBytes(10_000), videoBytes(50_000)];
    expect(await transfer(photo, isKnown ? photo.length : null)).toEqual({
      contentType: 'image/jpeg',
      sentBytes: 10_000,
    });
    expect(await transfer(video, isKnown ? video.length : null)).toEqual({
      contentType: 'video/mp4',
      sentBytes: 50_000,
    });
  });

  it.each([true, false])(
    'may not be larger, though another kind may, whether its size is known or not: %s',
    async (isKnown) => {
      const [photo, video] = [photoBytes(10_001), videoBytes(50_001)];
      await expect(transfer(photo, isKnown ? photo.length : null)).rejects.toMatchObject(tooLarge(10_000));
      await expect(transfer(video, isKnown ? video.length : null)).rejects.toMatchObject(tooLarge(50_000));
    },
  );
});
