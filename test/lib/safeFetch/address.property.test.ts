import * as fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../../lib/safeFetch/address';
import { embeddingsOf } from './support/ipv4Forms';
import { addressWithin, closedIPv4Ranges, closedIPv6, dotted, neighboursIPv4, neighboursIPv6 } from './support/ranges';
import { runs } from '../../support/counts';

describe('isPublicAddress', () => {
  it.each(closedIPv4Ranges)('closes all of %s to %s, and each of them in every IPv6 form', (first, last) => {
    fc.assert(
      fc.property(addressWithin([first, last]), (ip) => {
        expect([ip, ...Object.values(embeddingsOf(ip))].filter(isPublicAddress)).toEqual([]);
      }),
      { ...runs(100, 10_000), examples: [[first], [last]] },
    );
  });

  it.each(neighboursIPv4)('leaves %s open, next to a closed range', (ip) => expect(isPublicAddress(ip)).toBe(true));

  it.each(closedIPv6)('closes %s', (ip) => expect(isPublicAddress(ip)).toBe(false));

  it.each(neighboursIPv6)('leaves %s open', (ip) => expect(isPublicAddress(ip)).toBe(true));

  it('closes IPv6 outside 2000::/3', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, (parts) => {
        fc.pre((parts[0] ?? 0) < 0x2000 || (parts[0] ?? 0) > 0x3fff);
        expect(isPublicAddress(new ipaddr.IPv6(parts).toString())).toBe(false);
      }),
      runs(500, 10_000),
    );
  });

  it('is never more open than ipaddr.js, and as open for IPv4 but for the Azure wire server', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }).map(dotted), fc.ipV6(), (v4, v6) => {
        expect(isPublicAddress(v4)).toBe(ipaddr.parse(v4).range() === 'unicast' && v4 !== '168.63.129.16');
        expect(isPublicAddress(v6) && ipaddr.parse(v6).range() !== 'unicast').toBe(false);
      }),
      runs(500, 10_000),
    );
  });

  it.each([
    '',
    'localhost',
    'example.com',
    '8.8.8',
    '134744072',
    '0x8.8.8.8',
    '08.8.8.8',
    '8.8.8.8 ',
    '2606:4700::1%eth0',
    '[::1]',
  ])('closes %j, which is not the text of an address', (text) => expect(isPublicAddress(text)).toBe(false));
});
