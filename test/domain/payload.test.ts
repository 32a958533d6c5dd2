import { checkPayload } from '../../domain/payload/payload';
import type { PayloadField, PayloadItem } from '../../domain/payload/payload';

const title: PayloadField = {
  name: 'title',
  label: '',
  type: 'string',
  required: true,
  maxLength: 10,
  description: '',
};
const note: PayloadField = { name: 'note', label: '', type: 'string', required: false, maxLength: 5, description: '' };
const privacy: PayloadField = {
  name: 'privacy',
  label: '',
  type: 'enum',
  required: false,
  default: 'private',
  options: ['public', 'unlisted', 'private'],
  description: '',
};
const tags: PayloadField = { name: 'tags', label: '', type: 'array', required: false, default: [], description: '' };
const tag: PayloadItem = { name: 'tag', label: '', type: 'string', required: true, description: '' };
const kids: PayloadField = {
  name: 'kids',
  label: '',
  type: 'boolean',
  required: false,
  default: false,
  description: '',
};
const count: PayloadField = { name: 'count', label: '', type: 'integer', required: false, description: '' };

/** Texts of characters of which alone a reader sees nothing. */
const unseen = [
  ' ',
  '\n\t',
  '\u00a0\u2003',
  '\u3000',
  '\u2028',
  '\u1680',
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\u200e',
  '\u061c',
  '\u034f',
  '\ufe0f',
  '\u{e0100}',
  '\u{e0067}',
  '\u3164',
  '\uffa0',
  '\u115f',
  '\u17b4',
  '\u180e',
  '\u2800',
  '\ufffc',
  '\u{1d159}',
  '\u{13441}',
  '\u0301',
  '\u0300\u0301',
  '\u20dd',
  '\u093e',
  ' \u0301\u200b\u3164',
];

const fieldsOfEachType = [title, note, privacy, tags, kids, count];
const check = (input: Record<string, unknown>) => checkPayload(fieldsOfEachType, input);
const errorsOf = (input: Record<string, unknown>) => check({ title: 'T', ...input }).errors;

