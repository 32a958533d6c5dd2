import * as fc from 'fast-check';
import { mergePayload } from '../../api/assignments/edit/mergePayload';
import { judgeRules } from '../../api/assignments/rules';
import { ApiError } from '../../api/http/errors';
import type { Payload } from '../../domain/payload/payload';
import type { Assignment } from '../../models/assignments/Assignment';
import { createYouTube } from '../../platforms/youtube';
import { runs } from '../support/counts';
import { youtubeSettings } from '../support/platforms/youtube';

const nowhere = 'http://127.0.0.1:9';
const youtube = createYouTube(youtubeSettings(nowhere));

/** Characters of every length, with all that is counted or refused by itself. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'Z', '0', ' ', ',', '"', 'é', 'ß', '€', '漢', '😀', '👩‍👧', 'e\u0301') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<',
      '>',
      '\n',
      '\t',
      '\0',
      '\ud83d',
      '\udc00',
      '\u00a0',
      '\u2028',
      '\u0085',
      '\r',
      '\r\n',
      '\u200b',
      '\u3164',
      '\u0301',
    ),
  },
);
const mild = fc.constantFrom('a', 'b', ' ', 'é', '漢', '😀');
const text = fc.string({ unit: character, maxLength: 12 });
/** `size` of it is just below, at, or just above `limit`. */
const near = (limit: number, size: (text: string) => number): fc.Arbitrary<string> =>
  fc.tuple(fc.string({ unit: mild, maxLength: 60 }), fc.integer({ min: -3, max: 3 })).map(([start, more]) => {
    return start + 'x'.repeat(Math.max(0, limit + more - size(start)));
  });

const signs = (given: string): string[] => Array.from(given);
const points = (given: string): number => signs(given).length;
const bytes = (given: string): number => new TextEncoder().encode(given).length;
/** As YouTube writes them into one field: with commas, and with quotation marks around a tag that has a space. */
const asField = (tags: readonly string[]): string => tags.map((tag) => (/ /.test(tag) ? `"${tag}"` : tag)).join(',');

const title = fc.oneof(text, near(100, points));
const description = fc.oneof(
  text,
  near(5000, bytes),
  near(2500, points).map((one) => one.replaceAll('x', 'é')),
);
const tags = fc.oneof(
  fc.array(text, { maxLength: 5 }),
  fc
    .tuple(
      fc.array(fc.string({ unit: mild, minLength: 1, maxLength: 30 }), { maxLength: 30 }),
      fc.integer({ min: -3, max: 3 }),
      fc.boolean(),
    )
    .map(([list, more, hasSpace]) => {
      const last = hasSpace ? 'y y' : 'y';
      return [...list, last + 'y'.repeat(Math.max(0, 500 + more - points(asField([...list, last]))))];
    }),
);
const odd = fc.constantFrom<unknown>(null, 7, true, {}, [], [7], '');
const fields = {
  title: fc.oneof({ weight: 9, arbitrary: title }, { weight: 1, arbitrary: odd }),
  description: fc.oneof({ weight: 9, arbitrary: description }, { weight: 1, arbitrary: odd }),
  privacy: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('public', 'unlisted', 'private') },
    { weight: 1, arbitrary: fc.oneof(odd, text) },
  ),
  tags: fc.oneof({ weight: 9, arbitrary: tags }, { weight: 1, arbitrary: odd }),
  categoryId: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('22', '1') },
    { weight: 1, arbitrary: fc.oneof(odd, fc.constantFrom('٢', '2 ', '-1', '1\n')) },
  ),
  madeForKids: fc.oneof({ weight: 5, arbitrary: fc.boolean() }, { weight: 1, arbitrary: odd }),
  unknown: text,
};
type Given = Record<string, unknown>;
const change: fc.Arbitrary<Given> = fc.record(fields, { requiredKeys: [] });
const created: fc.Arbitrary<Given> = fc.record(fields, { requiredKeys: ['title'] });

/** Half of a pair: the whole of one is two units long. */
const isHalf = (sign: string): boolean => sign.length === 1 && sign >= '\ud800' && sign <= '\udfff';
const isText = (given: unknown): given is string =>
  typeof given === 'string' && !signs(given).some((sign) => isControl(sign) || isHalf(sign));
