import type { ContentType } from '../../../domain/assignment';
import { createFacebook } from '../../../platforms/facebook/index';
import { sealSession } from '../../../platforms/facebook/sessions';
import { publisherFor } from '../../../platforms/index';
import type { Call } from '../../../platforms/Call';
import type { ResumableUpload } from '../../../platforms/Upload';
import { failureOf } from '../../support/failureOf';
import { unlimited } from '../../support/platforms/quota';
import { facebookSettings } from '../../support/platforms/facebook';
import { until } from '../../support/until';
import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { piecesOf, videoBytes } from '../../support/media/media';
import { resumable } from '../../support/media/resumable';

const sandbox = useFacebookSandbox();
const chunkBytes = 96 * 1024;
const bytes = videoBytes(250_000);
const media = { contentType: 'video/mp4', sizeBytes: bytes.length };

/** The upload of a page's post of this type, with faults of the host that takes its bytes. */
async function openUpload(type: ContentType) {
  await sandbox.change({ chunkBytes });
  const { accessToken, channelId } = await sandbox.page();
  const upload: ResumableUpload = resumable(publisherFor(createFacebook(facebookSettings(sandbox.url)), type));
  const call: Call = {
    accessToken,
    channelId,
    spend: unlimited,
    signal: new AbortController().signal,
    notAfterMs: Infinity,
  };
  const session = await upload.open(call, {}, media);
  return {
    upload,
    call,
    session,
    ask: async () => upload.ask(call, session, bytes.length),
    send: async (offset = 0, until = bytes.length) =>
      upload.send(call, session, { ...media, offset, body: piecesOf(bytes.subarray(0, until), offset) }),
    strike: async (action: object, times = 1) => {
      const path = type === 'video' ? '/v27.0/*/videos' : '/video-upload/v27.0/*';
      const query = type === 'video' ? { query: 'upload_phase=transfer' } : {};
      await sandbox.control('POST', '/faults', { on: { method: 'POST', path, ...query, times }, do: action });
    },
  };
}

/** Every byte that the sandbox has of the page's only video is the source's byte. */
async function expectWhole(): Promise<void> {
  const [video, ...others] = (await sandbox.facebookState()).videos;
  expect(others).toEqual([]);
  expect(video).toMatchObject({ sizeBytes: bytes.length, uploadedAt: expect.any(String) });
  const stored = await fetch(`${sandbox.url}/facebook/media/${video.id}`);
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
}

describe('the chunked upload of a video', () => {
  const graphError = (error: object) => ({ status: 400, body: { error: { type: 'OAuthException', ...error } } });

  it.each<[string, unknown]>([
    ['as numbers', { start_offset: 49_152, end_offset: 147_456 }],
    ['as strings', { start_offset: '49152', end_offset: '147456' }],
    ['in a text', JSON.stringify({ start_offset: 49_152, end_offset: 147_456 })],
  ])('goes on at the range that a refusal for a wrong offset names, %s', async (_form, error_data) => {
    const { send, strike } = await openUpload('video');
    await strike(graphError({ code: 6000, error_subcode: 1363037, message: 'Wrong offset', error_data }));
    expect(await send()).toEqual({ kind: 'open', nextOffset: 49_152 });
  });

  it('is corrected by Facebook where it begins at a wrong offset, and is then whole', async () => {
    const { send } = await openUpload('video');
    expect(await send(50_000)).toEqual({ kind: 'open', nextOffset: 0 });
    expect((await send(0)).kind).toBe('complete');
    await expectWhole();
  });

  it('fails for now where a refusal for a wrong offset names no range', async () => {
    const { send, strike } = await openUpload('video');
    await strike(graphError({ code: 6000, error_subcode: 1363037, message: 'Wrong offset' }));
    expect(await failureOf(send())).toMatchObject({ code: 'UPLOAD_FAILED', transient: true });
  });

  it.each([6000, 100])('is gone once Facebook has ended its session: subcode 1363041 of code %i', async (code) => {
    const { send, strike } = await openUpload('video');
    await strike(graphError({ code, error_subcode: 1363041, message: 'The session has expired' }));
    expect(await send()).toEqual({ kind: 'gone' });
  });

  it('does not take a refusal that comes with HTTP 200 for the range of the next chunk', async () => {
    const { send, strike } = await openUpload('video');
    const error = { code: 6000, error_subcode: 1363024, message: 'Unsupported format' };
    await strike({ ...graphError(error), status: 200 });
    expect(await failureOf(send())).toMatchObject({ code: 'MEDIA_INVALID', transient: false });
  });

  it.each(['recorded', 'documented'])(
    'goes on behind the bytes that Facebook has, reported in %s words',
    async (words) => {
      await sandbox.change({ statusWords: words });
      const { send, ask } = await openUpload('video');
      await send(0, chunkBytes).catch(() => undefined);
      const state = await ask();
      expect(state).toEqual({ kind: 'open', nextOffset: chunkBytes });
      expect((await send(chunkBytes)).kind).toBe('complete');
      await expectWhole();
    },
  );
});

