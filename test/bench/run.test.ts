import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Comparable, Figure, Workshop } from '../../bench/Bench';
import { benches } from '../../bench/benches/index';
import { compare, keepAnew, readKept, writeKept } from '../../bench/run/kept';
import type { KeptFigures } from '../../bench/run/kept';
import { readRequest } from '../../bench/run/readRequest';
import { runBenches } from '../../bench/run/runBenches';
import { runRounds } from '../../bench/run/runRounds';
import { useEachTempDir } from '../support/tempDir';

const folder = useEachTempDir();

describe('the command line', () => {
  const script = join(__dirname, '..', '..', 'bin', 'bench.mjs');
  const bench = (...words: string[]) => spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });

  it('shows every bench, starting none, and ends with 1 and a reason for what it does not know', () => {
    const listed = bench('--list');
    expect(listed.status).toBe(0);
    for (const { name } of benches) expect(listed.stdout).toMatch(new RegExp(`^${name} `, 'm'));
    expect(listed.stdout).toContain('  --size 2GiB: how much');
    const refused = bench('nothing');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('there is no bench "nothing"')]);
  });

  it('is read into benches and their options', () => {
    const words = ['media', '--rounds', '3', '--keep', '--size', '256MiB', '--patience', '300'];
    const request = readRequest(words);
    expect(request.chosen.map(({ name }) => name)).toEqual(['media']);
    expect(request).toMatchObject({ rounds: 3, isKeeping: true, patienceMs: 300_000 });
    expect(request.options).toMatchObject({ size: '256MiB', due: '500' });
    const short = benches.filter(({ isLong }) => !isLong);
    expect(readRequest([])).toMatchObject({ rounds: 5, isKeeping: false, chosen: short });
    expect(readRequest(['soak']).chosen.map(({ name }) => name)).toEqual(['soak']);
    expect(() => readRequest(['--rounds', '2'])).toThrow('--rounds must be a number from 3 on');
    expect(() => readRequest(['--colour', 'red'])).toThrow("Unknown option '--colour'");
  });
});

it('runs the arms in turn, in even rounds the last one first, and repeats a round that others disturbed', async () => {
  const run = async (shares: readonly number[], patienceMs: number) => {
    const [ran, left] = [new Array<string>(), [...shares]];
    const arms = ['A', 'B'].map((name) => ({ name, run: async () => ({ runCount: ran.push(name) }) }));
    const options = { rounds: 3, patienceMs, onRun: () => {}, watch: () => () => left.shift() ?? 0 };
    const done = await runRounds(arms, options);
    return [ran.join(''), ...done.map(({ foreignShare }) => foreignShare)];
  };
  const disturbed = Array.from({ length: 100 }, () => 0.9);
  expect(await run([], 0)).toEqual(['ABBAAB', 0, 0, 0]);
  // With patience a share is asked for before each round, too.
  expect(await run([0, 0.1, 0.21, 0, 0.2], 1)).toEqual(['ABBAABBA', 0.21, 0.2, 0, 0]);
  expect(await run(disturbed, 0)).toEqual(['ABBAAB', 0.9, 0.9, 0.9]);
  expect(await run(disturbed, 1)).toHaveLength(1 + 6);
});

it('runs all rounds of an arm before the next arm, where there is no way back from it', async () => {
  const [ran, left] = [new Array<string>(), [0, 0.9, 0, 0, 0, 0, 0.1]];
  const arms = ['A', 'B'].map((name) => ({ name, run: async () => ({ nth: ran.push(name) }) }));
  const options = {
    rounds: 3,
    patienceMs: 0,
    order: 'armByArm' as const,
    onRun: () => {},
    watch: () => () => left.shift() ?? 0,
  };
  const rounds = await runRounds(arms, options);
  expect(ran.join('')).toBe('AAABBB');
  expect(rounds.map(({ number, samples }) => [number, samples['A']?.['nth'], samples['B']?.['nth']])).toEqual([
    [1, 1, 4],
    [2, 3, 5],
    [3, 2, 6],
  ]);
  expect(rounds.map(({ foreignShare }) => foreignShare)).toEqual([0, 0, 0.9]);
});

