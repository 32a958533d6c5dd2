import { readRetryAfter } from '../../../platforms/http/retryAfter';

describe('Retry-After', () => {
  it.each([
    ['seconds', () => '120', 120],
    ['a date', () => new Date(Date.now() + 120_000).toUTCString(), 120],
    ['a date that has passed', () => new Date(0).toUTCString(), 0],
  ])('names the time to wait, given as %s', (_name, header, seconds) => {
    expect(Math.abs((readRetryAfter(header()) ?? Infinity) - seconds * 1000)).toBeLessThan(30_000);
  });

  it.each(['999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'names no time beyond the day within which every quota begins anew: %s',
    (header) => expect(readRetryAfter(header)).toBe(86_400_000),
  );

  it.each([undefined, '', 'soon', ['1', '2']])('names no time that cannot be read: %s', (header) => {
    expect(readRetryAfter(header)).toBeUndefined();
  });
});
