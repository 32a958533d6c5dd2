import type { Row, StepCost } from './step';
import { marks } from './walkSteps';

const columns = [
  { title: 'step', width: 24 },
  { title: 'assumed', width: 40 },
  { title: 'seen', width: 44 },
  { title: 'what follows', width: 40 },
] as const;

/** The rows as a table for a terminal, each cell wrapped at blanks. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ id, assumed, verdict, words, follows = '' }) =>
    lineOf([`${id} ${marks[verdict]}`, assumed, words, follows]),
  );
  const rule = columns.map(({ width }) => '-'.repeat(width)).join('  ');
  return [lineOf(columns.map(({ title }) => title)), rule, ...lines].join('\n');
}

function lineOf(cells: readonly string[]): string {
  const wrapped = columns.map(({ width }, index) => wrap(cells[index] ?? '', width));
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_none, line) =>
    columns
      .map(({ width }, index) => (wrapped[index]?.[line] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  ).join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** 0: all was seen; 1: a promise is broken; 2: not everything could be seen. */
export function exitCodeOf(rows: readonly Row[]): 0 | 1 | 2 {
  if (rows.some(({ verdict }) => verdict === 'broken')) return 1;
  return rows.every(({ verdict }) => verdict === 'seen') ? 0 : 2;
}

/** The result in one sentence. */
export function verdictOf(rows: readonly Row[]): string {
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  return `${count('seen')} seen, ${count('broken')} broken, ${count('not seen')} not seen.`;
}

/** The costs of some steps together, in words. */
export function costsOf(steps: readonly { readonly cost?: StepCost }[]): string {
  const sum = (name: keyof StepCost): number => steps.reduce((total, { cost }) => total + (cost?.[name] ?? 0), 0);
  const parts = [
    [sum('uploads'), 'uploads of the day'],
    [sum('units'), 'units of the quota at most'],
    [sum('drafts'), 'objects that nobody sees'],
    [sum('posts'), 'public posts'],
  ] as const;
  const told = parts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : []));
  return told.length === 0 ? 'It costs nothing.' : `It costs ${told.join(', ')}. All that it makes is removed.`;
}
