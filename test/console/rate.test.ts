import { rateOf, withSample } from '../../console/screens/assignment/rate';
import type { Sample } from '../../console/screens/assignment/rate';

/** The samples of a transfer, one a second. */
const sampled = (...transferred: number[]) =>
  transferred.reduce<Sample[]>(
    (samples, bytes, second) => withSample(samples, { atMs: 1_000 * second, transferred: bytes }),
    [],
  );

describe('the rate of a transfer', () => {
  it.each([
    ['of steady bytes', [0, 500, 1_000], 500],
    ['of bytes that come in parts', [0, 0, 0, 3_000], 1_000],
    ['before the second sample', [700], null],
    ['while nothing moves', [700, 700, 700], null],
    ['of a transfer that began anew', [9_000, 100], null],
  ])('%s is %j a second', (_what, transferred, rate) => {
    expect(rateOf(sampled(...transferred))).toBe(rate);
  });

  it('is that of the last ten seconds', () => {
    const slow = Array.from({ length: 20 }, (_none, second) => second);
    const fast = Array.from({ length: 10 }, (_none, second) => 1_000 * (1 + second));
    expect(rateOf(sampled(...slow, ...fast))).toBe(1_000);
  });
});
