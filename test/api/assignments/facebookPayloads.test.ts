import type { PayloadField } from '../../../domain/payload/payload';
import { facebookContentTypes } from '../../../platforms/facebook/capabilities';
import { startApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import { storeObject } from '../../support/runs/transfers';
import { use } from '../../support/use';

const app = use(async () => startApp());
const caller = use(async () => buildCaller(app, { credits: 1000, connection: { platform: 'facebook' } }));

const photos = (count: number) => Array.from({ length: count }, (_, nth) => `https://media.example/${nth}.jpg`);
const mediaUrl = 'https://media.example/one';
const loopback = 'http://127.0.0.1/private';
const cjk = '漢'.repeat(63_206);

type Request = Record<string, unknown>;
/** A good request of each type, and faults of its payload: each with the field that the answer names. */
const types: Record<string, { good: Request; faults: [string, Request, string][] }> = {
  text: {
    good: { payload: { message: cjk } },
    faults: [
      ['no message', {}, 'payload.message'],
      ['a blank message', { message: ' \n' }, 'payload.message'],
      ['a message that is too long', { message: `${cjk}漢` }, 'payload.message'],
      ['a message that is a number', { message: 1 }, 'payload.message'],
      ['a message that is null', { message: null }, 'payload.message'],
    ],
  },
  link: {
    good: { payload: { link: 'https://example.com/a', message: 'M' } },
    faults: [
      ['no link', { message: 'M' }, 'payload.link'],
      ['a link to this machine', { link: loopback }, 'payload.link'],
      ['a link that is no address', { link: 'example.com' }, 'payload.link'],
      ['a link with a password', { link: 'https://a:b@example.com/' }, 'payload.link'],
      ['a link of another protocol', { link: 'javascript:alert(1)' }, 'payload.link'],
    ],
  },
  carousel: {
    good: { payload: { mediaUrls: photos(10), message: 'M' } },
    faults: [
      ['no photos', { message: 'M' }, 'payload.mediaUrls'],
      ['one photo', { mediaUrls: photos(1) }, 'payload.mediaUrls'],
      ['eleven photos', { mediaUrls: photos(11) }, 'payload.mediaUrls'],
      ['a photo on this machine', { mediaUrls: [...photos(2), loopback] }, 'payload.mediaUrls'],
      ['a list of other things', { mediaUrls: [1, 2] }, 'payload.mediaUrls'],
      ['a text in place of a list', { mediaUrls: photos(2).join() }, 'payload.mediaUrls'],
    ],
  },
  image: {
    good: { mediaUrl, mediaContentType: 'image/png', mediaSizeBytes: 4_194_304, payload: {} },
    faults: [['a message that is too long', { message: `${cjk}漢` }, 'payload.message']],
  },
  video: {
    good: { mediaUrl, payload: { title: 'T', description: 'D' } },
    faults: [
      ['a title that is too long', { title: 't'.repeat(256) }, 'payload.title'],
      ['a description that is a list', { description: ['D'] }, 'payload.description'],
    ],
  },
  reel: {
    good: { mediaUrl, payload: { description: 'd'.repeat(2200) } },
    faults: [['a description that is too long', { description: 'd'.repeat(2201) }, 'payload.description']],
  },
  story: { good: { mediaUrl, mediaContentType: 'image/jpeg', payload: {} }, faults: [] },
};

const create = async (type: string, overrides: Request = {}) =>
  caller.call('POST', '/api/v1/assignments', {
    body: {
      connectionId: caller.connectionId,
      type,
      scheduledAt: '2026-12-31T00:00:00Z',
      ...types[type]!.good,
      ...overrides,
    },
  });

describe.each(Object.keys(types))('a %s on Facebook', (type) => {
  const { faults, good } = types[type]!;

  it('is taken as its platform describes it', async () => {
    expect(await create(type)).toMatchObject({ status: 201, body: { type, platform: 'facebook' } });
  });

  if (faults.length > 0) {
    it.each(faults)('is refused with %s, by create and by PATCH alike', async (_what, payload, field) => {
      const created = await create(type, { payload });
      expect(created).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
      expect(Object.keys(created.body.details)).toEqual([field]);

      const name = field.replace('payload.', '');
      if (!(name in payload)) return;
      const { id } = (await create(type)).body;
      const body = { payload: { [name]: payload[name] } };
      const patched = await caller.call('PATCH', `/api/v1/assignments/${id}`, { body });
      expect(patched).toMatchObject({ status: 400, body: { details: created.body.details } });
      expect((await caller.call('GET', `/api/v1/assignments/${id}`)).body.payload).toEqual(good['payload']);
    });
  }
});

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const strange = [1, true, {}, [], ['a', 1], null];
/** Values that no field of this description takes. */
const wrongFor = ({ type, required, maxLength }: PayloadField): unknown[] => [
  ...(type === 'array'
    ? [...strange.filter((value) => required || !isEmptyList(value)), 'a text']
    : [...strange, ['a text']]),
  ...(required ? ['', ' \n'] : []),
  ...(maxLength === undefined ? [] : ['漢'.repeat(maxLength + 1)]),
];
const wrongs = facebookContentTypes.flatMap(({ slug, payloadFields }) =>
  payloadFields.flatMap((field) => wrongFor(field).map((value) => ({ slug, field: field.name, value }))),
);

it.each(wrongs.map((one) => ({ ...one, shown: JSON.stringify(one.value).slice(0, 20) })))(
  'a $slug is refused whose $field is $shown, with that field alone',
  async ({ slug, field, value }) => {
    const payload = { ...(types[slug]!.good['payload'] as object), [field]: value };
    const answer = await create(slug, { payload });
    expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual([`payload.${field}`]);
  },
);

it.each(['Text', 'TEXT', 'text ', 'tеxt', 'ｔext', '', 'short', 1, null])(
  'a type that only looks like one of Facebook is refused: %j',
  async (type) => {
    const answer = await create('text', { type });
    expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual(['type']);
  },
);

it.each([
  ['image', 'image/gif', 'a GIF'],
  ['image', 'image/heic', 'a HEIC'],
  ['image', 'video/mp4', 'a video'],
  ['story', 'image/gif', 'a GIF'],
  ['reel', 'image/jpeg', 'a photo'],
])('an %s is refused with media of the type %s: %s', async (type, mediaContentType) => {
  const answer = await create(type, { mediaContentType });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.details)).toEqual(['mediaContentType']);
});

