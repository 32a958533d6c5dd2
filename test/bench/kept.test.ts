import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Comparable } from '../../bench/Bench';
import { benches } from '../../bench/benches/index';
import { compare, keepAnew, readKept, writeKept } from '../../bench/kept';
import type { Outcome } from '../../bench/kept';
import { useEachTempDir } from '../support/tempDir';

const folder = useEachTempDir();
const commit = 'abc1234';

const figure = (what: string, comparable?: Comparable) => ({
  what,
  measured: '9 ms',
  isMet: true,
  ...(comparable && { comparable }),
});
const rate = (...values: number[]): Comparable => ({ kind: 'ratio', values, better: 'higher' });
const duration = (...values: number[]): Comparable => ({ kind: 'ratio', values, better: 'lower' });
const count = (...values: number[]): Comparable => ({ kind: 'count', values, better: 'lower' });

function outcome(comparable: Comparable | undefined, about: Partial<Outcome> = {}): Outcome {
  return { bench: 'create', figures: [figure('created', comparable)], isQuiet: true, isDefault: true, ...about };
}
const kept = (median: number, worst: number) => ({ create: { created: { median, worst, commit } } });
const verdicts = (...given: Parameters<typeof compare>) => compare(...given).map(({ verdict }) => verdict);

describe('a rate, as a ratio to its baseline', () => {
  it.each([
    ['15 % below, where the rounds lay close together', 0.85, 0.99, 'fine'],
    ['16 % below', 0.84, 0.99, 'regression'],
    ['better', 2, 0.99, 'fine'],
    ['twice as far below as the worst round', 0.61, 0.8, 'fine'],
    ['further', 0.59, 0.8, 'regression'],
    ['half, where the rounds lay far apart', 0.5, 0.1, 'fine'],
    ['less than half', 0.49, 0.1, 'regression'],
    ['no number', Number.NaN, 0.8, 'regression'],
  ])('that is %s is judged', (_, now, worst, verdict) => {
    expect(verdicts(outcome(rate(now)), kept(1, worst))).toEqual([verdict]);
  });

  it('counts by its median', () => {
    expect(verdicts(outcome(rate(0.1, 0.99, 1)), kept(1, 0.95))).toEqual(['fine']);
    expect(verdicts(outcome(rate(0.1, 0.5, 1)), kept(1, 0.95))).toEqual(['regression']);
  });
});

it.each([
  [2.3, 'fine'],
  [2.31, 'regression'],
  [0.1, 'fine'],
])('a duration of %p times its baseline, kept as 2, is judged', (now, verdict) => {
  expect(verdicts(outcome(duration(now)), kept(2, 2.1))).toEqual([verdict]);
});

it.each([
  [24, 'fine'],
  [24.5, 'fine'],
  [25, 'regression'],
  [20, 'fine'],
])('a count of %p, kept as 24, is judged', (now, verdict) => {
  expect(verdicts(outcome(count(now, now)), kept(24, 31))).toEqual([verdict]);
});

it('both values, the commit and what is asked are reported', () => {
  const [comparison] = compare(outcome(rate(0.4)), kept(0.8, 0.76));
  expect(comparison?.line).toBe(
    'create: created: ratio 0.4, kept 0.8 at abc1234, at least 0.68 is asked (measured: 9 ms)',
  );
});

describe('a figure', () => {
  it.each([
    ['of a bench that nothing is kept of', {}],
    ['that nothing is kept of', { create: {} }],
    ['that was not measured yet', { create: { created: null } }],
  ])('%s is missing, and no regression', (_, known) => {
    expect(compare(outcome(rate(0.1)), known)).toEqual([{ verdict: 'missing', line: 'create: created' }]);
  });

  it('that can be compared with no other machine is not compared', () => {
    expect(compare(outcome(undefined), kept(1, 1))).toEqual([]);
  });

  it('is compared with the default options only, unless it is a count', () => {
    expect(compare(outcome(rate(0.1), { isDefault: false }), kept(1, 1))).toEqual([]);
    expect(verdicts(outcome(count(9), { isDefault: false }), kept(8, 8))).toEqual(['regression']);
  });
});

describe('after a run', () => {
  const figures = [figure('created', rate(0.5, 0.41236, 0.6)), figure('events', count(24, 25, 24)), figure('p99')];
  const before = { create: { created: { median: 0.9, worst: 0.8, commit: 'old' }, gone: null }, media: {} };
  const events = { median: 24, worst: 25, commit };

  it('with default options on a quiet machine, all that can be compared is kept, and what is gone forgotten', () => {
    expect(keepAnew(before, outcome(undefined, { figures }), commit)).toEqual({
      create: { created: { median: 0.5, worst: 0.412, commit }, events },
      media: {},
    });
  });

  it('on a machine that was not quiet, counts are kept, and ratios stay or are marked as missing', () => {
    const noisy = outcome(undefined, { figures, isQuiet: false });
    expect(keepAnew(before, noisy, commit).create).toEqual({ created: before.create.created, events });
    expect(keepAnew({}, noisy, commit).create).toEqual({ created: null, events });
  });

  it('with other options, counts are kept beside all that was', () => {
    const other = outcome(undefined, { figures, isDefault: false });
    expect(keepAnew(before, other, commit).create).toEqual({ ...before.create, events });
  });

  it('a value that is no number is marked as missing', () => {
    const broken = outcome(rate(0.5, Number.NaN));
    expect(keepAnew({}, broken, commit).create).toEqual({ created: null });
  });
});

it('a file that was written can be read again', () => {
  const file = folder.at('kept.json');
  writeKept(file, { ...kept(1, 0.9), media: { transfer: null } });
  expect(readKept(file)).toEqual({ ...kept(1, 0.9), media: { transfer: null } });
});

it('the file of this repository is one that a run has written, about benches that there are', () => {
  const file = join(__dirname, '..', '..', 'bench', 'kept.json');
  const known = readKept(file);
  const names = benches.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(known)));
  const copy = folder.at('copy.json');
  writeKept(copy, known);
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(file, 'utf8'));
});
