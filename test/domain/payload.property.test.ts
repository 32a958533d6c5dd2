import * as fc from 'fast-check';
import { checkPayload } from '../../domain/payload/payload';
import type { PayloadField, PayloadItem } from '../../domain/payload/payload';
import { runs } from '../support/counts';

const names = ['title', 'note', 'privacy', 'tags', 'kids', 'count', '__proto__', 'constructor', 'toString', 'length'];

const described = { label: '', description: '' };
const text = { type: 'string' as const, required: false, ...described };
const pair: PayloadItem = {
  ...text,
  name: 'pair',
  type: 'object',
  fields: [
    { ...text, name: 'one', required: true },
    { ...text, name: 'two', type: 'integer' },
  ],
};
const oneOfTwo: PayloadItem = { ...pair, hasOneField: true };

const field: fc.Arbitrary<Omit<PayloadField, 'name'>> = fc
  .oneof(
    fc.record({ type: fc.constant('string' as const), maxLength: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ type: fc.constant('enum' as const), options: fc.constant(['one', 'two']) }),
    fc.record({ type: fc.constant('array' as const) }),
    fc.record({ type: fc.constant('array' as const), items: fc.constantFrom(pair, oneOfTwo) }),
    fc.record({ type: fc.constant('boolean' as const), default: fc.constant(false) }),
    fc.record({ type: fc.constant('integer' as const), default: fc.constant(7) }),
  )
  .chain((part) => fc.boolean().map((required) => ({ ...part, required, label: '', description: '' })));

/** Descriptors as a platform lists them; none is named `__proto__`, but bodies have that key, too. */
const fields: fc.Arbitrary<PayloadField[]> = fc
  .tuple(
    fc.shuffledSubarray(names.filter((name) => name !== '__proto__')),
    fc.array(field, { minLength: 9, maxLength: 9 }),
  )
  .map(([chosen, parts]) => chosen.map((name, index) => ({ name, ...parts[index]! })));

const value = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('one', 'two', '', ' ', 'a\0', '\ud83d', true, 0, -0, 1.5, 2 ** 60, null) },
  { weight: 1, arbitrary: fc.array(fc.string({ unit: 'binary', maxLength: 3 }), { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({ one: fc.constantFrom('one', 'a\0', 1), two: fc.constantFrom(2, 'x') }, { requiredKeys: [] }),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Bodies as the API parses them: `__proto__` is an own key there. */
const body = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), value))
  .map((pairs) => JSON.parse(`{${pairs.map(([key, of]) => `${JSON.stringify(key)}:${JSON.stringify(of)}`).join()}}`));

const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

describe('checkPayload', () => {
  it('never throws, and answers with listed fields only, whatever JSON it is given', () => {
    fc.assert(
      fc.property(fields, body, (fields, body: Record<string, unknown>) => {
        const before = JSON.stringify(body);
        const { payload, errors, ignored } = checkPayload(fields, body);
        const listed = new Set(fields.map(({ name }) => name));
        expect(JSON.stringify(body)).toBe(before);
        expect(Object.keys(payload).filter((name) => !listed.has(name))).toEqual([]);
        expect(Object.keys(errors).filter((key) => !listed.has(key.replace(/^payload\./, '')))).toEqual([]);
        const unlisted = Object.keys(body).filter((name) => !listed.has(name));
        expect(ignored.slice(0, unlisted.length)).toEqual(unlisted);
        expect(({} as Record<string, unknown>)['note']).toBeUndefined();
        expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
      }),
      runs(500, 10_000),
    );
  });

  it('has either a value or an error for every required field and every default', () => {
    fc.assert(
      fc.property(fields, body, (fields, body: Record<string, unknown>) => {
        const { payload, errors } = checkPayload(fields, body);
        for (const { name, required, default: fallback } of fields) {
          const isThere = Object.hasOwn(payload, name);
          const isWrong = Object.hasOwn(errors, `payload.${name}`);
          expect(isThere && isWrong).toBe(false);
          const isExpected = required || fallback !== undefined || Object.hasOwn(body, name);
          expect(isThere || isWrong).toBe(isExpected);
        }
      }),
      runs(500, 10_000),
    );
  });

  it('accepts what it gave back, unchanged, and what can be stored', () => {
    fc.assert(
      fc.property(fields, body, (fields, body: Record<string, unknown>) => {
        const { payload, errors } = checkPayload(fields, body);
        const good = fields.filter(({ name }) => !Object.hasOwn(errors, `payload.${name}`));
        expect(checkPayload(good, payload)).toEqual({ payload, errors: {}, ignored: [] });
        expect(
          Object.values(payload)
            .flat()
            .flatMap((one) => (typeof one === 'object' ? Object.values(one) : [one]))
            .filter((part) => typeof part === 'string' && !isStorable(part)),
        ).toEqual([]);
      }),
      runs(500, 10_000),
    );
  });
});
