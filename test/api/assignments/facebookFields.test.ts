import type { PayloadField } from '../../../domain/payload/payload';
import { facebookContentTypes } from '../../../platforms/facebook/capabilities';
import { startApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import { use } from '../../support/use';

const app = use(async () => startApp());
const caller = use(async () => buildCaller(app, { credits: 1000, connection: { platform: 'facebook' } }));

const mediaUrl = 'https://media.example/one';
const photos = ['https://media.example/1', 'https://media.example/2'];
const goodValues: Record<string, unknown> = {
  message: 'M',
  link: 'https://example.com/a',
  mediaUrls: photos,
  altTexts: ['A', ''],
  countries: ['DE'],
};
/** Cyrillic letters in place of Latin ones, a full-width colon, a slash that is none. */
const lookAlikeUrls = [
  'httрs://example.com/a',
  'https：//example.com/a',
  'https:⁄⁄example.com/a',
  'https//example.com',
];

const cyrillic: Record<string, string> = { a: 'а', e: 'е', i: 'і', o: 'о' };

/** Values that do not fit a field, made from its description: the name of the fault, and the value. */
function faultsOf(field: PayloadField): [string, unknown][] {
  const { type, required, minItems = 0, maxItems = 0 } = field;
  const { maxLength, format } = field.items ?? field;
  const wrongTypes: unknown[] = [
    0,
    1.5,
    true,
    null,
    {},
    [[]],
    ...(type === 'array' ? ['', photos.join()] : [[], ['M']]),
  ];
  const asItem = (value: string): unknown => (type === 'array' ? [...photos, value] : value);
  return [
    ...wrongTypes.map((value): [string, unknown] => [`wrong type ${JSON.stringify(value)}`, value]),
    ...(maxLength === undefined
      ? []
      : [['one character too many', asItem('漢'.repeat(maxLength + 1))] as [string, unknown]]),
    ...(required || format === 'url'
      ? ['', ' ', '\n\t'].map((text) => [`blank ${JSON.stringify(text)}`, asItem(text)])
      : []),
    ...(format === 'url' ? lookAlikeUrls.map((url) => [`look-alike ${url}`, asItem(url)]) : []),
    ...(format === 'url' ? [['another protocol', asItem('ftp://example.com/a')]] : []),
    ...(type === 'array' && minItems > 0
      ? [
          [`fewer than ${minItems}`, photos.slice(0, minItems - 1)],
          ['none', []],
        ]
      : []),
    ...(type === 'array' ? [[`more than ${maxItems}`, Array.from({ length: maxItems + 1 }, () => mediaUrl)]] : []),
    ...(type === 'string'
      ? [
          ['half a character', 'a\ud800b'],
          ['a NUL character', 'a\0b'],
        ]
      : []),
  ] as [string, unknown][];
}

const fields = facebookContentTypes.flatMap(({ slug, payloadFields }) =>
  (payloadFields as readonly PayloadField[]).map((field) => [slug, field] as const),
);
const goodPayload = (type: string): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(([slug, { name }]) => (slug === type ? [[name, goodValues[name] ?? 'T'] as const] : [])),
  );
const hasMediaUrl = (type: string) => !['text', 'link', 'carousel'].includes(type);
const create = async (type: string, payload: unknown) =>
  caller.call('POST', '/api/v1/assignments', {
    body: {
      connectionId: caller.connectionId,
      type,
      scheduledAt: '2026-12-31T00:00:00Z',
      payload,
      ...(hasMediaUrl(type) && { mediaUrl }),
    },
  });

describe.each(fields.map(([type, field]) => [type, field.name, field] as const))('%s: %s', (type, name, field) => {
  it('is taken where it fits', async () => {
    expect((await create(type, goodPayload(type))).status).toBe(201);
  });

  it.each(faultsOf(field))('is refused by its name: %s', async (_what, value) => {
    const { status, body } = await create(type, { ...goodPayload(type), [name]: value });
    expect([status, body.error, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', [`payload.${name}`]]);
  });

  it.each([name.toUpperCase(), ` ${name}`, name.replace(/[aeio]/, (letter) => cyrillic[letter] ?? letter)])(
    'is not found under a look-alike of its name: %j',
    async (lookAlike) => {
      const { [name]: value, ...others } = goodPayload(type);
      const { status, body } = await create(type, { ...others, [lookAlike]: value });
      const expected = field.required ? [400, [`payload.${name}`]] : [201, []];
      expect([status, Object.keys(body.details ?? {})]).toEqual(expected);
    },
  );
});

it.each(['Reel', 'REEL', 'rееl', 'reel ', 'ｒｅｅｌ', 'short', '', 7, null, ['reel']])(
  'a type that only looks like one of Facebook is refused: %j',
  async (type) => {
    const { status, body } = await create(type as string, { description: 'D' });
    expect([status, Object.keys(body.details)]).toEqual([400, ['type']]);
  },
);
