import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import { startApp } from '../../../support/callers/app';
import { buildCaller } from '../../../support/callers/caller';
import type { Caller } from '../../../support/callers/caller';
import { makeFilm, makeGif, makePng } from '../../../support/media/mediaFiles';
import { startMediaSource } from '../../../support/servers/mediaSource';
import { useServer } from '../../../support/servers/server';
import { uploaderFor } from '../../../support/callers/uploads';
import { until } from '../../../support/until';
import { use } from '../../../support/use';
import { servePart } from '../servePart';

const png = makePng(640, 480);
const media = use(async () => startMediaSource());
let open = 0;
let mostOpen = 0;
const atOnce = 3;
/** Answers when as many ask at the same time as may, and so late that one more would be seen. */
const slow = useServer(async (request, response) => {
  open += 1;
  mostOpen = Math.max(mostOpen, open);
  response.once('close', () => (open -= 1));
  await until(() => mostOpen >= atOnce);
  setTimeout(() => servePart(png, request, response), 30);
});

const app = use(async () =>
  startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${media.port},127.0.0.1:${slow.port}`) }),
);
const facebook = use(async () => buildCaller(app, { credits: 100, connection: { platform: 'facebook' } }));
const youtube = use(async () => buildCaller(app, { credits: 100 }));

const validate = async ({ call, connectionId }: Caller, request: object) =>
  (await call('POST', '/api/v1/assignments/validate', { body: { connectionId, ...request } })).body;
const carousel = async (mediaUrls: string[]) => validate(facebook, { type: 'carousel', payload: { mediaUrls } });
describe('the media of a carousel', () => {
  it('are each looked at, in their order', async () => {
    const sizes = [100, 200, 300, 400, 500];
    const body = await carousel(sizes.map((width) => media.serve({ bytes: makePng(width, 50) }).url));

    expect(body).toMatchObject({ valid: true, errors: {}, warnings: {} });
    expect(body.media).toBeUndefined();
    expect(body.mediaItems).toMatchObject(sizes.map((width) => ({ reachable: true, format: 'image/png', width })));
  });

  it('are warned of by their place', async () => {
    const large = media.serve({ bytes: Buffer.concat([png, Buffer.alloc(4_194_304)]) }).url;
    const body = await carousel([
      media.serve({ bytes: png }).url,
      media.serve({ status: 404 }).url,
      media.serve({ bytes: await makeFilm() }).url,
      large,
    ]);

    expect(body.warnings['payload.mediaUrls']).toEqual([
      'item 2: answered 404 instead of the media',
      expect.stringMatching(/^item 3: format is video\/mp4; a carousel needs /),
      expect.stringMatching(/^item 4: has \d+ bytes; the type carousel takes at most 4194304$/),
    ]);
    expect(body.mediaItems.map(({ reachable }: { reachable: boolean }) => reachable)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('are read three at a time, whatever their number', async () => {
    expect((await carousel(Array.from({ length: 9 }, (_, nth) => `${slow.url}/${nth}.png`))).mediaItems).toHaveLength(
      9,
    );
    expect(mostOpen).toBe(atOnce);
  });

  it('that were uploaded are looked at in their store', async () => {
    const uploads = [await uploaded(png, 'image/png'), await uploaded(png, 'image/png')];
    const body = await carousel(uploads);

    expect(body).toMatchObject({ valid: true, warnings: {}, mediaItems: [{ width: 640 }, { width: 640 }] });
  });

  it('are not looked at where the request is refused', async () => {
    const source = media.serve({ bytes: png });
    const body = await carousel([source.url]);

    expect(body).toMatchObject({
      valid: false,
      errors: { 'payload.mediaUrls': ['must have at least 2 items, has 1'] },
    });
    expect([body.mediaItems, source.requests]).toEqual([undefined, []]);
  });
});

describe('a thumbnail', () => {
  const withThumbnail = async (thumbnailUrl: string) =>
    validate(youtube, {
      type: 'video',
      mediaUrl: media.serve({ bytes: await makeFilm() }).url,
      payload: { title: 'T', thumbnailUrl },
    });

  it('that can be set is no warning', async () => {
    expect(await withThumbnail(media.serve({ bytes: png }).url)).toMatchObject({ valid: true, warnings: {} });
    expect(await withThumbnail(await uploaded(png, 'image/png', youtube))).toMatchObject({ valid: true, warnings: {} });
  });

  it.each([
    [
      'is not there',
      () => media.serve({ status: 404 }).url,
      'answered 404 instead of the image. Make sure that it can be downloaded, then retry.',
    ],
    [
      'is no JPEG or PNG',
      () => media.serve({ bytes: makeGif(16, 9) }).url,
      'format is image/gif; must be image/jpeg or image/png. Send another picture.',
    ],
    [
      'is too large',
      () => media.serve({ bytes: Buffer.alloc(52_428_801) }).url,
      'has more than 52428800 bytes. Send a smaller picture.',
    ],
  ])('that %s is warned of', async (_what, url, warning) => {
    expect(await withThumbnail(url())).toMatchObject({
      valid: true,
      warnings: { 'payload.thumbnailUrl': [warning] },
      media: { reachable: true },
    });
  });

  it('that was uploaded and cannot be set is refused, as by create', async () => {
    const gif = await uploaded(makeGif(16, 9), 'image/gif', youtube);
    const fault = ['format is image/gif; must be image/jpeg or image/png'];
    expect(await withThumbnail(gif)).toMatchObject({ valid: false, errors: { 'payload.thumbnailUrl': fault } });
    const created = await youtube.create({ payload: { title: 'T', thumbnailUrl: gif } });
    expect([created.status, created.body.details]).toEqual([400, { 'payload.thumbnailUrl': fault }]);
  });
});

it('keeps the file of an uploaded thumbnail for the assignment, until an edit names another', async () => {
  const upload = await uploaderFor(youtube.call).upload({ bytes: png, mediaContentType: 'image/png' });
  const { body } = await youtube.create({ payload: { title: 'T', thumbnailUrl: upload.mediaUrl } });
  const uses = async () =>
    app.database.query('SELECT upload_session_id AS id FROM upload_uses WHERE assignment_id = $1', [body.id]);
  expect(await uses()).toEqual([{ id: upload.id }]);
  const change = { payload: { thumbnailUrl: media.serve({ bytes: png }).url } };
  expect((await youtube.call('PATCH', `/api/v1/assignments/${body.id}`, { body: change })).status).toBe(200);
  expect(await uses()).toEqual([]);
});

async function uploaded(bytes: Buffer, mediaContentType: string, { call }: Caller = facebook): Promise<string> {
  return (await uploaderFor(call).upload({ bytes, mediaContentType })).mediaUrl;
}
