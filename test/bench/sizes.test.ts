import { formatSize, parseSize } from '../../bench/sizes';

it.each([
  ['64KiB', 65_536, '64 KiB'],
  ['256MiB', 268_435_456, '256 MiB'],
  ['2GiB', 2_147_483_648, '2 GiB'],
  ['1024MiB', 1_073_741_824, '1 GiB'],
])('reads %s as %p bytes and shows it as %s', (text, bytes, shown) => {
  expect(parseSize(text)).toBe(bytes);
  expect(formatSize(bytes)).toBe(shown);
});

it.each(['', '2', '2GB', '-1MiB', '0MiB', '1.5GiB', '2GiB '])('refuses %p', (text) => {
  expect(() => parseSize(text)).toThrow('is no size');
});