const isControl = (sign: string): boolean =>
  (sign < ' ' && sign !== '\n' && sign !== '\t') || (sign >= '\x7f' && sign <= '\x9f');
/** Tells whether a reader sees nothing of a sign. */
const isUnseen = (sign: string): boolean => /\s/.test(sign) || ['\u200b', '\u200d', '\u3164', '\u0301'].includes(sign);
const hasVisible = (given: string): boolean => signs(given).some((sign) => !isUnseen(sign));
const hasBrackets = (given: string): boolean => given.includes('<') || given.includes('>');

/** Tells for each field whether a value fits, its line ends being line feeds. */
const rules: Record<string, (given: unknown) => boolean> = {
  title: (given) => isText(given) && hasVisible(given) && points(given) <= 100 && !hasBrackets(given),
  description: (given) => isText(given) && bytes(given) <= 5000 && !hasBrackets(given),
  privacy: (given) => given === 'public' || given === 'unlisted' || given === 'private',
  tags: (given) =>
    Array.isArray(given) &&
    given.every((tag) => isText(tag) && hasVisible(tag) && !hasBrackets(tag)) &&
    points(asField(given)) <= 500,
  categoryId: (given) => isText(given) && given !== '' && signs(given).every((sign) => '0123456789'.includes(sign)),
  madeForKids: (given) => given === true || given === false,
};
const withLineFeeds = (given: unknown): unknown => {
  if (Array.isArray(given)) return given.map(withLineFeeds);
  return typeof given === 'string' ? given.split('\r\n').join('\n').split('\r').join('\n') : given;
};
const defaults = { privacy: 'private', tags: [], madeForKids: false };

/** The verdict on a payload: its own fields with defaults, or the names of the fields at fault. */
function verdict(given: Given): { payload: Given } | { faults: string[] } {
  const known = Object.entries(given)
    .filter(([name]) => name in rules)
    .map(([name, value]) => [name, withLineFeeds(value)]);
  const payload: Given = { ...defaults, ...Object.fromEntries(known) };
  const missing = 'title' in given ? [] : ['title'];
  const faults = [...missing, ...Object.keys(payload).filter((name) => !rules[name]!(payload[name]))];
  return faults.length > 0 ? { faults: faults.map((name) => `payload.${name}`).toSorted() } : { payload };
}

function judged(check: () => Payload): ReturnType<typeof verdict> {
  try {
    return { payload: check() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { faults: Object.keys(error.details).toSorted() };
  }
}

const media = { mediaUrl: 'https://media.example/a.mp4', mediaContentType: null, mediaSizeBytes: null };
const rest = {
  connectionId: '',
  scheduledAt: null,
  prepareAheadSeconds: null,
  callbackUrl: null,
  callbackEvents: null,
  callbackStatuses: null,
  idempotencyKey: null,
  externalId: null,
};
const type = fc.constantFrom('video' as const, 'short' as const);
const reach = { allow: [], baseUrl: 'https://api.example', uploads: new Map() };

describe('the payload of a YouTube post', () => {
  it('is taken, with its defaults, or refused by the fields at fault, as the rules say that were written down anew', () => {
    fc.assert(
      fc.property(type, created, (type, payload) => {
        const request = { ...media, ...rest, type, payload };
        const { payload: taken, errors } = judgeRules(youtube, request, reach);
        const faults = Object.keys(errors).toSorted();
        expect(faults.length > 0 ? { faults } : { payload: taken }).toEqual(verdict(payload));
      }),
      runs(500, 10_000),
    );
  });

  it('is, after a change, what it was but for the fields that were named, and is judged as a whole', () => {
    const good = created.map(verdict).filter((one) => 'payload' in one);
    fc.assert(
      fc.property(type, good, change, (type, { payload: stored }, change) => {
        const before = structuredClone(stored);
        const merged = judged(() => mergePayload(youtube, { type, payload: stored } as Assignment, change, reach));
        expect(merged).toEqual(verdict({ ...stored, ...change }));
        expect(stored).toEqual(before);
      }),
      runs(500, 10_000),
    );
  });
});
