import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import type { OutboundAnswer, OutboundRequest } from '../../../lib/safeFetch/safeFetch';
import { selfSignedCertificate } from '../../support/servers/certificate';
import { startOrigin } from '../../support/servers/origin';
import { until } from '../../support/until';
import { use } from '../../support/use';

const certificate = selfSignedCertificate('media.example');

/** `/<status>?<location>` redirects; anything else is found. */
const redirecting: RequestListener = (request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://origin');
  const status = /^\/(3\d\d)$/.exec(pathname)?.[1];
  const location = decodeURIComponent(search.slice(1));
  if (status) response.writeHead(Number(status), location === '' ? {} : { location }).end('x'.repeat(100_000));
  else response.end(`found ${request.method}`);
};

const first = use(async () => startOrigin(redirecting));
const second = use(async () => startOrigin(redirecting, { certificate }));
const inner = use(async () => startOrigin(redirecting, { host: '127.0.0.2' }));
const fetching = use(async () =>
  createSafeFetch({
    allow: parseOutboundAllow(`127.0.0.1:${first.port},media.example:${first.port},media.example:${second.port}`),
    resolve: async (host) => [host === 'inner.example' ? '127.0.0.2' : '127.0.0.1'],
    ca: certificate.cert,
  }),
);
beforeEach(() => {
  for (const { requests } of [first, second]) (requests as unknown[]).length = 0;
});

const plain = (path: string): string => `http://127.0.0.1:${first.port}${path}`;
const secure = (path: string): string => `https://media.example:${second.port}${path}`;
const to = (location: string, status = 302): string => `/${status}?${encodeURIComponent(location)}`;
const follow = (url: string, options: OutboundRequest = {}): Promise<OutboundAnswer> =>
  fetching.request(url, { redirects: 'follow', ...options });

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('follows %d and says where the answer came from', async (status) => {
    const answer = await follow(plain(to('/there', status)));
    expect(answer).toMatchObject({ status: 200, url: plain('/there') });
    expect(await text(answer.body)).toBe('found GET');
  });

  it('hands the redirect of a POST over as the answer', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const answer = await follow(plain(to('/there', status)), { method: 'POST', body: 'a' });
      expect(answer.status).toBe(status);
      answer.body.destroy();
    }
    expect(first.requests).toHaveLength(5);
  });

  it('hands the redirect over when redirects are refused, which is the default', async () => {
    const answer = await fetching.request(plain(to('/there')));
    expect(answer).toMatchObject({ status: 302, headers: { location: '/there' }, url: plain(to('/there')) });
    answer.body.destroy();
    expect(first.requests).toHaveLength(1);
  });

  it.each([300, 304, 305, 306])('hands %d over, which is no redirect', async (status) => {
    const answer = await follow(plain(to('/there', status)));
    expect(answer.status).toBe(status);
    answer.body.destroy();
  });

  it('hands a redirect without a Location over', async () => {
    const answer = await follow(plain('/302'));
    expect(answer.status).toBe(302);
    answer.body.destroy();
  });

  it('follows five, and gives up at the sixth', async () => {
    const chain = (length: number): string => Array.from({ length }).reduce<string>((next) => to(next), '/there');
    expect((await follow(plain(chain(5)))).status).toBe(200);
    await expect(follow(plain(chain(6)))).rejects.toMatchObject({ reason: 'too_many_redirects' });
  });

  it('gives up on a loop', async () => {
    const loop = await startOrigin((_request, response) => response.writeHead(302, { location: '/' }).end());
    const looping = createSafeFetch({ allow: parseOutboundAllow(`127.0.0.1:${loop.port}`) });
    await expect(looping.request(`http://127.0.0.1:${loop.port}/`, { redirects: 'follow' })).rejects.toMatchObject({
      reason: 'too_many_redirects',
    });
    expect(loop.requests).toHaveLength(6);
    await looping.close();
    await loop.close();
  });

  it('refuses a redirect to an address or a name that is not public, without calling it', async () => {
    const { port } = inner;
    for (const host of [
      '127.0.0.2',
      '127.2',
      '2130706434',
      '[::ffff:127.0.0.2]',
      'localhost',
      'inner.example',
      '0.0.0.0',
    ]) {
      await expect(follow(plain(to(`http://${host}:${port}/`)))).rejects.toMatchObject({ reason: 'blocked_address' });
      await expect(follow(plain(to(to(`//${host}:${port}/`))))).rejects.toMatchObject({ reason: 'blocked_address' });
    }
    await expect(follow(plain(to('http://169.254.169.254/latest/')))).rejects.toMatchObject({
      reason: 'blocked_address',
    });
    expect(inner.connections()).toBe(0);
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'data:text/plain,a', 'http://', 'http://a:b@media.example/'])(
    'refuses a redirect to %s',
    (location) => expect(follow(plain(to(location)))).rejects.toMatchObject({ reason: 'invalid_url' }),
  );

  it('follows from http to https, and never back', async () => {
    const answer = await follow(plain(to(secure('/there'))));
    expect(answer.url).toBe(secure('/there'));
    answer.body.destroy();
    await expect(follow(secure(to(plain('/there'))))).rejects.toMatchObject({ reason: 'insecure_redirect' });
    await expect(follow(plain(to(secure(to(plain('/there'))))))).rejects.toMatchObject({ reason: 'insecure_redirect' });
  });

  const headers = {
    Authorization: 'Bearer secret',
    COOKIE: 'a=b',
    Host: 'spoofed.example',
    Range: 'bytes=5-',
    'If-Range': '"tag"',
    'User-Agent': 'test',
  };

  it('leaves credentials behind when the origin changes, and keeps the rest', async () => {
    for (const target of [`http://media.example:${first.port}/there`, secure('/there')]) {
      (await follow(plain(to(target)), { headers })).body.destroy();
      const seen = [...first.requests, ...second.requests].at(-1)?.headers;
      expect(seen).toMatchObject({
        range: 'bytes=5-',
        'if-range': '"tag"',
        'user-agent': 'test',
        host: new URL(target).host,
      });
      expect(seen).not.toHaveProperty('authorization');
      expect(seen).not.toHaveProperty('cookie');
    }
  });

  it('keeps credentials within the origin', async () => {
    (await follow(plain(to('/there')), { headers })).body.destroy();
    expect(first.requests.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'a=b',
      range: 'bytes=5-',
    });
  });

  it('ends the body of a redirect and does not wait for it', async () => {
    let isEnded = false;
    const endless = await startOrigin((request, response) => {
      if (request.url === '/there') {
        response.end('found');
        return;
      }
      response.once('close', () => {
        isEnded = true;
      });
      response.writeHead(302, { location: '/there' }).write('x');
    });
    const impatient = createSafeFetch({ allow: parseOutboundAllow(`127.0.0.1:${endless.port}`) });
    const answer = await impatient.request(`http://127.0.0.1:${endless.port}/`, { redirects: 'follow' });
    expect(await text(answer.body)).toBe('found');
    expect(await until(() => isEnded)).toBe(true);
    await impatient.close();
    await endless.close();
  });
});
