import * as fc from 'fast-check';
import { checkPayload } from '../../../domain/payload/payload';
import { youtubeContentTypes } from '../../../platforms/youtube/capabilities';
import { createYouTube } from '../../../platforms/youtube/index';
import { youtubeSettings } from '../../support/platforms/youtube';

const { publishers } = createYouTube(youtubeSettings('http://127.0.0.1:1'));
const fields = youtubeContentTypes[0]?.payloadFields ?? [];
const check = (payload: Record<string, unknown>) => checkPayload(fields, { title: 'A title', ...payload }).errors;

const withoutBrackets = { pattern: '^[^<>]*$', patternFault: 'must not contain "<" or ">", which YouTube refuses' };

describe('the capabilities of YouTube', () => {
  it("are those of the spec's Limits table and contract.md §11", () => {
    expect(youtubeContentTypes.map(({ slug, name, media }) => [slug, name, media])).toEqual([
      ['video', 'Video', { video: { maxFileSizeBytes: 274877906944, maxDurationSeconds: 43200 } }],
      [
        'short',
        'Short',
        {
          video: {
            maxFileSizeBytes: 1073741824,
            maxDurationSeconds: 180,
            recommended: { aspect: { min: 0, max: 1, words: 'a vertical or square picture' } },
          },
        },
      ],
    ]);
    for (const { payloadFields } of youtubeContentTypes) {
      const fixed = payloadFields.filter(({ editableAfterPublish }) => !editableAfterPublish);
      expect(fixed.map(({ name }) => name)).toEqual(['notifySubscribers']);
      const bare = { label: undefined, description: undefined, editableAfterPublish: undefined };
      const own = payloadFields.filter(({ name }) => !['playlists', 'firstComment', 'captions'].includes(name));
      expect(own.map((field) => ({ ...field, ...bare }))).toEqual([
        { name: 'title', type: 'string', required: true, maxLength: 100, needsVisible: true, ...withoutBrackets },
        {
          name: 'description',
          type: 'string',
          required: false,
          maxLength: 5000,
          maxBytes: 5000,
          isMultiline: true,
          ...withoutBrackets,
        },
        {
          name: 'privacy',
          type: 'enum',
          required: false,
          default: 'private',
          options: ['public', 'unlisted', 'private'],
        },
        {
          name: 'tags',
          type: 'array',
          required: false,
          default: [],
          items: {
            name: 'tag',
            label: 'Tag',
            type: 'string',
            required: true,
            ...withoutBrackets,
            description: expect.any(String),
          },
          maxTotalLength: 500,
        },
        {
          name: 'categoryId',
          pickedFrom: 'categories',
          type: 'string',
          required: false,
          pattern: String.raw`^\d+$`,
          patternFault: expect.any(String),
        },
        { name: 'madeForKids', type: 'boolean', required: false, default: false },
        { name: 'thumbnailUrl', type: 'string', required: false, format: 'url', takesUpload: true, maxLength: 8192 },
        {
          name: 'playlistId',
          pickedFrom: 'playlists',
          type: 'string',
          required: false,
          pattern: String.raw`^[\w-]{2,64}$`,
          patternFault: expect.any(String),
        },
        { name: 'containsSyntheticMedia', type: 'boolean', required: false },
        { name: 'hasPaidPromotion', type: 'boolean', required: false },
        {
          name: 'defaultLanguage',
          type: 'string',
          required: false,
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
          patternFault: expect.any(String),
        },
        { name: 'license', type: 'enum', required: false, options: ['youtube', 'creativeCommon'] },
        { name: 'embeddable', type: 'boolean', required: false },
        { name: 'publicStatsViewable', type: 'boolean', required: false },
        { name: 'recordingDate', type: 'string', required: false, format: 'date' },
        { name: 'notifySubscribers', type: 'boolean', required: false, fixedWithUpload: true },
      ]);
    }
  });
});

/** The faults of the fields, and of fields that do not go together. */
function faultsIn(given: object): object {
  const { payloadFields, faultsOf } = youtubeContentTypes[0]!;
  const { payload, errors } = checkPayload(payloadFields, { title: 'T', ...given });
  return { ...errors, ...faultsOf?.(payload) };
}

