import { parseOutboundAllow, rulingOf } from '../../../lib/safeFetch/allow';
import { mayReach } from '../../../lib/safeFetch/mayReach';

const ruling = (list: string, address: string | undefined, port = 80, host = address ?? 'media.lan'): string =>
  rulingOf(parseOutboundAllow(list), { host, address, port });

describe('OUTBOUND_ALLOW', () => {
  it.each(['', '  '])('opens nothing when it is %j', (list) => expect(ruling(list, '127.0.0.1')).toBe('unlisted'));

  it.each([
    ['10.1.2.3:8080', '10.1.2.3', 8080],
    ['10.0.0.0/8', '10.255.0.1', 1],
    ['127.0.0.0/8:8080', '127.9.9.9', 8080],
    ['[::1]:8080', '::1', 8080],
    ['[::1]/128', '::1', 99],
    ['::1/128', '0:0:0:0:0:0:0:1', 99],
    ['[fd00::]/8:443', 'fdff::1', 443],
    ['fd00::/8:443', 'fdff::1', 443],
    ['1.2.3.4:1, 10.0.0.5:80', '10.0.0.5', 80],
    ['10.0.0.0/8', '::ffff:10.0.0.1', 80],
    ['::ffff:10.0.0.0/104', '10.0.0.1', 80],
  ])('%j opens %s at port %d', (list, address, port) => expect(ruling(list, address, port)).toBe('listed'));

  it.each([
    ['10.1.2.3:8080', '10.1.2.3', 8081],
    ['10.1.2.3:8080', '10.1.2.4', 8080],
    ['10.0.0.0/8', '11.0.0.0', 80],
    ['127.0.0.0/8:8080', '127.0.0.1', 80],
    ['::1/128', '::2', 80],
    ['::/0', '127.0.0.1', 80],
    ['::/0', '::ffff:127.0.0.1', 80],
    ['0.0.0.0/0', '::1', 80],
    ['10.0.0.0/8', '64:ff9b::a00:1', 80],
    ['10.0.0.0/8', 'no address', 80],
  ])('%j does not open %s at port %d', (list, address, port) => expect(ruling(list, address, port)).toBe('unlisted'));

  it('opens all addresses of a listed name, at its port only, and not the names below it', () => {
    expect(ruling('Media.LAN:8080', '10.0.0.1', 8080, 'media.lan')).toBe('listed');
    expect(ruling('media.lan:8080', '10.0.0.1', 80, 'media.lan')).toBe('unlisted');
    expect(ruling('media.lan:8080', '10.0.0.1', 8080, 'x.media.lan')).toBe('unlisted');
    expect(ruling('media.lan:8080', '10.0.0.1', 8080, 'other.lan')).toBe('unlisted');
  });

  it.each([
    ['127.0.0.0/8,!127.0.0.0/8:3000', '127.0.0.1', 3000],
    ['!127.0.0.1:3000,127.0.0.0/8', '127.0.0.1', 3000],
    ['127.0.0.0/8,!::ffff:127.0.0.0/104', '127.0.0.1', 80],
    ['127.0.0.0/8,!127.0.0.0/8', '::ffff:127.0.0.1', 80],
    ['media.lan:80,!10.0.0.0/8', '10.0.0.1', 80],
    ['10.0.0.0/8,!media.lan:80', '10.0.0.1', 80],
    ['!8.8.8.8/32', '8.8.8.8', 80],
  ])('%j excludes %s at port %d', (list, address, port) => {
    const target = { host: 'media.lan', address, port };
    expect(rulingOf(parseOutboundAllow(list), target)).toBe('excluded');
    expect(mayReach(parseOutboundAllow(list), target)).toBe(false);
  });

  it('lets an exclusion win wherever it stands in the list', () => {
    const rules = ['10.0.0.0/8', 'media.lan:80', '10.0.0.1:80', '0.0.0.0/0', '!10.0.0.0/16:80'];
    rules.forEach((_rule, index) => {
      const list = [...rules.slice(index), ...rules.slice(0, index)].join(',');
      expect(ruling(list, '10.0.3.4', 80, 'media.lan')).toBe('excluded');
      expect(ruling(list, '10.1.3.4', 80, 'media.lan')).toBe('listed');
    });
  });

  it.each([
    'media.lan',
    '10.0.0.1',
    '::1',
    '::1:80',
    '[::1]',
    'media.lan/8',
    'media.lan:',
    'media.lan:0',
    'media.lan:65536',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/8:0',
    '*.lan:80',
    '*',
    '!',
    'http://media.lan:80',
    'media.lan:80/path',
    'user@media.lan:80',
    '127.1:80',
    '0x7f.0.0.1:80',
    '2130706433:80',
    '256.1.1.1:80',
    '10.0.0:80',
    '[::1:80',
    'a..:80',
    ',',
    'a:1,',
    'a:1,,b:2',
    'a:1 b:2',
    '!!a:1',
    '10.0.0.0/',
  ])('refuses %j in one line that says what an entry looks like', (list) => {
    expect(() => parseOutboundAllow(list)).toThrow(
      /^entry \d+ must be host:port, ip:port, cidr or cidr:port, such as [^\n]+$/,
    );
  });

  it('says which entry is wrong', () => expect(() => parseOutboundAllow('a:1,b:2,c')).toThrow(/^entry 3 /));
});
