import type { Figure } from './Bench';

const headings = ['figure', 'measured', 'baseline', 'ratio', 'budget', ''];

/** The figures as lines of a table, with a verdict on each. */
export function table(figures: readonly Figure[]): string[] {
  const rows = [headings, ...figures.map(row)];
  const widths = headings.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
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
