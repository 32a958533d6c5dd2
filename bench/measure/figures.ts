import type { Comparable, Figure, Round } from '../Bench';
import { median, spread } from './statistics';

/** The measurements of an arm under a name, round by round; NaN for a round without one. */
export function valuesOf(rounds: readonly Round[], arm: string, name: string): number[] {
  return rounds.map(({ samples }) => samples[arm]?.[name] ?? Number.NaN);
}

interface Shown {
  readonly digits?: number;
  readonly unit: string;
  readonly baseline?: readonly number[];
  readonly ratio?: readonly number[];
  /** A count of something that neither the machine nor its load changes. */
  readonly isCount?: boolean;
}

/** A figure without a budget. A later run is compared with its ratio, or with its count. */
export function shown(what: string, values: readonly number[], about: Shown): Figure {
  const { digits = 1, unit, baseline, ratio } = about;
  const comparable = comparableOf(values, about);
  return {
    what,
    measured: spread(values, digits, unit),
    ...(baseline && { baseline: spread(baseline, digits, unit) }),
    ...(ratio && { ratio: spread(ratio, median(ratio) < 0.1 ? 3 : 2) }),
    isMet: true,
    ...(comparable && { comparable }),
  };
}

/** A rate is better when it is higher; everything else when it is lower. */
function comparableOf(values: readonly number[], { unit, ratio, isCount }: Shown): Comparable | undefined {
  if (ratio) return { kind: 'ratio', values: ratio, better: unit.endsWith('/s') ? 'higher' : 'lower' };
  return isCount ? { kind: 'count', values, better: 'lower' } : undefined;
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

type ShownAgainst = Shown & { readonly ratio: readonly number[] };

/** A figure whose ratio to its baseline, as the median over the rounds, must not be lower. */
export function ratioAtLeast(min: number, what: string, values: readonly number[], about: ShownAgainst): Figure {
  return { ...shown(what, values, about), budget: `ratio ≥ ${min}`, isMet: median(about.ratio) >= min };
}

/** A figure whose ratio to its baseline, as the median over the rounds, must not be higher. */
export function ratioAtMost(max: number, what: string, values: readonly number[], about: ShownAgainst): Figure {
  return { ...shown(what, values, about), budget: `ratio ≤ ${max}`, isMet: median(about.ratio) <= max };
}

/** A figure that counts, over all rounds, the posts that became public before their time. */
export function noneEarly(earlyCounts: readonly number[]): Figure {
  const sum = earlyCounts.reduce((total, value) => total + value, 0);
  return { what: 'public early', measured: String(sum), budget: '0', isMet: sum === 0 };
}
