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
const parts = ['Temporal', 'worker', 'PostgreSQL', 'API'] as const;

const round = (value: number): number => Number(value.toFixed(0));

it.each([
  [0, 'without webhooks'],
  [1, 'with webhooks'],
])('the cost model multiplies the measured cost of one post, and adds up: column %i, %s', (nth) => {
  const measured = tableOf('The cost of one post');
  const modelled = tableOf('1,000 posts a second');
  const [temporal = Number.NaN, ...others] = parts.map((part) => measured[part]?.[nth] ?? Number.NaN);
  const rest = others.reduce((sum, cost) => sum + cost, 0);
  expect(measured['all']?.[nth]).toBeCloseTo(temporal + rest, 5);

  const more = temporal * onPostgres;
  const expected: Record<string, [number, number]> = {
    Temporal: [temporal, more * (1 - ofPostgres)],
    'PostgreSQL of Temporal': [Number.NaN, more * ofPostgres],
    ...Object.fromEntries(parts.slice(1).map((part, index) => [part, [others[index], others[index]]])),
    all: [temporal + rest, more + rest],
    'at 60 % of each core': [(temporal + rest) / busyMax, (more + rest) / busyMax],
  };
  for (const [part, cores] of Object.entries(expected))
    expect([part, modelled[part]?.slice(2 * nth, 2 * nth + 2).map(round)]).toEqual([part, cores.map(round)]);
});
