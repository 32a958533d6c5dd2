/** The transferred part of the media at a moment. */
export interface Sample {
  atMs: number;
  transferred: number;
}

/** The last milliseconds, over which a rate is measured. */
const windowMs = 10_000;

/** Adds the newest sample, and drops samples that are too old to count. */
export function withSample(samples: readonly Sample[], newest: Sample): Sample[] {
  return [...samples.filter(({ atMs }) => newest.atMs - atMs < windowMs), newest];
}

/** Bytes a second, from the oldest sample to the newest; null while that cannot be told. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [oldest, newest] = [samples[0], samples.at(-1)];
  if (!oldest || !newest || newest.atMs === oldest.atMs || newest.transferred <= oldest.transferred) return null;
  return (1_000 * (newest.transferred - oldest.transferred)) / (newest.atMs - oldest.atMs);
}
