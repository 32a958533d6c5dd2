import type { Figure, Round } from './Bench';
import { median, spread } from './statistics';

/** What an arm measured under a name, round by round; NaN where it did not. */
export function valuesOf(rounds: readonly Round[], arm: string, name: string): number[] {
  return rounds.map(({ samples }) => samples[arm]?.[name] ?? Number.NaN);
}

interface Shown {
  readonly digits?: number;
  readonly unit: string;
  readonly baseline?: readonly number[];
  readonly ratio?: readonly number[];
}

/** A figure that nothing is asked of. */
export function shown(what: string, values: readonly number[], { digits = 1, unit, baseline, ratio }: Shown): Figure {
  return {
    what,
    measured: spread(values, digits, unit),
    ...(baseline && { baseline: spread(baseline, digits, unit) }),
    ...(ratio && { ratio: spread(ratio, 2) }),
    isMet: true,
  };
}

/** A figure whose median over the rounds must not be higher. */
export function atMost(max: number, what: string, values: readonly number[], about: Shown): Figure {
  const budget = `≤ ${max} ${about.unit}`.trimEnd();
  return { ...shown(what, values, about), budget, isMet: median(values) <= max };
}

/** A figure whose median over the rounds must not be lower. */
export function atLeast(min: number, what: string, values: readonly number[], about: Shown): Figure {
  const budget = `≥ ${min} ${about.unit}`.trimEnd();
  return { ...shown(what, values, about), budget, isMet: median(values) >= min };
}

/** A figure whose ratio to its baseline, as the median over the rounds, must not be lower. */
export function ratioAtLeast(
  min: number,
  what: string,
  values: readonly number[],
  about: Shown & { readonly ratio: readonly number[] },
): Figure {
  return { ...shown(what, values, about), budget: `ratio ≥ ${min}`, isMet: median(about.ratio) >= min };
}