const ratio = (...values: number[]): Comparable => ({ kind: 'ratio', values, better: 'higher' });
const count = (...values: number[]): Comparable => ({ kind: 'count', values, better: 'lower' });
const rate = (comparable?: Comparable, isMet = true): Figure => {
  return { what: 'rate', measured: '9 /s', budget: '≥ 8 /s', isMet, ...(comparable && { comparable }) };
};
const keptAs = (medianWas: number, worst: number): KeptFigures => ({
  media: { rate: { median: medianWas, worst, commit: 'old' } },
});

describe('kept figures', () => {
  it.each<[Comparable, was: number, worst: number, verdicts: string[], isDefault?: boolean]>([
    [ratio(0.85), 1, 0.99, ['fine']],
    [ratio(0.84), 1, 0.99, ['regression']],
    [ratio(0.61), 1, 0.8, ['fine']],
    [ratio(0.59), 1, 0.8, ['regression']],
    [ratio(0.49), 1, 0.1, ['regression']],
    [ratio(Number.NaN), 1, 0.8, ['regression']],
    [ratio(0.1), 1, 1, [], false],
    [{ ...ratio(2.3), better: 'lower' }, 2, 2.1, ['fine']],
    [{ ...ratio(2.31), better: 'lower' }, 2, 2.1, ['regression']],
    [count(24.5), 24, 31, ['fine']],
    [count(25), 24, 31, ['regression'], false],
  ])('%j, kept as %p with a worst round of %p, is %p', (now, was, worst, verdicts, isDefault = true) => {
    const outcome = { bench: 'media', figures: [rate(now)], isQuiet: true, isDefault };
    expect(compare(outcome, keptAs(was, worst)).map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  it('are written after a run: counts always, ratios of a quiet machine with the default options', () => {
    const outcome = { bench: 'media', figures: [rate(ratio(0.5, 0.41236, 0.6))], isQuiet: true, isDefault: true };
    const now = { rate: { median: 0.5, worst: 0.412, commit: 'new' } };
    expect(keepAnew({ media: { gone: null } }, outcome, 'new')).toEqual({ media: now });
    expect(keepAnew(keptAs(1, 1), { ...outcome, isQuiet: false }, 'new')).toEqual(keptAs(1, 1));
    const counted = { ...outcome, figures: [rate(count(7))], isQuiet: false, isDefault: false };
    expect(keepAnew({}, counted, 'new')).toEqual({ media: { rate: { median: 7, worst: 7, commit: 'new' } } });
  });

  it('of this repository are as a run writes them, and of benches that there are', () => {
    const file = join(__dirname, '..', '..', 'bench', 'kept.json');
    const known = readKept(file);
    expect(benches.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(known)));
    writeKept(folder.at('copy.json'), known);
    expect(readFileSync(folder.at('copy.json'), 'utf8')).toBe(readFileSync(file, 'utf8'));
  });
});

it.each([
  ['a budget that is missed', rate(ratio(0.9), false), {}, false, false],
  ['nothing to compare with', rate(ratio(0.9)), {}, false, true],
  ['a figure that has become worse', rate(ratio(0.5)), keptAs(0.9, 0.88), false, false],
  ['a worse figure that is to be kept', rate(ratio(0.5)), keptAs(0.9, 0.88), true, true],
])('a run with %s is good or not', async (_, figure, kept, isKeeping, isGood) => {
  const said: string[] = [];
  const prepare = async () => ({ arms: [{ name: 'only', run: async () => ({}) }], judge: () => [figure] });
  const bench: Bench = { name: 'media', summary: 'A question.', options: {}, prepare };
  const workshop = { resultsDir: folder.path, say: (line: string) => said.push(line) } as Partial<Workshop> as Workshop;
  const keptFile = folder.at('kept.json');
  writeKept(keptFile, kept);
  const request = { isListing: false, isKeeping, chosen: [bench, bench], rounds: 3, patienceMs: 0, options: {} };
  const surroundings = { say: workshop.say, keptFile, commit: 'new' };
  const run = { ...request, watch: () => () => 0 };
  expect(await runBenches(run, { ...surroundings, inWorkshop: async (work) => work(workshop) })).toBe(isGood);
  expect(said.at(-1)).toMatch(
    isKeeping ? /is kept, as measured at new/ : /^ {2}media +rate .* ≥ 8 \/s +(met|NOT MET)$/,
  );
  expect(readKept(keptFile)).toEqual(
    isKeeping ? { media: { rate: { median: 0.5, worst: 0.5, commit: 'new' } } } : kept,
  );
});
