import { isIPv6 } from 'node:net';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { judgeRedirect, judgeUrl } from '../../../lib/safeFetch/judgeUrl';
import { mayReach } from '../../../lib/safeFetch/mayReach';
import { OutboundError } from '../../../lib/safeFetch/OutboundError';
import { spellingsOf } from './support/ipv4Forms';
import { closedIPv6, neighboursIPv4, neighboursIPv6 } from './support/ranges';

const judgement = (url: string, allow = ''): string => {
  const judged = judgeUrl(url, parseOutboundAllow(allow));
  return judged instanceof OutboundError ? judged.reason : judged.href;
};

describe('judgeUrl', () => {
  it.each(neighboursIPv4)('accepts %s in every spelling', (ip) => {
    for (const host of spellingsOf(ip)) expect([host, judgement(`http://${host}/`)]).toEqual([host, `http://${ip}/`]);
  });

  it.each(closedIPv6)('refuses [%s]', (ip) => expect(judgement(`http://[${ip}]/`)).toBe('blocked_address'));

  it.each(neighboursIPv6)('accepts [%s]', (ip) => {
    expect(isIPv6(ip)).toBe(true);
    expect(judgement(`http://[${ip}]/`)).toBe(new URL(`http://[${ip}]/`).href);
  });

  it.each([
    ['CVE-2023-42282 hex', 'http://0x7f.1/'],
    ['CVE-2024-29415 short', 'http://127.1/'],
    ['CVE-2024-29415 octal', 'http://01200034567/'],
    ['CVE-2024-29415 mixed octal', 'http://012.1.2.3/'],
    ['CVE-2024-29415 padded loopback', 'http://[000:0:0000::01]/'],
    ['CVE-2024-29415 mapped, mixed case', 'http://[::fFFf:127.0.0.1]/'],
    ['CVE-2025-59436 octal number', 'http://017700000001/'],
    ['CVE-2025-59437 zero', 'http://0/'],
    ['CVE-2025-8267 multicast', 'http://224.0.0.1/'],
    ['CVE-2025-8267 multicast, last', 'http://239.255.255.255/'],
    ['CVE-2026-43929 mapped after normalisation', 'http://[::ffff:7f00:1]/'],
    ['CVE-2025-62718 mapped', 'http://[::ffff:169.254.169.254]/latest/meta-data/'],
    ['IPv4-compatible', 'http://[::127.0.0.1]/'],
    ['ISATAP', 'http://[::5efe:7f00:1]/'],
    ['SIIT', 'http://[::ffff:0:7f00:1]/'],
    ['Azure wire server', 'http://168.63.129.16/'],
    ['unassigned IPv6', 'http://[4000::1]/'],
    ['backslashes', 'http:\\\\127.0.0.1\\'],
    ['no slashes', 'http:127.0.0.1'],
    ['one slash', 'http:/127.0.0.1'],
  ])('refuses %s: %s', (_case, url) => expect(judgement(url)).toBe('blocked_address'));

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.LocalHost.',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'localhost%2e',
    'ｌocalhost',
    'local\thost',
  ])('refuses the localhost name %j', (host) => expect(judgement(`http://${host}/`)).toBe('blocked_address'));

  it.each(['notlocalhost', 'localhost.example', 'example.com', 'a-b.example.co.uk:8443', 'bücher.example', 'intranet'])(
    'accepts the name %s, whose addresses are judged later',
    (host) => expect(judgement(`https://${host}/a?b`)).toBe(new URL(`https://${host}/a?b`).href),
  );

  it.each([
    '',
    'example.com',
    '/a',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:,a',
    'gopher://example.com:70/',
    'ws://example.com/',
    'http://',
    'http://./',
    'http://a:b@example.com/',
    'http://user@example.com/',
    'http://:secret@example.com/',
    'https://example.com@127.0.0.1/',
    'http://256.1.1.1/',
    'http://08.8.8.8/',
    'http://1.2.3.4.5/',
    'http://1.2.3.4.5../',
    'http://[fe80::1%25eth0]/',
    'http://[::1/',
    'http://exa mple.com/',
    'http://example.com:65536/',
    'http://a%00b/',
  ])('refuses %j', (url) => expect(judgement(url)).toBe('invalid_url'));

  it('drops trailing dots before it judges', () => {
    expect(judgement('http://example.com./a')).toBe('http://example.com/a');
    expect(judgement('http://127.0.0.1../')).toBe('blocked_address');
    expect(judgement('http://127.1..:80/')).toBe('blocked_address');
  });

  it('takes 8192 characters and no more', () => {
    const url = (length: number): string => 'https://example.com/'.padEnd(length, 'a');
    expect(judgement(url(8192))).toBe(url(8192));
    expect(judgement(url(8193))).toBe('invalid_url');
  });

  it('refuses exactly the bad ports of the Fetch standard, unless host and port are listed', () => {
    const { badPorts } = jest.requireActual<{ badPorts: string[] }>('undici/lib/web/fetch/constants.js');
    for (let port = 1; port <= 65_535; port += 1) {
      expect([port, mayReach([], { host: 'a.example', address: undefined, port })]).toEqual([
        port,
        !badPorts.includes(String(port)),
      ]);
    }
    expect(judgement('http://example.com:0/')).toBe('blocked_address');
    expect(judgement('http://example.com:25/')).toBe('blocked_address');
    expect(judgement('http://8.8.8.8:25/')).toBe('blocked_address');
    expect(judgement('http://example.com:25/', 'example.com:25')).toBe('http://example.com:25/');
    expect(judgement('http://8.8.8.8:25/', '8.8.8.8:25')).toBe('http://8.8.8.8:25/');
  });

  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.0/8'],
    ['http://localhost:8080/', '127.0.0.1:8080'],
    ['http://localhost:8080/', '::1/128'],
    ['http://localhost:8080/', 'localhost:8080'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['http://media.lan/', 'media.lan:80'],
    ['https://media.lan/', 'media.lan:443'],
  ])('accepts %s when %s is allowed', (url, allow) => expect(judgement(url, allow)).toBe(url));

  it.each([
    ['http://127.0.0.1:3000/', '127.0.0.0/8,!127.0.0.0/8:3000'],
    ['http://localhost:3000/', '127.0.0.0/8,::1/128,!127.0.0.0/8:3000,!::1/128:3000'],
    ['http://127.0.0.1:8081/', '127.0.0.1:8080'],
    ['http://8.8.8.8/', '!8.8.8.0/24'],
    ['http://example.com/', '!example.com:80'],
  ])('refuses %s when the list is %s', (url, allow) => expect(judgement(url, allow)).toBe('blocked_address'));

  it('explains a refusal in one plain sentence', () => {
    for (const url of [
      'ftp://a/',
      'x',
      'http://a:b@c/',
      'http://127.0.0.1/',
      'http://./',
      `http://a/${'a'.repeat(9000)}`,
    ]) {
      expect(judgeUrl(url, [])).toMatchObject({ message: expect.stringMatching(/^[A-Z][^\n]+\.(mp4\.)?$/) });
    }
  });
});

