import type { Figure, Round, Sample } from '../../../bench/Bench';

/** Three rounds that were all the same. */
export function rounds(samples: Record<string, Sample>): Round[] {
  return [1, 2, 3].map((number) => ({ number, samples, foreignShare: 0 }));
}

/** The one whose name contains these words. */
export function figure(figures: readonly Figure[], what: string): Figure {
  const found = figures.find((one) => one.what.includes(what));
  if (!found) throw new Error(`no figure "${what}" in ${figures.map((one) => one.what).join('; ')}`);
  return found;
}