describe('the extras of YouTube', () => {
  const url = 'https://media.example/en.vtt';
  const once = (words: string) => [expect.stringMatching(words)];

  it.each<[object, object]>([
    [{ playlists: [{ id: 'PL0123456789' }, { name: 'Walks' }] }, {}],
    [{ playlists: [{ name: 'Walks' }, { name: 'walks' }] }, { 'payload.playlists': once('each playlist once') }],
    [{ playlistId: 'PL1', playlists: [{ id: 'PL1' }] }, { 'payload.playlists': once('none that playlistId names') }],
    [
      {
        captions: [
          { language: 'en', url },
          { language: 'pt-BR', url, name: 'Brasil' },
        ],
      },
      {},
    ],
    [
      {
        captions: [
          { language: 'en', url },
          { language: 'EN', url },
        ],
      },
      { 'payload.captions': once('each language once') },
    ],
    [
      { captions: Array.from({ length: 21 }, () => ({ language: 'en', url })) },
      { 'payload.captions': once('at most 20') },
    ],
    [{ captions: [{ language: 'english', url }] }, { 'payload.captions': once('BCP 47') }],
    [{ captions: [{ url }] }, { 'payload.captions': once('language') }],
    [{ firstComment: 'x'.repeat(10_001) }, { 'payload.firstComment': once('10000') }],
    [{ firstComment: 'First!', madeForKids: true }, { 'payload.firstComment': once('made for kids') }],
  ])('%j', (payload, faults) => {
    expect(faultsIn(payload)).toEqual(faults);
  });
});

describe('the payload of YouTube', () => {
  it('is fine at its limits', () => {
    const tags = ['a'.repeat(99), 'b'.repeat(99), 'c'.repeat(99), 'd'.repeat(99), 'e'.repeat(100)];
    expect(check({ description: 'é'.repeat(2500), tags, categoryId: '22' })).toEqual({});
  });

  it.each(['<', '>'])('has no %s in title, description and tags', (bracket) => {
    const fault = 'must not contain "<" or ">", which YouTube refuses';
    expect(check({ title: `a ${bracket} b`, description: bracket, tags: ['a', `b${bracket}`] })).toEqual({
      'payload.title': [fault],
      'payload.description': [fault],
      'payload.tags': [`item 2: ${fault}`],
    });
  });

  it('has a description of at most 5000 bytes, not characters', () => {
    expect(check({ description: 'é'.repeat(2501) })).toEqual({
      'payload.description': ['must have at most 5000 bytes in UTF-8, has 5002 (letters beyond ASCII take 2 to 4)'],
    });
  });

  it.each([
    [['x'.repeat(500)], null],
    [['x'.repeat(501)], 501],
    [['x'.repeat(250), 'y'.repeat(250)], 501],
    [[`${'x'.repeat(249)} ${'y'.repeat(248)}`], null],
    [[`${'x'.repeat(249)} ${'y'.repeat(249)}`], 501],
    [['🎬'.repeat(500)], null],
  ])('has tags of at most 500 characters, counted as YouTube counts (%#)', (tags, counted) => {
    const expected = `must have at most 500 characters together, has ${counted} (counted: all of them, a comma between two, and 2 for each with a space)`;
    expect(check({ tags })).toEqual(counted === null ? {} : { 'payload.tags': [expected] });
  });

  it('has no blank tag', () => {
    expect(check({ tags: ['a', ' '] })).toEqual({ 'payload.tags': ['item 2: must not be blank'] });
  });

  it.each(['', 'music', '1.5', '-1'])('has a categoryId in digits, not "%s"', (categoryId) => {
    expect(check({ categoryId })).toEqual({ 'payload.categoryId': ['must be a number written in digits'] });
  });

  it.each([...publishers.keys()])('has no blank title: %s', (type) => {
    const { errors } = checkPayload(publishers.get(type)!.capabilities.payloadFields, { title: '  ' });
    expect(errors).toEqual({ 'payload.title': ['must not be blank'] });
  });

  it.each([...publishers.keys()])('names no media: those of a %s are at the mediaUrl of the assignment', (type) => {
    const { mediaUrls } = publishers.get(type)!;
    const payload = { title: 'A title', mediaUrl: 'https://media.example/other' };
    expect(mediaUrls({ mediaUrl: 'https://media.example/one', payload })).toEqual(['https://media.example/one']);
    expect(mediaUrls({ mediaUrl: null, payload })).toEqual([]);
  });

  it('is judged without an error, whatever it is', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
    const payloads = fc.dictionary(fc.constantFrom('title', 'description', 'tags', 'categoryId', 'privacy'), value);
    fc.assert(
      fc.property(payloads, (payload) => {
        for (const [name, faults] of Object.entries(check(payload))) {
          expect(name).toMatch(/^payload\./);
          expect(faults.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
