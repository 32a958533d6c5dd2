import type { Figure, Round } from '../Bench';
import { valuesOf } from './figures';
import { median, spread } from './statistics';

/** A decade is ten times as many. */
export interface Sizes {
  /** The names of the arms, from the smallest size. */
  readonly arms: readonly string[];
  readonly counts: readonly number[];
}

/** The greatest growth that is asked of a figure. */
const percentMax = 10;

/** The growth of each step from one size to the next, in percent a decade. */
export function percentADecade(values: readonly number[], counts: readonly number[]): number[] {
  return values.slice(1).map((value, index) => {
    const decades = Math.log10((counts[index + 1] ?? Number.NaN) / (counts[index] ?? Number.NaN));
    return ((value / (values[index] ?? Number.NaN)) ** (1 / decades) - 1) * 100;
  });
}

/**
 * A figure at each size, with its growth: medians over the rounds, and their ranges.
 * @param isFree nothing is asked of the figure: it grows by what it is
 */
export function growthOf(
  rounds: readonly Round[],
  { arms, counts }: Sizes,
  what: string,
  { name, unit, digits = 1, isFree = false }: { name: string; unit: string; digits?: number; isFree?: boolean },
): Figure {
  const values = arms.map((arm) => valuesOf(rounds, arm, name));
  const steps = percentADecade(values.map(median), counts);
  const measured = `${values.map((ofSize) => spread(ofSize, digits)).join(' → ')} ${unit}`;
  const percent = steps.map((step) => `${step < 0 ? '−' : '+'}${Math.abs(step).toFixed(0)} %`).join(', ');
  const isAsked = !isFree && steps.length > 0;
  return {
    what,
    measured: measured.trimEnd(),
    ...(steps.length > 0 && { ratio: percent }),
    ...(isAsked && { budget: `≤ +${percentMax} % a decade` }),
    isMet: !isAsked || steps.every((step) => step <= percentMax),
  };
}
