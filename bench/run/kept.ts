import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Comparable, Figure } from '../Bench';
import { median } from '../measure/statistics';

/** The measurement of a figure in an earlier run. */
const Kept = z.object({ median: z.number(), worst: z.number(), commit: z.string() });
type Kept = z.infer<typeof Kept>;

/** By the name of the bench and that of the figure; null where a figure is known, but was not measured yet. */
const KeptFigures = z.record(z.string(), z.record(z.string(), Kept.nullable()));
export type KeptFigures = z.infer<typeof KeptFigures>;

/** The outcome of one bench in this run. */
export interface Outcome {
  readonly bench: string;
  readonly figures: readonly Figure[];
  /** Others left the CPUs alone in enough of the rounds. */
  readonly isQuiet: boolean;
  /** The options were the bench's defaults: a ratio is compared under these options alone. */
  readonly isDefault: boolean;
}

/** The comparison of a figure with its kept measurement. */
export interface Comparison {
  readonly verdict: 'fine' | 'regression' | 'missing';
  /** One line that says both values. */
  readonly line: string;
}

/**
 * The part by which a median may be worse. A count is the same in each round, so that one more is a regression; only a
 * mean of counts differs by fractions.
 */
const countTolerance = 0.5;
/**
 * A ratio may be worse by twice the distance from its median to its worst round in the run that is kept. The worst of
 * five rounds lies about 1.2 standard deviations from the middle; the medians of two such runs differ with a deviation
 * of 0.75. So the tolerance is about three deviations of that difference. Five rounds may lie close together by chance:
 * the tolerance is never less than 15 %. More than half would let everything pass.
 */
const ratioTolerance = { times: 2, min: 0.15, max: 0.5 };

/** @throws Error when the file has another form than `writeKept` writes */
export function readKept(file: string): KeptFigures {
  return KeptFigures.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Writes the file as the formatter of this repository would. */
export function writeKept(file: string, kept: KeptFigures): void {
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}

/** Compares all comparable figures of this run with the kept figures. */
export function compare({ bench, figures, isDefault }: Outcome, kept: KeptFigures): Comparison[] {
  return figures.flatMap((figure) => {
    const { what, comparable } = figure;
    if (!comparable || (comparable.kind === 'ratio' && !isDefault)) return [];
    const before = kept[bench]?.[what];
    if (!before) return [{ verdict: 'missing' as const, line: `${bench}: ${what}` }];
    return [compareOne(`${bench}: ${what}`, figure.measured, comparable, before)];
  });
}

function compareOne(name: string, measured: string, comparable: Comparable, kept: Kept): Comparison {
  const { kind, values, better } = comparable;
  const now = median(values);
  const limit = limitOf(comparable, kept);
  const isFine = better === 'higher' ? now >= limit : now <= limit;
  const bound = better === 'higher' ? 'at least' : 'at most';
  const line =
    `${name}: ${kind} ${round(now)}, kept ${kept.median} at ${kept.commit}, ${bound} ${round(limit)} is asked` +
    ` (measured: ${measured})`;
  return { verdict: isFine ? 'fine' : 'regression', line };
}

function limitOf({ kind, better }: Comparable, kept: Kept): number {
  if (kind === 'count') return kept.median + countTolerance;
  const { times, min, max } = ratioTolerance;
  const distance = Math.abs(kept.worst - kept.median) / kept.median;
  const tolerance = Math.min(max, Math.max(min, times * distance));
  return kept.median * (better === 'higher' ? 1 - tolerance : 1 + tolerance);
}

/**
 * The measurements to keep after this run. Counts are always kept. Ratios are kept after a quiet run with the default
 * options; else the earlier ratios stay. A run with default options also forgets figures that the bench no longer has.
 */
export function keepAnew(kept: KeptFigures, { bench, figures, isQuiet, isDefault }: Outcome, commit: string) {
  const old = kept[bench] ?? {};
  const comparable = figures.flatMap((figure) =>
    figure.comparable ? [[figure.what, figure.comparable] as const] : [],
  );
  const stays = isDefault ? Object.fromEntries(comparable.map(([what]) => [what, old[what] ?? null])) : old;
  const fresh = comparable
    .filter(([, { kind, values }]) => (kind === 'count' || (isQuiet && isDefault)) && values.every(Number.isFinite))
    .map(([what, about]) => [what, keptOf(about, commit)]);
  return { ...kept, [bench]: { ...stays, ...Object.fromEntries(fresh) } };
}

function keptOf({ values, better }: Comparable, commit: string): Kept {
  const worst = better === 'higher' ? Math.min(...values) : Math.max(...values);
  return { median: round(median(values)), worst: round(worst), commit };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