it('a photo of a story may have 4 MB, and a video of one 1 GB', async () => {
  const sized = async (mediaContentType: string, mediaSizeBytes: number) =>
    (await create('story', { mediaContentType, mediaSizeBytes })).status;
  expect(await sized('image/jpeg', 4_194_304)).toBe(201);
  expect(await sized('image/jpeg', 4_194_305)).toBe(400);
  expect(await sized('video/mp4', 1_073_741_824)).toBe(201);
  expect(await sized('video/mp4', 1_073_741_825)).toBe(400);
});

it('a field that names media can be changed before the upload begins, and later is refused with that reason', async () => {
  const { id } = (await create('carousel')).body;
  const patch = async (mediaUrls: string[]) =>
    caller.call('PATCH', `/api/v1/assignments/${id}`, { body: { payload: { mediaUrls } } });
  expect(await patch(photos(3))).toMatchObject({ status: 200, body: { payload: { mediaUrls: photos(3) } } });
  await app.database.query(`UPDATE assignments SET status = 'uploaded' WHERE id = $1`, [id]);
  const late = await patch(photos(4));
  expect(late).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  expect(late.body.message).toContain('media cannot be changed');
  expect((await patch(photos(3))).status).toBe(200);
});

it('other media replace what a run before a retry has brought to the platform', async () => {
  const { id } = (await create('carousel')).body;
  const assignment = { assignmentId: id, generation: 1 };
  await app.database.query(`UPDATE assignments SET status = 'uploading' WHERE id = $1`, [id]);
  await storeObject({ ...assignment, item: 0 }, 'photo-1');
  await app.database.query(`UPDATE assignments SET status = 'pending' WHERE id = $1`, [id]);
  const after = async (payload: object) => {
    await caller.call('PATCH', `/api/v1/assignments/${id}`, { body: { payload } });
    return app.database.query('SELECT cleanup FROM assignments WHERE id = $1', [id]);
  };
  expect(await after({ message: 'Other words alone' })).toEqual([{ cleanup: 'none' }]);
  expect(await after({ mediaUrls: photos(4) })).toEqual([{ cleanup: 'due' }]);
});
