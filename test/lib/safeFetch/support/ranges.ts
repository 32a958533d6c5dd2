import * as fc from 'fast-check';

/** Copied by hand from the IANA registries, apart from the code, so that the two can disagree: [first, last] of each range. */
export const closedIPv4Ranges: readonly (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
];

const numberOf = (ip: string): number => ip.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);

/** The dotted form of a 32-bit number. */
export const dotted = (number: number): string => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');

/** Any address of a range, both ends included. */
export const addressWithin = ([first, last]: readonly [string, string]): fc.Arbitrary<string> =>
  fc.integer({ min: numberOf(first), max: numberOf(last) }).map(dotted);

/** The public addresses that lie right beside the closed ranges. */
export const neighboursIPv4 = [
  '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17',
  '169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0',
  '192.31.195.255 192.31.197.0 192.52.192.255 192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0',
  '192.175.47.255 192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0',
  '223.255.255.255 8.8.8.8',
].flatMap((line) => line.split(' '));

export const closedIPv6 = [
  ':: ::1 ::2 ::8 1::1 100::1 100:0:0:1::1 200::1 64:ff9b::808:808 64:ff9b:1::1 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001::1 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1',
  '2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002::1 2002:ffff:ffff::1 2620:4f:8000::1 3fff::1 3fff:fff::1',
  '4000::1 5f00::1 8000::1 a000::1 c000::1 e000::1 f000::1 fc00::1 fd00:ec2::254 fdff::1 fe00::1 fe80::1 febf::1 fec0::1',
  'ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
].flatMap((line) => line.split(' '));

export const neighboursIPv6 = [
  '2000:: 2001:200::1 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::1 2001:ffff::1 2003::1 2606:4700:4700::1111',
  '2620:4f:7fff::1 2620:4f:8001::1 2a00:1450:4009::200e 3ffe:ffff::1 3fff:1000::1 2600::5efd:7f00:1',
].flatMap((line) => line.split(' '));
