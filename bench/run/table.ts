import type { Figure } from '../Bench';
import type { Outcome } from './kept';

const headings = ['figure', 'measured', 'baseline', 'ratio', 'budget', ''];

/** The figures as lines of a table, with a verdict on each. */
export function table(figures: readonly Figure[]): string[] {
  return align([headings, ...figures.map(row)]);
}

/** Every figure of which something is asked, of all benches in one table. */
export function budgetTable(outcomes: readonly Pick<Outcome, 'bench' | 'figures'>[]): string[] {
  const rows = outcomes.flatMap(({ bench, figures }) =>
    figures.filter(({ budget }) => budget !== undefined).map((figure) => [bench, ...row(figure)]),
  );
  return align([['bench', ...headings], ...rows]);
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function row({ what, measured, baseline = '', ratio = '', budget, isMet }: Figure): string[] {
  const verdict = isMet ? 'met' : 'NOT MET';
  return [what, measured, baseline, ratio, ...(budget === undefined ? [] : [budget, verdict])];
}
