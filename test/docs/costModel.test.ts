import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'cost-model.md'), 'utf8');

/** The rows of a section's table, by their first cell. */
function tableOf(title: string): Record<string, number[]> {
  const section = page.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
  const rows = section.split('\n').filter((line) => /^\| .*\d/.test(line));
  const cells = rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  return Object.fromEntries(cells.map(([name = '', ...values]) => [name, values.map(Number)]));
}

/** The extra of Temporal on PostgreSQL, and what PostgreSQL has of it. */
const onPostgres = 1.4;
const ofPostgres = 36 / 78;
const busyMax = 0.6;

it('the cost model multiplies the measured cost of one post, and adds up', () => {
  const measured = tableOf('The cost of one post');
  const cost = (part: string): number => measured[part]?.[0] ?? Number.NaN;
  const parts = ['Temporal', 'worker', 'PostgreSQL', 'API'];
  const all = parts.reduce((sum, part) => sum + cost(part), 0);
  expect(cost('all')).toBeCloseTo(all, 1);

  const temporal = cost('Temporal') * onPostgres;
  const more = all - cost('Temporal') + temporal;
  const expected: Record<string, [number, number]> = {
    Temporal: [cost('Temporal'), temporal * (1 - ofPostgres)],
    'PostgreSQL of Temporal': [Number.NaN, temporal * ofPostgres],
    ...Object.fromEntries(['worker', 'PostgreSQL', 'API'].map((part) => [part, [cost(part), cost(part)]])),
    all: [all, more],
    'at 60 % of each core': [all / busyMax, more / busyMax],
  };
  const rounded = Object.entries(expected).map(([part, values]) => [
    part,
    values.map((value) => Number(value.toFixed(1))),
  ]);
  expect(tableOf('1,000 posts a second')).toEqual(Object.fromEntries(rounded));
});
