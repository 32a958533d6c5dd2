import * as fc from 'fast-check';
import type { Json } from '../support/actors';
import type { OwnRequest } from '../tenancy/requests';
import type { Field } from './operations';

/** One change of a request: another value in one place, or nothing there. */
export interface Change {
  part: Field['part'];
  keys: readonly string[];
  /** Undefined: the place is left out. */
  value: unknown;
}

/** A body that is sent as it is. */
export interface RawBody {
  contentType: string | null;
  encoding?: string;
  bytes: Buffer;
}

const mebibyte = 1_048_576;
/** Longer URLs and headers are refused by Node itself. */
const parameterLengthMax = 2000;

/** Strings at which programs have stumbled: of other encodings, dates, addresses, languages and templates. */
const hostileStrings = [
  '', ' ', 'null', 'true', '0', '-1', '1e3', '\u0000', 'a\u0000b', '\ud800', '\u202Eabc', 'İ', 'ａｄｍｉｎ', '🏞️'.repeat(50),
  '漢'.repeat(300), 'x'.repeat(5001), 'x'.repeat(70_000), "'; DROP TABLE users; --", '" OR ""="', '%00', '%', '\\', '%_%',
  '../../etc/passwd', '<script>alert(1)</script>', '{{7*7}}', '${7*7}', '__proto__', 'constructor', 'toString',
  'http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/latest', 'https://a:b@example.com/', 'file:///etc/passwd',
  'javascript:alert(1)', 'https://', 'https://example.com:99999/', 'HTTPS://EXAMPLE.COM', 'https://xn--/',
  '2026-02-30T00:00:00Z', '2026-12-01', '2026-12-01T00:00:00', '2026-12-01T00:00:00+25:00', '9999-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-12-01T00:00:00.123456789Z',
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '0198C3F2-7D5E-7B1A-9C1D-2F4A6B8C0D1E',
  'a@b', 'a@b.c'.repeat(60), '"a b"@example.com', 'video/mp4; codecs=x', 'Bearer x',
]; // oxfmt-ignore

const hostileValues = [
  0, -0, -1, 1.5, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), true, false, null, [], [null], [[]], {}, { a: 1 },
  { length: 1e9 }, { toString: 1 }, JSON.parse('{"__proto__": {"isAdmin": true}}'), nested(200), Array(1000).fill('x'),
]; // oxfmt-ignore

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}

/** Values around the borders of a schema, on both sides. */
function bordersOf({
  enum: members = [],
  const: only,
  minLength,
  maxLength,
  minimum,
  maximum,
  maxItems,
}: Json): unknown[] {
  const words: unknown[] = only === undefined ? members : [...members, only];
  const lengths = [minLength, maxLength].filter((length) => length !== undefined && length < 100_000);
  const numbers = [minimum, maximum].filter((limit) => limit !== undefined);
  return [
    ...words,
    ...words
      .filter((word) => typeof word === 'string')
      .flatMap((word) => [word.toUpperCase(), ` ${word}`, `${word}\n`]),
    ...lengths.flatMap((length: number) => [-1, 0, 1].map((step) => 'x'.repeat(Math.max(0, length + step)))),
    ...lengths.map((length: number) => '🏞'.repeat(length)),
    ...numbers.flatMap((limit: number) => [limit - 1, limit, limit + 1, String(limit)]),
    ...(maxItems === undefined ? [] : [Array(maxItems).fill('x'), Array(maxItems + 1).fill('x')]),
  ];
}

/** Any value of JSON, first the values at which programs have stumbled. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileStrings),
  fc.constantFrom(...hostileValues),
  fc.jsonValue(),
);

/** @param ids of existing things, the owner's and other tenants' */
function valueFor({ part, schema }: Field, ids: readonly string[]): fc.Arbitrary<unknown> {
  const variants = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const borders = variants.flatMap(bordersOf);
  const text = fc.oneof(fc.constantFrom(...hostileStrings), fc.constantFrom(...ids), fc.string({ unit: 'binary' }));
  const any = part === 'body' ? fc.oneof(text, fc.constantFrom(...hostileValues), fc.jsonValue()) : text;
  return borders.length === 0 ? any : fc.oneof(any, fc.constantFrom(...borders));
}

