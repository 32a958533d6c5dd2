import { checkPayload } from '../../domain/payload/payload';
import type { PayloadField, PayloadItem, PayloadPart } from '../../domain/payload/payload';
import { urlsOf } from '../../domain/payload/payloadUrls';

const described = { label: '', description: '' };
const part = (name: string, rules: Partial<PayloadPart>): PayloadPart => ({
  name,
  type: 'string',
  required: false,
  ...described,
  ...rules,
});
const item = (rules: Partial<PayloadItem>): PayloadItem => ({
  name: 'item',
  type: 'string',
  required: false,
  ...described,
  ...rules,
});
const list = (name: string, items: PayloadItem, maxItems: number): PayloadField => ({
  name,
  type: 'array',
  required: false,
  items,
  maxItems,
  ...described,
});

const language = part('language', { required: true, pattern: '^[a-z]{2}$', patternFault: 'must be two letters' });
const url = part('url', { required: true, format: 'url', takesUpload: true });
const parts = [
  language,
  url,
  part('name', { maxLength: 5 }),
  part('kind', { type: 'enum', options: ['plain', 'full'] }),
  part('isMain', { type: 'boolean' }),
  part('order', { type: 'integer' }),
  part('day', { format: 'date' }),
];
const captions = list('captions', item({ type: 'object', fields: parts }), 3);
const playlists = list(
  'playlists',
  item({
    type: 'object',
    hasOneField: true,
    fields: [part('id', { pattern: '^PL' }), part('name', { needsVisible: true })],
  }),
  2,
);
const words = list('words', item({ required: true, maxLength: 3 }), 3);
const notes = list('notes', item({ maxLength: 3 }), 3);
const fields = [captions, playlists, words, notes];

const good = { language: 'en', url: 'https://a.example/1.vtt' };
const full = { ...good, name: 'A\r\nB', kind: 'full', isMain: true, order: 3, day: '2024-02-29' };

it.each<[string, unknown, unknown?]>([
  ['captions', [good, full], [good, { ...full, name: 'A\nB' }]],
  ['captions', []],
  ['playlists', [{ id: 'PL1' }, { name: 'Walks' }]],
  ['words', ['a', 'b']],
  ['notes', ['', 'abc', '']],
])('%s takes %j', (name, given, kept = given) => {
  expect(checkPayload(fields, { [name]: given })).toEqual({ payload: { [name]: kept }, errors: {}, ignored: [] });
});

const objects = 'must be a list of objects';
const oneOf = 'must have exactly one of: id, name';
it.each<[string, unknown, ...string[]]>([
  ['captions', null, 'must not be null; leave it out instead'],
  ['captions', good, objects],
  ['captions', ['en'], objects],
  ['captions', [good, null], objects],
  ['captions', [[good]], objects],
  ['captions', Array.from({ length: 4 }, () => good), 'must have at most 3 items, has 4'],
  ['captions', [{}], 'item 1: language is required', 'item 1: url is required'],
  ['captions', [good, { ...good, language: 'eng' }], 'item 2: language must be two letters'],
  ['captions', [{ ...good, language: '' }], 'item 1: language must not be blank'],
  ['captions', [{ ...good, language: null }], 'item 1: language must not be null; leave it out instead'],
  ['captions', [{ ...good, url: 7 }], 'item 1: url must be a string'],
  ['captions', [{ ...good, name: '123456' }], 'item 1: name must have at most 5 characters, has 6'],
  ['captions', [{ ...good, name: { a: 1 } }], 'item 1: name must be a string'],
  ['captions', [{ ...good, kind: 'odd' }], 'item 1: kind must be one of: plain, full'],
  ['captions', [{ ...good, isMain: 'yes' }], 'item 1: isMain must be true or false'],
  ['captions', [{ ...good, order: 1.5 }], 'item 1: order must be a whole number'],
  ['captions', [{ ...good, day: '2023-02-29' }], 'item 1: day must be a day such as 2026-07-31'],
  ['captions', [{ ...good, day: '2024-02-29T00:00:00Z' }], 'item 1: day must be a day such as 2026-07-31'],
  ['playlists', [{}], `item 1: ${oneOf}`],
  ['playlists', [{ id: 'PL1' }, { id: 'PL1', name: 'Walks' }], `item 2: ${oneOf}`],
  ['playlists', [{ id: 'x' }], 'item 1: id must have the form ^PL'],
  ['playlists', [{ name: ' ' }], 'item 1: name must not be blank'],
  ['words', ['a', ''], 'item 2: must not be blank'],
  ['words', ['a', 'abcd'], 'item 2: must have at most 3 characters, has 4'],
  ['words', [{ a: 1 }], 'must be a list of strings'],
  ['notes', ['', 'abcd'], 'item 2: must have at most 3 characters, has 4'],
])('%s refuses %j', (name, given, ...faults) => {
  expect(checkPayload(fields, { [name]: given }).errors).toEqual({ [`payload.${name}`]: faults });
});

it.each([
  [{ words: ['a'], notes: ['x'] }, undefined],
  [{ words: ['a', 'b'], notes: ['x'] }, undefined],
  [{ notes: ['x'] }, undefined],
  [{ words: ['a'], notes: ['x', 'y'] }, ['must have at most as many items as words, which has 1; has 2']],
  [{ words: [''], notes: ['x', 'y'] }, undefined],
])('a list has at most as many items as the list that it is about: %j', (given, faults) => {
  const { payload, errors } = checkPayload([{ ...notes, atMostAsManyAs: 'words' }, words], given);
  expect(errors['payload.notes']).toEqual(faults);
  expect('notes' in payload).toBe(faults === undefined);
});

it('drops what no field of an object describes, and names its place', () => {
  const odd = JSON.parse('{"language":"en","url":"https://a.example/","colour":"red","__proto__":{"name":"N"}}');
  const check = checkPayload(fields, { captions: [good, odd], colour: 1 });
  expect(check).toEqual({
    payload: { captions: [good, { language: 'en', url: 'https://a.example/' }] },
    errors: {},
    ignored: ['colour', 'captions[1].colour', 'captions[1].__proto__'],
  });
});

it('finds the addresses of a payload, with their places', () => {
  const link: PayloadField = { name: 'link', type: 'string', required: false, format: 'url', ...described };
  const photos = list('photos', item({ format: 'url', takesUpload: true }), 9);
  const payload = { link: 'l', photos: ['p', 'q'], captions: [good, { ...good, url: 'v' }], words: ['w'] };
  expect(urlsOf([link, photos, ...fields], payload)).toEqual([
    { field: 'link', url: 'l', place: '', takesUpload: false },
    { field: 'photos', url: 'p', place: 'item 1: ', takesUpload: true },
    { field: 'photos', url: 'q', place: 'item 2: ', takesUpload: true },
    { field: 'captions', url: good.url, place: 'item 1: url ', takesUpload: true },
    { field: 'captions', url: 'v', place: 'item 2: url ', takesUpload: true },
  ]);
});
