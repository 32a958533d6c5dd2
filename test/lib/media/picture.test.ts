import { withPictureAt } from '../../../lib/media/picture';
import type { Picture } from '../../../lib/media/picture';
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

const { signal } = new AbortController();

async function whole({ body, ...picture }: Picture): Promise<object> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { ...picture, bytes: Buffer.concat(chunks) };
}

const fetchFrom = async (answer: SourceAnswer, silenceMs = 5_000) =>
  withPictureAt(safeFetch, source.serve(answer).url, limits, { signal, silenceMs }, whole);

it('reads a picture whole, and goes by its first bytes', async () => {
  const jpeg = makeJpeg(16, 9);
  const sizeBytes = jpeg.length;
  expect(await fetchFrom({ bytes: jpeg })).toEqual({ bytes: jpeg, sizeBytes, contentType: 'image/jpeg' });
  const png = Buffer.concat([makePng(16, 9), Buffer.alloc(9000)]);
  const unsized = { bytes: png, sizeBytes: null, contentType: 'image/png' };
  expect(await fetchFrom({ bytes: png, announcedBytes: null })).toEqual(unsized);
});

it.each<[string, SourceAnswer, object]>([
  ['is of another format', { bytes: makeGif(16, 9) }, { code: 'MEDIA_INVALID', transient: false }],
  ['is no picture', { bytes: Buffer.from('<!doctype html>') }, { code: 'MEDIA_INVALID', transient: false }],
  ['is empty', { bytes: Buffer.alloc(0) }, { code: 'MEDIA_INVALID', transient: false }],
  ['is too large by its size', { bytes: Buffer.alloc(10_001) }, { code: 'MEDIA_TOO_LARGE', transient: false }],
  [
    'is too large, and does not say so',
    { bytes: Buffer.concat([makePng(16, 9), Buffer.alloc(1_000_000)]), announcedBytes: null },
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
  const time = { signal, silenceMs: 1000 };
  const failure = await failureOf(withPictureAt(safeFetch, 'http://127.0.0.1:1/a.png', limits, time, whole));
  expect(failure).toMatchObject({ code: 'MEDIA_BLOCKED_ADDRESS', transient: false });
});

it('reads no further than its reader does, whose waits do not count as silence', async () => {
  const bytes = Buffer.concat([makePng(16, 9), Buffer.alloc(9000)]);
  const slowly = async ({ body }: Picture): Promise<number> => {
    let sizeBytes = 0;
    for await (const chunk of body) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      sizeBytes += chunk.length;
    }
    return sizeBytes;
  };
  const time = { signal, silenceMs: 100 };
  expect(await withPictureAt(safeFetch, source.serve({ bytes }).url, limits, time, slowly)).toBe(bytes.length);
});

it('passes on what its reader throws', async () => {
  const fault = new Error('the reader has failed');
  const throws = async () => {
    throw fault;
  };
  const { url } = source.serve({ bytes: makePng(16, 9) });
  await expect(withPictureAt(safeFetch, url, limits, { signal, silenceMs: 1000 }, throws)).rejects.toBe(fault);
});