/** One to three changes of a request of these fields; a body may also get an unknown field. */
export function changesOf(fields: readonly Field[], ids: readonly string[], hasBody: boolean): fc.Arbitrary<Change[]> {
  const known = fields.map((field) =>
    fc
      .oneof({ weight: 5, arbitrary: valueFor(field, ids) }, { weight: 1, arbitrary: fc.constant(undefined) })
      .map((value): Change => ({ part: field.part, keys: field.keys, value })),
  );
  const unknown = fc
    .constantFrom('isAdmin', '__proto__', 'constructor', 'id', 'workspaceId', 'status')
    .map((name): Change => ({ part: hasBody ? 'body' : 'query', keys: [name], value: 'x' }));
  return fc.array(fc.oneof(...known, unknown), { minLength: 1, maxLength: 3 });
}

const json = 'application/json';
const rawBodies: readonly RawBody[] = [
  { contentType: json, bytes: Buffer.from('{') },
  { contentType: json, bytes: Buffer.from('') },
  { contentType: json, bytes: Buffer.from('null') },
  { contentType: json, bytes: Buffer.from('[]') },
  { contentType: json, bytes: Buffer.from('"x"') },
  { contentType: json, bytes: Buffer.from('\ufeff{}') },
  { contentType: json, bytes: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  { contentType: json, bytes: Buffer.from('['.repeat(100_000)) },
  { contentType: json, bytes: Buffer.from(`{"a":"${'x'.repeat(mebibyte)}"}`) },
  { contentType: 'application/json; charset=utf-16', bytes: Buffer.from('{}', 'utf16le') },
  { contentType: json, encoding: 'gzip', bytes: Buffer.from('{}') },
  { contentType: json, encoding: 'nothing', bytes: Buffer.from('{}') },
  { contentType: 'text/plain', bytes: Buffer.from('{}') },
  { contentType: 'application/x-www-form-urlencoded', bytes: Buffer.from('a=1') },
  { contentType: 'multipart/form-data; boundary=x', bytes: Buffer.from('--x--') },
  { contentType: '☃/\u0000'.replace(/[^\x20-\x7e]/g, '?'), bytes: Buffer.from('{}') },
];

export const rawBody: fc.Arbitrary<RawBody> = fc.constantFrom(...rawBodies);

/** The request with these changes; places whose way is not there stay as they are. */
export function changed(own: OwnRequest, changes: readonly Change[]): OwnRequest {
  const { bytes, headers, ...texts } = own;
  // A change names a header in lower case: two spellings of it would be sent as two values.
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request: OwnRequest = {
    ...structuredClone(texts),
    headers: Object.fromEntries(lower),
    ...(bytes && { bytes }),
  };
  for (const change of changes) apply(request, change);
  return request;
}

function apply(request: OwnRequest, { part, keys, value }: Change): void {
  const last = keys.at(-1)!;
  const holder = keys.slice(0, -1).reduce((node: Json, key) => node?.[key], request[part]);
  if (typeof holder !== 'object' || holder === null) return;
  if (value === undefined && part !== 'params') delete holder[last];
  else if (value === undefined) return;
  else
    Object.defineProperty(holder, last, {
      value: spoken(part, value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

/** Makes a value that fits the part of the request: parameters are texts, headers are short and printable. */
function spoken(part: Field['part'], value: unknown): unknown {
  if (part === 'body') return value;
  if (part === 'form') return String(value);
  // A lone half of a surrogate pair is no text that HTTP can carry.
  const text = Buffer.from(String(value).slice(0, parameterLengthMax)).toString();
  if (part === 'headers') return text.replace(/[^\x20-\x7e]/g, '?').trim();
  // Clients take these out of a path before they send it.
  return part === 'params' && /^\.{0,2}$/.test(text) ? 'x' : text;
}
