/** The middle value; of an even count the mean of the middle two. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('there is no median of no values');
  return (lower + upper) / 2;
}

/**
 * The smallest value that this share of all values does not exceed (nearest rank).
 * @param share above 0, up to 1: 0.99 for the 99th percentile
 * @throws RangeError for no values
 */
export function percentile(values: readonly number[], share: number): number {
  const found = values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];
  if (found === undefined) throw new RangeError('there is no percentile of no values');
  return found;
}

/** The ratio of each value to the baseline in the same place: measurements of the same round belong together. */
export function ratios(values: readonly number[], baselines: readonly number[]): number[] {
  if (values.length !== baselines.length) throw new RangeError('every value needs a baseline');
  return values.map((value, index) => value / (baselines[index] ?? Number.NaN));
}

/** The median with the lowest and the highest value, such as `940 (910–970) MB/s`. */
export function spread(values: readonly number[], digits: number, unit = ''): string {
  const format = (value: number): string => value.toFixed(digits);
  return `${format(median(values))} (${format(Math.min(...values))}–${format(Math.max(...values))}) ${unit}`.trimEnd();
}