describe('judgeRedirect', () => {
  const from = (url: string, location: string, allow = ''): string => {
    const judged = judgeRedirect(location, new URL(url), parseOutboundAllow(allow));
    return judged instanceof OutboundError ? judged.reason : judged.href;
  };

  it.each([
    ['/b', 'https://a.example/b'],
    ['b?c', 'https://a.example/x/b?c'],
    ['//b.example/', 'https://b.example/'],
    ['https://b.example/', 'https://b.example/'],
    [`/${'b'.repeat(4000)}`, `https://a.example/${'b'.repeat(4000)}`],
  ])('resolves %s', (location, to) => expect(from('https://a.example/x/y', location)).toBe(to));

  it.each([
    ['http://b.example/', 'insecure_redirect'],
    ['http://127.0.0.1/', 'insecure_redirect'],
    ['//127.0.0.1/', 'blocked_address'],
    ['https://2130706433/', 'blocked_address'],
    ['https://[::ffff:7f00:1]/', 'blocked_address'],
    ['https://localhost/', 'blocked_address'],
    ['https://b.example:22/', 'blocked_address'],
    ['https://a:b@b.example/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['https://[', 'invalid_url'],
  ])('refuses %s with %s', (location, reason) => expect(from('https://a.example/', location)).toBe(reason));
});