describe('the upload of a reel in one request', () => {
  const refusal = (type: string, retriable: boolean, status: number) => ({
    status,
    body: { debug_info: { retriable, type, message: 'In its own words' } },
  });

  it.each([200, 400])('asks where to go on after a wrong offset or a part, with HTTP %i', async (status) => {
    const { send, strike } = await openUpload('reel');
    for (const type of ['OffsetInvalidError', 'PartialRequestError']) {
      await strike(refusal(type, false, status));
      expect([type, await send()]).toEqual([type, { kind: 'open', nextOffset: 0 }]);
    }
    expect((await send()).kind).toBe('complete');
    await expectWhole();
  });

  it.each([200, 400])('is corrected by Facebook where it begins at a wrong offset, with HTTP %i', async (status) => {
    await sandbox.change({ ruploadErrorStatus: status });
    const { send } = await openUpload('reel');
    expect(await send(50_000)).toEqual({ kind: 'open', nextOffset: 0 });
    expect((await send()).kind).toBe('complete');
    await expectWhole();
  });

  it.each([
    ['for good', 200, false, 'MEDIA_INVALID'],
    ['for good', 400, false, 'MEDIA_INVALID'],
    ['for now', 200, true, 'UPLOAD_FAILED'],
    ['for now', 400, true, 'UPLOAD_FAILED'],
  ])('fails %s as the host of uploads says, with HTTP %i', async (_how, status, retriable, code) => {
    const { send, strike } = await openUpload('reel');
    await strike(refusal('ProcessingFailedError', retriable, status));
    const failure = await failureOf(send());
    expect(failure).toMatchObject({ code, transient: retriable });
    expect(failure.message).toContain('"ProcessingFailedError: In its own words"');
  });

  it('goes by an error of the Graph API that comes with HTTP 200', async () => {
    const { send, strike } = await openUpload('reel');
    await strike({ status: 200, body: { error: { code: 190, error_subcode: 463, message: 'Session has expired' } } });
    expect(await failureOf(send())).toMatchObject({ code: 'TOKEN_EXPIRED', tokenRefused: true });
  });

  it.each(['recorded', 'documented'])(
    'goes on behind the bytes that Facebook has, reported in %s words',
    async (words) => {
      await sandbox.change({ statusWords: words });
      const { send, ask, strike } = await openUpload('reel');
      await strike({ cutAfterBytes: 120_000 });
      expect(await failureOf(send())).toMatchObject({ transient: true });
      // The platform has written the bytes down a moment after the connection was cut.
      const nextOffset = await until(async () => {
        const state = await ask();
        return state.kind === 'open' && state.nextOffset > 0 && state.nextOffset;
      });
      expect((await send(nextOffset)).kind).toBe('complete');
      await expectWhole();
    },
  );

  it.each([
    'https://rupload.facebook.com.evil.example/video-upload/1',
    'http://127.0.0.1:1/video-upload/1',
    'nonsense',
  ])('sends neither a byte nor the token to another host than that of the settings: %s', async (upload_url) => {
    const { upload, call } = await openUpload('reel');
    const on = { method: 'POST', path: '/v27.0/*/video_reels' };
    await sandbox.control('POST', '/faults', { on, do: { status: 200, body: { video_id: '7', upload_url } } });
    expect(await failureOf(upload.open(call, {}, media))).toMatchObject({ code: 'INTERNAL', transient: false });
    const session = sealSession({ videoId: '7', uploadUrl: upload_url });
    const part = { ...media, offset: 0, body: piecesOf(bytes) };
    const failure = await failureOf(upload.send(call, session, part));
    expect(failure).toMatchObject({ code: 'INTERNAL', transient: false });
    expect(failure.message).not.toContain(call.accessToken);
  });
});
