import { fetchImage, judgeImage } from '../../../lib/media/image';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { failureOf } from '../../support/failureOf';
import { makeGif, makeJpeg, makePng } from '../../support/media/mediaFiles';
import { startMediaSource } from '../../support/servers/mediaSource';
import type { SourceAnswer } from '../../support/servers/mediaSource';
import { use } from '../../support/use';

const limits = { maxFileSizeBytes: 10_000, formats: ['image/jpeg', 'image/png'] };
const source = use(async () => startMediaSource());
const safeFetch = use(async () => createSafeFetch({ allow: parseOutboundAllow(`127.0.0.1:${source.port}`) }));

const fetchFrom = async (answer: SourceAnswer, deadlineMs = 5_000) =>
  fetchImage(safeFetch, source.serve(answer).url, limits, { deadlineMs });

it('reads a picture whole, and goes by its first bytes', async () => {
  const jpeg = makeJpeg(16, 9);
  expect(await fetchFrom({ bytes: jpeg })).toEqual({ bytes: jpeg, contentType: 'image/jpeg' });
  const png = makePng(16, 9);
  expect(await judgeImage(png, limits)).toEqual({ bytes: png, contentType: 'image/png' });
});

it.each<[string, SourceAnswer, object]>([
  ['is of another format', { bytes: makeGif(16, 9) }, { code: 'MEDIA_INVALID', transient: false }],
  ['is no picture', { bytes: Buffer.from('<!doctype html>') }, { code: 'MEDIA_INVALID', transient: false }],
  ['is empty', { bytes: Buffer.alloc(0) }, { code: 'MEDIA_INVALID', transient: false }],
  ['is too large by its size', { bytes: Buffer.alloc(10_001) }, { code: 'MEDIA_TOO_LARGE', transient: false }],
  [
    'is too large, and does not say so',
    { bytes: Buffer.alloc(1_000_000), announcedBytes: null },
    { code: 'MEDIA_TOO_LARGE', transient: false },
  ],
  ['is gone', { status: 404 }, { code: 'MEDIA_DOWNLOAD_FAILED', transient: false }],
  ['is down for now', { status: 503 }, { code: 'MEDIA_DOWNLOAD_FAILED', transient: true }],
  ['breaks off', { bytes: makePng(16, 9), cutAfterBytes: 20 }, { code: 'MEDIA_DOWNLOAD_FAILED', transient: true }],
])('refuses what %s', async (_what, answer, failure) => {
  expect(await failureOf(fetchFrom(answer))).toMatchObject(failure);
});

it('gives up a source that does not go on', async () => {
  const stalled = { bytes: makePng(16, 9), pauseAfterBytes: 20 };
  expect(await failureOf(fetchFrom(stalled, 200))).toMatchObject({ code: 'MEDIA_DOWNLOAD_FAILED', transient: true });
});

it('asks no address that is not public', async () => {
  const failure = await failureOf(fetchImage(safeFetch, 'http://127.0.0.1:1/a.png', limits, { deadlineMs: 1000 }));
  expect(failure).toMatchObject({ code: 'MEDIA_BLOCKED_ADDRESS', transient: false });
});
