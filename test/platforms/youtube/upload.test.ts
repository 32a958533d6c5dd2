import { setTimeout as sleep } from 'node:timers/promises';
import { publisherFor } from '../../../platforms/index';
import type { Call } from '../../../platforms/Call';
import type { MediaPart } from '../../../platforms/Upload';
import { createYouTube } from '../../../platforms/youtube/index';
import { failureOf } from '../../support/failureOf';
import { piecesOf, videoBytes } from '../../support/media/media';
import { resumable } from '../../support/media/resumable';
import { openYouTubeChannel, useYouTube, youtubeSettings } from '../../support/platforms/youtube';

const unitBytes = 256 * 1024;
const blockBytes = 16 * unitBytes;
const payload = { title: 'A title', privacy: 'public', tags: ['a'], madeForKids: true };
const uploads = '/upload/youtube/v3/videos';

describe('the upload of YouTube', () => {
  const channel = useYouTube();

  const open = (sizeBytes: number | null) =>
    channel.upload.open(channel.call, payload, { contentType: 'video/mp4', sizeBytes });
  const ask = (session: string, sizeBytes: number | null) => channel.upload.ask(channel.call, session, sizeBytes);
  const send = (session: string, part: Pick<MediaPart, 'body'> & Partial<MediaPart>, signal = channel.call.signal) =>
    channel.upload.send({ ...channel.call, signal }, session, {
      contentType: 'video/mp4',
      sizeBytes: null,
      offset: 0,
      ...part,
    });
  const rangesSent = async () => {
    const puts = (await channel.calls()).filter(({ method, bytes }) => method === 'PUT' && bytes > 0);
    return puts.map(({ contentRange }) => contentRange);
  };

  it('makes a private video of one streamed request, whatever privacy the payload asks for', async () => {
    const bytes = videoBytes(1_000_003);
    const session = await open(bytes.length);
    expect(await ask(session, bytes.length)).toEqual({ kind: 'open', nextOffset: 0 });
    expect(await channel.videos()).toEqual([]);
    const state = await send(session, { sizeBytes: bytes.length, body: piecesOf(bytes) });
    const [video] = await channel.videos();
    expect(state).toEqual({ kind: 'complete', objectId: video?.id });
    expect(video).toMatchObject({
      contentType: 'video/mp4',
      snippet: { title: 'A title', tags: ['a'] },
      status: { privacyStatus: 'private', selfDeclaredMadeForKids: true },
    });
    expect(await rangesSent()).toEqual(['bytes 0-1000002/1000003']);
    expect((await channel.mediaOf(video!.id)).equals(bytes)).toBe(true);
  });

  it('goes on where a cut connection ended, at the byte that YouTube names', async () => {
    const bytes = videoBytes(9_000_000);
    const session = await open(bytes.length);
    await channel.fault({ method: 'PUT', path: uploads }, { cutAfterBytes: 700_000 });
    expect(await failureOf(send(session, { sizeBytes: bytes.length, body: piecesOf(bytes) }))).toMatchObject({
      code: 'UPLOAD_FAILED',
      transient: true,
    });
    expect(await ask(session, bytes.length)).toEqual({ kind: 'open', nextOffset: 2 * unitBytes });
    const rest = piecesOf(bytes, 2 * unitBytes);
    const state = await send(session, { sizeBytes: bytes.length, offset: 2 * unitBytes, body: rest });
    expect(state).toMatchObject({ kind: 'complete' });
    expect(await rangesSent()).toEqual(['bytes 0-8999999/9000000', 'bytes 524288-8999999/9000000']);
    const { objectId } = state as { objectId: string };
    expect((await channel.mediaOf(objectId)).equals(bytes)).toBe(true);
  });

  it('finds by asking the video whose last answer was lost, and a repeated end makes no second one', async () => {
    const before = (await channel.videos()).length;
    const bytes = videoBytes(300_000);
    const session = await open(bytes.length);
    await channel.fault({ method: 'PUT', path: uploads }, { loseAnswer: true });
    const lost = await failureOf(send(session, { sizeBytes: bytes.length, body: piecesOf(bytes) }));
    expect(lost).toMatchObject({ code: 'UPLOAD_FAILED', transient: true });
    const state = await ask(session, bytes.length);
    expect(state).toMatchObject({ kind: 'complete' });
    expect(await ask(session, null)).toEqual(state);
    expect(await send(session, { sizeBytes: bytes.length, offset: bytes.length, body: piecesOf(bytes) })).toEqual(
      state,
    );
    expect(await channel.videos()).toHaveLength(before + 1);
  });

  describe('by a process that slept through its lease while it was connecting', () => {
    const bytes = videoBytes(300_000);
    const media = { contentType: 'video/mp4', sizeBytes: bytes.length };
    /** The adapter is a new one: it has no connection yet. */
    const asleep = async (change: (by: ReturnType<typeof resumable>, late: Call) => Promise<unknown>) => {
      const upload = resumable(publisherFor(createYouTube(youtubeSettings(channel.url)), 'video'));
      const wakesAtMs = performance.now() + 60;
      const changing = change(upload, { ...channel.call, notAfterMs: wakesAtMs - 30 });
      while (performance.now() < wakesAtMs);
      const failure = await failureOf(changing);
      expect(failure).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
      expect(failure.message).toContain('so it was not made');
    };

    it('opens no session', async () => {
      await asleep(async (upload, late) => upload.open(late, payload, media));
      expect(await channel.calls()).toEqual([]);
    });

    it.each([
      ['known', bytes.length],
      ['unknown', null],
    ])('sends no byte of media whose length is %s', async (_name, sizeBytes) => {
      const session = await open(sizeBytes);
      await channel.forget();
      const part = { ...media, sizeBytes, offset: 0 };
      await asleep(async (upload, late) => upload.send(late, session, { ...part, body: piecesOf(bytes) }));
      expect(await channel.calls()).toEqual([]);
      expect(await ask(session, sizeBytes)).toEqual({ kind: 'open', nextOffset: 0 });
    });

    it('does not end media of which YouTube has every byte', async () => {
      const session = await open(null);
      const block = videoBytes(blockBytes);
      const broken = new Error('the source broke');
      async function* breaking() {
        yield* piecesOf(block);
        yield Buffer.from('more');
        throw broken;
      }
      await expect(send(session, { body: breaking() })).rejects.toBe(broken);
      await channel.forget();
      const part = { contentType: 'video/mp4', sizeBytes: null, offset: blockBytes, body: piecesOf(Buffer.alloc(0)) };
      await asleep(async (upload, late) => upload.send(late, session, part));
      expect(await channel.calls()).toEqual([]);
      expect(await ask(session, null)).toEqual({ kind: 'open', nextOffset: blockBytes });
    });
  });

  it.each([404, 410, 499])('says that a session is gone when YouTube answers %i', async (status) => {
    const session = await open(300_000);
    await channel.fault({ method: 'PUT', path: uploads, times: 2 }, { status });
    expect(await ask(session, 300_000)).toEqual({ kind: 'gone' });
    expect(await send(session, { sizeBytes: 300_000, body: piecesOf(videoBytes(300_000)) })).toEqual({ kind: 'gone' });
  });

  it.each([
    ['less than a block', 300_000, ['bytes 0-299999/300000']],
    ['exactly two blocks', 2 * blockBytes, ['bytes 0-4194303/*', 'bytes 4194304-8388607/8388608']],
    ['a block and a byte', blockBytes + 1, ['bytes 0-4194303/*', 'bytes 4194304-4194304/4194305']],
  ])('sends media of unknown length in blocks: %s', async (_name, sizeBytes, ranges) => {
    const bytes = videoBytes(sizeBytes);
    const state = await send(await open(null), { body: piecesOf(bytes) });
    expect(state).toMatchObject({ kind: 'complete' });
    expect(await rangesSent()).toEqual(ranges);
    const { objectId } = state as { objectId: string };
    expect((await channel.mediaOf(objectId)).equals(bytes)).toBe(true);
  });

  it('ends media of unknown length of which YouTube already has every byte', async () => {
    const bytes = videoBytes(blockBytes);
    const session = await open(null);
    const interrupted = new Error('the source broke');
    async function* breaking() {
      yield* piecesOf(bytes);
      yield Buffer.from('more');
      throw interrupted;
    }
    await expect(send(session, { body: breaking() })).rejects.toBe(interrupted);
    expect(await ask(session, null)).toEqual({ kind: 'open', nextOffset: blockBytes });
    const state = await send(session, { offset: blockBytes, body: piecesOf(Buffer.alloc(0)) });
    expect(state).toMatchObject({ kind: 'complete' });
    expect((await channel.calls()).at(-1)).toMatchObject({ contentRange: `bytes */${blockBytes}`, bytes: 0 });
  });

  it('refuses empty media', async () => {
    const expected = { code: 'MEDIA_INVALID', transient: false };
    expect(await failureOf(open(0))).toMatchObject(expected);
    expect(await failureOf(send(await open(null), { body: piecesOf(Buffer.alloc(0)) }))).toMatchObject(expected);
  });

  it.each([
    ['ends early', 299_999],
    ['has more bytes than announced', 300_001],
  ])('makes no video of a source that %s', async (_name, givenBytes) => {
    const before = (await channel.videos()).length;
    const session = await open(300_000);
    const failure = await failureOf(send(session, { sizeBytes: 300_000, body: piecesOf(videoBytes(givenBytes)) }));
    expect(failure).toMatchObject({ code: 'MEDIA_DOWNLOAD_FAILED', transient: true });
    expect(await ask(session, 300_000)).toMatchObject({ kind: 'open' });
    expect(await channel.videos()).toHaveLength(before);
  });

  it("rethrows the source's own error as it is", async () => {
    const own = new Error('the source broke');
    async function* breaking() {
      yield videoBytes(100_000);
      throw own;
    }
    await expect(send(await open(300_000), { sizeBytes: 300_000, body: breaking() })).rejects.toBe(own);
    await expect(send(await open(null), { body: breaking() })).rejects.toBe(own);
  });

  it('ends at once when the caller gives up, with the reason as it is, and closes the source', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    let close: () => void;
    const closed = new Promise<void>((resolve) => (close = resolve));
    async function* endless() {
      try {
        for (;;) {
          yield videoBytes(64 * 1024);
          await sleep(5);
          if (!controller.signal.aborted) setTimeout(() => controller.abort(reason), 20);
        }
      } finally {
        close();
      }
    }
    const sending = send(await open(1e9), { sizeBytes: 1e9, body: endless() }, controller.signal);
    await expect(sending).rejects.toBe(reason);
    await closed;
  });

  it('ends at once while it waits for a source that says nothing', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    async function* silent() {
      yield videoBytes(64 * 1024);
      setTimeout(() => controller.abort(reason), 20);
      await new Promise(() => {});
    }
    const sending = send(await open(1e9), { sizeBytes: 1e9, body: silent() }, controller.signal);
    await expect(sending).rejects.toBe(reason);
  });
});

it('gives an upload up when YouTube does not answer after the last byte', async () => {
  const channel = await openYouTubeChannel({ mediaMs: 300 });
  const bytes = videoBytes(300_000);
  const media = { contentType: 'video/mp4', sizeBytes: bytes.length, offset: 0 };
  const session = await channel.upload.open(channel.call, payload, media);
  await channel.fault({ method: 'PUT', path: uploads }, { hang: true });
  const sending = channel.upload.send(channel.call, session, { ...media, body: piecesOf(bytes) });
  expect(await failureOf(sending)).toMatchObject({ code: 'UPLOAD_FAILED', transient: true });
  await channel.stop();
});
