import { median, percentile, ratios, spread } from '../../bench/statistics';

describe('median', () => {
  it.each([
    [[7], 7],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('of %p is %p', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('leaves the values in their order', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('refuses to make up a value', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  it.each([
    [hundred, 0.99, 99],
    [hundred, 0.5, 50],
    [[7], 0.99, 7],
    [[1, 2, 3], 1, 3],
  ])('of %p at %p is %p', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  it('refuses to make up a value', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });
});

describe('ratios', () => {
  it('compares what was measured in the same round', () => {
    expect(ratios([8, 30, 5], [10, 20, 5])).toEqual([0.8, 1.5, 1]);
  });

  it('refuses lists of different rounds', () => {
    expect(() => ratios([1, 2], [1])).toThrow(RangeError);
  });
});

describe('spread', () => {
  it('shows the median and how far the rounds lie apart', () => {
    expect(spread([910.4, 970, 940], 0, 'MB/s')).toBe('940 (910–970) MB/s');
    expect(spread([0.9, 0.934, 0.97], 2)).toBe('0.93 (0.90–0.97)');
  });
});
