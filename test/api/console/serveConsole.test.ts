import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { builtConsole, useApp } from '../../support/callers/app';

const app = useApp();
/** It has read the names of a build, and another build has come. */
const consoleFiles = { folder: builtConsole, page: '', names: new Set(['assets/gone.js']) };
const rebuilt = useApp({}, { consoleFiles });
const addressed = useApp({ baseUrl: 'https://api.example/$&"><script>' });

/** The headers of a browser when somebody follows a link or types an address. */
const navigation = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

async function ask(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { statusCode, headers: answered, body } = await request(`${app.url}${path}`, { method, headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  return { status: statusCode, headers: answered, bytes, text: bytes.toString() };
}

const script = async () => /src="(\/assets\/[^"]+\.js)"/.exec((await ask('/')).text)![1]!;

describe('the console’s page', () => {
  it.each([
    ['/', {}],
    ['/', navigation],
    ['/assignments/01a2?status=failed', navigation],
    ['/invitations/a-token', navigation],
  ])('is at %s for %j', async (path, headers) => {
    const { status, headers: answered, text } = await ask(path, headers);
    expect(status).toBe(200);
    expect(answered['content-type']).toBe('text/html; charset=utf-8');
    expect(answered['cache-control']).toBe('no-cache');
    expect(text).toContain('<div id="console">');
  });

  it.each([
    ['/assignments', { accept: 'application/json' }],
    ['/assignments', { accept: '*/*' }],
    ['/assignments', {}],
    ['/api/v1/nothing', navigation],
    ['/oauth/nothing', navigation],
    ['/.well-known/nothing', navigation],
    ['/docs/nothing', navigation],
    ['/assets/nothing.js', navigation],
    ['/assets', navigation],
    ['/assets/', navigation],
    ['/docs/', navigation],
    ['/llms.txt/', navigation],
    ['/index.html.gz', {}],
    ['/.stamp', {}],
    ['/.vite/manifest.json', {}],
    ['/assets/../index.html', {}],
    ['/assets/%2e%2e/%2e%2e/bin/api.js', {}],
  ])('is not at %s for %j: that is a 404 in JSON', async (path, headers) => {
    const { status, text } = await ask(path, headers);
    expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ error: 'NOT_FOUND' })]);
  });

  it('allows no script but those from here, and style elements with the nonce of this answer alone', async () => {
    const [one, other] = [await ask('/'), await ask('/')];
    const policyOf = ({ headers }: typeof one) => String(headers['content-security-policy']);
    const nonceOf = (answer: typeof one) => /'nonce-([^']+)'/.exec(policyOf(answer))![1]!;
    expect(policyOf(one)).toContain("script-src 'self';");
    expect(policyOf(one)).not.toMatch(/unsafe|https?:|\*/);
    expect(policyOf(one)).toContain("default-src 'none'");
    expect(one.text).toContain(`nonce="${nonceOf(one)}"`);
    expect(one.text).not.toContain('__NONCE__');
    expect(nonceOf(one)).not.toBe(nonceOf(other));
    expect(one.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  it('asks for nothing of another origin', async () => {
    const { text } = await ask('/');
    const addresses = Array.from(text.matchAll(/(?:src|href)="([^"]*)"/g), ([, address]) => address);
    expect(addresses.length).toBeGreaterThan(1);
    expect(addresses.filter((address) => !/^(?:\/(?!\/)|data:)/.test(address!))).toEqual([]);
  });

  it('answers HEAD as GET without a body, and no other method', async () => {
    expect(await ask('/', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(await ask('/assignments', navigation, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(await ask(await script(), {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(await ask('/', {}, 'POST')).toMatchObject({
      status: 405,
      headers: expect.objectContaining({ allow: 'GET, HEAD' }),
    });
  });
});

it('the console’s page names the address of the API, as text', async () => {
  const page = await (await fetch(addressed.url)).text();
  expect(page).toContain('<meta name="api-address" content="https://api.example/$&#38;&#34;&#62;&#60;script&#62;"');
});

describe('a file of the console', () => {
  it.each([{ range: 'bytes=99999999-' }, { range: 'bytes=0-1' }])(
    'is sent whole to who asks for %j',
    async (headers) => {
      const file = await script();
      const [part, whole] = [await ask(file, headers), await ask(file)];
      expect(part).toMatchObject({ status: 200, text: whole.text });
      expect(part.headers['content-range']).toBeUndefined();
    },
  );

  it('is refused, as JSON that nobody keeps, to who asks for another version', async () => {
    const { status, headers, text } = await ask(await script(), { 'if-match': '"other"', 'accept-encoding': 'br' });
    expect([status, JSON.parse(text)]).toEqual([412, expect.objectContaining({ error: 'PRECONDITION_FAILED' })]);
    expect(headers['content-encoding']).toBeUndefined();
    expect(String(headers['cache-control'])).not.toContain('immutable');
  });

  it('is an unknown path once a build has taken it away', async () => {
    const answer = await fetch(`${rebuilt.url}/assets/gone.js`);
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ error: 'NOT_FOUND' })]);
    expect(answer.headers.get('cache-control')).toBeNull();
  });

  it('can be kept for ever, since its name contains a hash of its content', async () => {
    const { status, headers } = await ask(await script());
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^text\/javascript/);
  });

  it('comes compressed to those who take it so, and is the same', async () => {
    const path = await script();
    const plain = await ask(path);
    const zipped = await ask(path, { 'accept-encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(zipped.headers['content-type']).toBe(plain.headers['content-type']);
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    expect((await ask(path, { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('br');
  });
});
