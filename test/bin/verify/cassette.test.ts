import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cassetteOf } from '../../../bin/verify/answers/cassette';
import { compare } from '../../../bin/verify/answers/compare';
import { redact } from '../../../bin/verify/answers/redact';
import { useVerifying } from './verifying';

const verifying = useVerifying({ stripeWebhookUrl: 'http://127.0.0.1:9/api/v1/billing/stripe/webhook' });
const { run } = verifying;
const file = (): string => join(verifying.folder.path, 'cassette.json');
const compared = (said: string): string => said.split('\n').at(-1) ?? '';

it.each<[string, string[], RegExp]>([
  ['youtube', ['--publish', 'UCsandboxOlivesKitchen01'], /ya29|1\/\/sandbox|sandbox-youtube|Olive|@|UCsandbox/],
  ['facebook', ['--publish', '100000000000011'], /EAASandbox|sandbox-facebook|Paula|\d{8}/],
  ['stripe', [], /sk_test|whsec|cus_|cs_test_|evt_|4242/],
])('of %s has nothing of the account, and a walk of the same sandbox equals it', async (platform, words, personal) => {
  const first = await run([platform, ...words, '--cassette', file()]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const cassette = readFileSync(file(), 'utf8');
  expect(personal.exec(cassette)).toBeNull();
  expect(JSON.parse(cassette)).toMatchObject({ platform, answers: expect.arrayContaining([]) });
  const second = await run([platform, ...words, '--compare', file()]);
  expect(compared(second.said)).toMatch(/^\d\d+ calls compared with the cassette of .+: 0 differences\.$/);
  expect(second.code).toBe(first.code);
});

it('differs from a sandbox that answers in other words, in sentences, and ends with 1', async () => {
  await run(['facebook', '--cassette', file()]);
  await verifying.sandbox.control('POST', '/settings', { facebook: { statusWords: 'documented' } });
  const { code, said } = await run(['facebook', '--compare', file()]);
  expect(said).toMatch(
    /^facebook\.video\.draft GET \/\{id\}\?fields=\S+: 200 status\.\S+ is "completed", in the cassette "complete"$/m,
  );
  expect(compared(said)).toMatch(/: [1-9]\d* differences\.$/);
  expect(code).toBe(1);
});

it.each([
  ['of another platform', () => writeFileSync(file(), '{"platform":"youtube"}'), /is no cassette of stripe\.$/],
  ['that is not there', () => undefined, /cannot be read\.$/],
])('%s is refused before the walk begins', async (_case, prepare, reason) => {
  prepare();
  const { code, said } = await run(['stripe', '--compare', file()]);
  expect(said).toMatch(reason);
  expect(code).toBe(2);
});

const answer = {
  step: 'youtube.channel',
  method: 'GET',
  url: 'https://youtube.googleapis.com/youtube/v3/channels?part=snippet&mine=true&key=AIzaSecret1',
  status: 200,
  headers: { 'content-type': 'application/json', range: 'bytes=0-1' },
  text: '',
};

it.each<[string, unknown, unknown]>([
  ['a name', { title: 'Olive' }, { title: '<text>' }],
  ['an id', { id: 'UCabc123def456' }, { id: '<text>' }],
  ['an id of digits', { id: '100000000000011' }, { id: '<digits>' }],
  ['an address', { url: 'https://a.example/1' }, { url: '<url>' }],
  ['a time', { publishedAt: '2026-11-29T12:00:00Z' }, { publishedAt: '<time>' }],
  ['a number', { viewCount: 7 }, { viewCount: '<number>' }],
  ['a word of a list', { uploadStatus: 'processed' }, { uploadStatus: 'processed' }],
  ['several of them', { scope: 'openid https://www.googleapis.com/auth/youtube' }, expect.anything()],
  ['no word where one is expected', { error: 'Bearer ya29.a0AfH6SMBx' }, { error: '<text>' }],
  [
    'the number of an error',
    { error: { code: 190, error_subcode: 463 } },
    { error: { code: 190, error_subcode: 463 } },
  ],
  ['a field that is an id', { '123456': true }, { '{id}': true }],
  [
    'a list',
    { items: [{ kind: 'youtube#channel', etag: 'x1' }] },
    { items: [{ kind: 'youtube#channel', etag: '<text>' }] },
  ],
])('redacts %s', (_case, body, redacted) => {
  expect(redact({ ...answer, text: JSON.stringify(body) }).body).toEqual(redacted);
});

it('keeps of the address what was asked for, and of the headers their names', () => {
  expect(redact({ ...answer, text: 'no JSON' })).toEqual({
    step: 'youtube.channel',
    method: 'GET',
    call: '/youtube/v3/channels?part=snippet&mine=true',
    status: 200,
    headers: ['range'],
    body: '<no JSON>',
  });
});

it.each([
  ['/youtube/v3/playlistItems', '/youtube/v3/playlistItems'],
  ['/v27.0/100000000000011_7/insights', '/{id}/insights'],
  ['/v27.0/100000000000011/published_posts', '/{id}/published_posts'],
  ['/v1/checkout/sessions/cs_test_aBcDeFgHiJkLmNoPqRsTuVwX/expire', '/v1/checkout/sessions/{id}/expire'],
  ['/v1/customers/cus_aBcDeFgHiJ', '/v1/customers/{id}'],
  ['/video-upload/v27.0/123', '/video-upload/{id}'],
])('keeps of the path %s no id', (path, call) => {
  expect(redact({ ...answer, url: `https://a.example${path}` }).call).toBe(call);
});

it.each<[string, object, object, string[]]>([
  ['a field that is missing', { id: 'a1', etag: 'b2' }, { id: 'a1' }, ['200 lacks etag, which the cassette has']],
  ['a field that is new', { id: 'a1' }, { id: 'a1', etag: 'b2' }, ['200 has etag, which the cassette lacks']],
  ['another type', { n: 1 }, { n: 'one' }, ['200 n is "<text>", in the cassette "<number>"']],
  ['another word', { kind: 'a' }, { kind: 'b' }, ['200 kind is "b", in the cassette "a"']],
  ['other values of one form', { id: 'a1', n: 1 }, { id: 'b2', n: 2 }, []],
])('tells %s', (_case, theirs, ours, differences) => {
  const of = (body: object) => cassetteOf('youtube', new Date(), [{ ...answer, text: JSON.stringify(body) }]);
  const call = 'youtube.channel GET /youtube/v3/channels?part=snippet&mine=true';
  const expected = differences.map((difference) => `${call}: ${difference}`);
  expect(compare(of(theirs), of(ours))).toEqual({ compared: 1, differences: expected });
});

it('tells another status, and counts no call that only one of both has made', () => {
  const of = (more: object) => cassetteOf('youtube', new Date(), [{ ...answer, text: '{}', ...more }]);
  expect(compare(of({}), of({ status: 403 })).differences).toEqual([
    expect.stringMatching(/: the status is 403, in the cassette 200$/),
  ]);
  expect(compare(of({}), of({ step: 'youtube.refresh' }))).toEqual({ compared: 0, differences: [] });
});
