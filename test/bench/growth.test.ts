import type { Figure, Round, Sample } from '../../bench/Bench';
import { judge as judgeGrowth, readSizes } from '../../bench/benches/growth';
import { judge as judgeRetention } from '../../bench/benches/retention';
import { emptied, kept } from '../../bench/benches/retention/sizes';
import { judge as judgeSoak } from '../../bench/benches/soak';
import { growthOf, percentADecade } from '../../bench/measure/growth';

const rounds = (samples: Record<string, Sample>): Round[] =>
  [1, 2, 3].map((number) => ({ number, samples, foreignShare: 0 }));
const find = (figures: readonly Figure[], what: string) => figures.find((figure) => figure.what === what);

describe('growth', () => {
  it.each([
    [
      [10, 11, 12.1],
      [1000, 10_000, 100_000],
      [10, 10],
    ],
    [[10, 20], [1000, 100_000], [41.42]],
    [[10, 9], [10, 100], [-10]],
    [[10], [10], []],
  ])('of %j at %j is %j percent a decade', (values, counts, expected) => {
    expect(percentADecade(values, counts).map((percent) => Number(percent.toFixed(2)))).toEqual(expected);
  });

  it('is shown at each size, and asked of each step', () => {
    const sizes = { arms: ['few', 'many', 'most'], counts: [10, 100, 1000] };
    const at = (few: number, many: number, most: number) =>
      rounds({ few: { ms: few }, many: { ms: many }, most: { ms: most } });
    const figureOf = (values: readonly Round[], isFree = false) =>
      growthOf(values, sizes, 'list', { name: 'ms', unit: 'ms', isFree });
    expect(figureOf(at(10, 10.9, 11.5))).toEqual({
      what: 'list',
      measured: '10.0 (10.0–10.0) → 10.9 (10.9–10.9) → 11.5 (11.5–11.5) ms',
      ratio: '+9 %, +6 %',
      budget: '≤ +10 % a decade',
      isMet: true,
    });
    expect(figureOf(at(10, 10, 11.2)).isMet).toBe(false);
    expect(figureOf(at(10, 11.2, 10)).isMet).toBe(false);
    expect(figureOf(at(10, 100, 1000), true)).toMatchObject({ ratio: '+900 %, +900 %', isMet: true });
  });

  it('is judged at the sizes that were asked for', () => {
    const options = { sizes: '100,1000', kept: '100,1000', timers: '10,20' };
    const sizes = readSizes(options);
    expect(sizes).toEqual([
      { assignments: 100, deliveries: 100, timers: 10 },
      { assignments: 1000, deliveries: 1000, timers: 20 },
    ]);
    const figures = judgeGrowth(
      rounds({
        '100 + 100 + 10': { createP99Ms: 10, earlyCount: 0 },
        '1000 + 1000 + 20': { createP99Ms: 12, earlyCount: 1 },
      }),
      sizes,
    );
    expect(find(figures, 'create, p99')).toMatchObject({ ratio: '+20 %', isMet: false });
    expect(find(figures, 'public early')).toMatchObject({ measured: '3', isMet: false });
    for (const changed of [{ kept: '100' }, { timers: '20,10' }, { timers: '10,1000' }, { sizes: '100,many' }])
      expect(() => readSizes({ ...options, ...changed })).toThrow(/^--/);
  });
});

describe('retention', () => {
  const sample = (rows: number, bytes: number): Sample =>
    Object.fromEntries(
      [...emptied, ...kept].flatMap((table) => [
        [`${table} rows`, rows],
        [`${table} bytes`, bytes],
      ]),
    );
  const year = (last: Sample) =>
    judgeRetention(rounds({ 'day 180': sample(100, 1024), 'day 271': sample(100, 1024), 'day 363': last }), 365);

  it('asks of each table that is emptied to stay flat, and of the others nothing', () => {
    expect(year(sample(110, 120 * 1024)).every(({ isMet }) => isMet)).toBe(true);
    const missed = year(sample(120, 160 * 1024)).filter(({ isMet }) => !isMet);
    expect(missed).toHaveLength(2 * emptied.length);
    expect(find(year(sample(120, 160 * 1024)), 'assignments, rows')).toMatchObject({ ratio: '1.20, kept for good' });
  });

  it('is flat where a table is empty', () => {
    const figures = judgeRetention(
      rounds({ 'day 180': sample(0, 0), 'day 271': sample(0, 0), 'day 363': sample(0, 0) }),
      365,
    );
    expect(find(figures, 'outbox, rows')).toMatchObject({ ratio: '1.00', isMet: true });
  });
});

it('a soak asks of both processes not to grow by more than a tenth', () => {
  const memory = (mebibytes: number): Sample => {
    const names = ['worker residentMiB', 'worker heapMiB', 'API residentMiB', 'API heapMiB'];
    return { ...Object.fromEntries(names.map((name) => [name, mebibytes])), published: 9, webhooks: 36, underWay: 0 };
  };
  const figures = (late: number) => judgeSoak(rounds({ early: memory(100), late: memory(late) }));
  expect(figures(110).every(({ isMet }) => isMet)).toBe(true);
  const missed = figures(111).filter(({ isMet }) => !isMet);
  expect(missed.map(({ what }) => what)).toEqual(['worker, resident memory', 'API, resident memory']);
});