describe('checkPayload', () => {
  it('gives back the listed fields as they were sent', () => {
    const payload = { title: 'T', note: 'N', privacy: 'public', tags: ['a', 'b c'], kids: true, count: 3 };
    expect(check(payload)).toEqual({ payload, errors: {}, ignored: [] });
  });

  it('fills in defaults, and leaves out what has none', () => {
    expect(check({ title: 'T' }).payload).toEqual({ title: 'T', privacy: 'private', tags: [], kids: false });
  });

  it('drops fields that no descriptor lists, without an error', () => {
    const { payload, errors, ignored } = check({ title: 'T', colour: 'red', Title: 'x' });
    expect(Object.keys(payload)).toEqual(['title', 'privacy', 'tags', 'kids']);
    expect(errors).toEqual({});
    expect(ignored).toEqual(['colour', 'Title']);
  });

  it('names every wrong field as payload.<name>, all at once', () => {
    expect(Object.keys(check({ privacy: 'secret', count: 'x' }).errors)).toEqual([
      'payload.title',
      'payload.privacy',
      'payload.count',
    ]);
  });

  it('refuses a missing required field', () => {
    expect(check({}).errors).toEqual({ 'payload.title': ['is required'] });
  });

  it.each(fieldsOfEachType)('refuses null for $name', ({ name }) => {
    const { errors } = check({ title: 'T', [name]: null });
    expect(errors[`payload.${name}`]).toEqual([expect.stringContaining('null')]);
  });

  it.each(['', ' ', '\t\n', '\u00a0\u2003', '\ufeff'])('refuses the blank required string %j', (blank) => {
    expect(errorsOf({ title: blank })).toEqual({ 'payload.title': ['must not be blank'] });
  });

  it('takes an optional string that is empty', () => {
    expect(check({ title: 'T', note: '' })).toMatchObject({ payload: { note: '' }, errors: {} });
  });

  it('counts lengths in Unicode code points', () => {
    expect(errorsOf({ title: '😀'.repeat(10) })).toEqual({});
    expect(errorsOf({ title: '😀'.repeat(11) })).toEqual({
      'payload.title': ['must have at most 10 characters, has 11'],
    });
    expect(errorsOf({ note: '12345' })).toEqual({});
    expect(Object.keys(errorsOf({ note: '123456' }))).toEqual(['payload.note']);
  });

  it('refuses text that no database can store: NUL and halves of a character', () => {
    for (const text of ['a\0b', '\ud800', 'a\udc00', '\udc00\ud800']) {
      expect(Object.keys(errorsOf({ note: text }))).toEqual(['payload.note']);
      expect(Object.keys(errorsOf({ tags: [text] }))).toEqual(['payload.tags']);
    }
    expect(errorsOf({ note: '😀', tags: ['😀'] })).toEqual({});
  });

  it('counts and keeps one kind of line end, LF, in text and in each item of a list', () => {
    const { payload, errors } = check({ title: 'a\r\nb\rc\n\r\nd\t', tags: ['a\r\nb', 'c\r'] });
    expect(errors).toEqual({});
    expect(payload).toMatchObject({ title: 'a\nb\nc\n\nd\t', tags: ['a\nb', 'c\n'] });
    expect(errorsOf({ note: '1\r\n3\r\n5' })).toEqual({});
  });

  it('refuses every other control, and no other character', () => {
    const codes = Array.from({ length: 0x300 }, (_, code) => code);
    const refused = codes.filter((code) => {
      const text = `a${String.fromCodePoint(code)}b`;
      const faults = Object.keys(errorsOf({ note: text, tags: [text] }));
      expect([[], ['payload.note', 'payload.tags']]).toContainEqual(faults);
      return faults.length > 0;
    });
    const isControl = (code: number) => (code < 0x20 && ![9, 10, 13].includes(code)) || (code >= 0x7f && code <= 0x9f);
    expect(refused).toEqual(codes.filter(isControl));
  });

  it.each(['a\u200db', '👩‍👧', '❤\ufe0f', '\u200fא', 'e\u0301', '\u{1f3f4}\u{e0067}\u{e007f}'])(
    'keeps %j as it is',
    (text) => {
      expect(check({ title: text }).payload).toMatchObject({ title: text });
    },
  );

  it.each(unseen)('refuses a text in which nothing can be seen: %j', (text) => {
    const optional: PayloadField = { ...note, name: 'subtitle', needsVisible: true, maxLength: 99 };
    const faults = checkPayload([title, optional, { ...tags, items: tag }], {
      title: text,
      subtitle: text,
      tags: ['a', text],
    }).errors;
    expect(Object.keys(faults)).toEqual(['payload.title', 'payload.subtitle', 'payload.tags']);
    expect(errorsOf({ title: `${text}a` })).toEqual({});
  });

  it('takes as many items of a list as its field says', () => {
    const pair: PayloadField = { ...tags, minItems: 2, maxItems: 3 };
    const faultsOf = (items: string[]) => checkPayload([pair], { tags: items }).errors;
    for (const items of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ])
      expect(faultsOf(items)).toEqual({});
    expect(faultsOf(['a'])).toEqual({ 'payload.tags': ['must have at least 2 items, has 1'] });
    expect(faultsOf(['a', 'b', 'c', 'd'])).toEqual({ 'payload.tags': ['must have at most 3 items, has 4'] });
  });

  it('takes only the options of an enum, in their case', () => {
    for (const option of ['public', 'unlisted', 'private']) expect(errorsOf({ privacy: option })).toEqual({});
    for (const other of ['PUBLIC', '', 'public ', 'constructor', 1, ['public']]) {
      expect(errorsOf({ privacy: other })).toEqual({
        'payload.privacy': ['must be one of: public, unlisted, private'],
      });
    }
  });

  const wrongTypes: [string, unknown[]][] = [
    ['note', [1, true, [], {}, ['x']]],
    ['privacy', [1, true, [], {}]],
    ['tags', ['a', 1, {}, [1], ['a', null], [['a']], { length: 1, 0: 'a' }]],
    ['kids', ['true', 0, 1, [], {}]],
    ['count', ['1', 1.5, true, [], {}, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]],
  ];
  it.each(wrongTypes)('refuses a wrong type for %s', (name, values) => {
    for (const value of values) expect(Object.keys(errorsOf({ [name]: value }))).toEqual([`payload.${name}`]);
  });

  it('reads own fields only, never what an object inherits', () => {
    const inherited = Object.create({ title: 'inherited' }) as Record<string, unknown>;
    expect(check(inherited).errors).toEqual({ 'payload.title': ['is required'] });
    const toString: PayloadField = { name: 'toString', label: '', type: 'string', required: true, description: '' };
    expect(checkPayload([toString], {}).errors).toEqual({ 'payload.toString': ['is required'] });
  });

  it('treats __proto__ in a body as any other unknown field', () => {
    const body = JSON.parse('{"title":"T","__proto__":{"note":"N","privacy":"public"}}') as Record<string, unknown>;
    const { payload, ignored } = check(body);
    expect(payload).toEqual({ title: 'T', privacy: 'private', tags: [], kids: false });
    expect(ignored).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
  });
});
