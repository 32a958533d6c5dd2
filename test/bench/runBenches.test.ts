import type { Bench, Comparable, Figure, Workshop } from '../../bench/Bench';
import { readKept, writeKept } from '../../bench/kept';
import type { KeptFigures } from '../../bench/kept';
import { runBenches } from '../../bench/runBenches';
import { useEachTempDir } from '../support/tempDir';

const folder = useEachTempDir();
const ratio = (value: number): Comparable => ({ kind: 'ratio', values: [value], better: 'higher' });

const budgeted: Figure = { what: 'rate', measured: '9 /s', ratio: '0.90', budget: 'ratio ≥ 0.85', isMet: true };
const missed: Figure = { ...budgeted, what: 'latency', budget: '≤ 5 ms', isMet: false };
const onlyShown: Figure = { what: 'p99', measured: '12 ms', isMet: true };

/** A bench that comes to these figures, or ends with an error where there are none. */
function benchOf(name: string, ...figures: Figure[]): Bench {
  const run = async () => (figures.length === 0 ? Promise.reject(new Error('the sink received half')) : {});
  const prepare = async () => ({ arms: [{ name: 'only', run }], judge: () => figures });
  return { name, summary: 'A question.', options: {}, prepare };
}

async function run(benches: readonly Bench[], kept: KeptFigures = {}, isKeeping = false) {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const keptFile = folder.at('kept.json');
  writeKept(keptFile, kept);
  const workshop = { resultsDir: folder.path, say } as Partial<Workshop> as Workshop;
  const request = { isListing: false, isKeeping, chosen: benches, rounds: 3, patienceMs: 0, options: {} };
  const running = runBenches(
    { ...request, watch: () => () => 0 },
    { inWorkshop: async (work) => work(workshop), say, keptFile, commit: 'new' },
  );
  const result = await running.catch((error: unknown) => error);
  return { result, said: said.join('\n'), kept: readKept(keptFile) };
}

const ended = (said: string) => said.slice(said.indexOf('\nAll budgets:'));

it('ends with one table of all budgets, and of nothing else', async () => {
  const { result, said } = await run([benchOf('media', budgeted, onlyShown), benchOf('create', missed)]);
  expect(ended(said).split('\n').slice(1, 5)).toEqual([
    'All budgets:',
    '  bench   figure   measured  baseline  ratio  budget',
    '  media   rate     9 /s                0.90   ratio ≥ 0.85  met',
    '  create  latency  9 /s                0.90   ≤ 5 ms        NOT MET',
  ]);
  expect(ended(said)).not.toContain('p99');
  expect(result).toBe(false);
});

it('is good when every budget is met, and nothing is kept yet', async () => {
  const { result, said } = await run([
    benchOf('media', budgeted),
    benchOf('create', { ...budgeted, comparable: ratio(1) }),
  ]);
  expect(result).toBe(true);
  expect(said).toContain('0 are no worse, 0 are worse');
  expect(said).toContain('Nothing is kept yet of create: rate');
});

it('says that ratios are not compared where the options are not the default ones', async () => {
  const options = { size: { default: '2GiB', description: 'how much' } };
  const worse = benchOf('media', { ...budgeted, comparable: ratio(0.5) });
  const kept = { media: { rate: { median: 0.9, worst: 0.88, commit: 'old' } } };
  const { result, said } = await run([{ ...worse, options }], kept);
  expect(result).toBe(true);
  expect(said).toContain('The ratios of media are not compared');
});

it('shows no second table of a single bench', async () => {
  expect((await run([benchOf('media', budgeted)])).said).not.toContain('All budgets');
});

describe('compared with what is kept', () => {
  const kept = { media: { rate: { median: 0.9, worst: 0.88, commit: 'old' } } };

  it.each([
    [0.88, true],
    [0.5, false],
  ])('a figure of %p is good (%p), although its budget is met', async (now, isGood) => {
    const { result, said } = await run([benchOf('media', { ...budgeted, comparable: ratio(now) })], kept);
    expect(result).toBe(isGood);
    expect(said.includes('REGRESSION media: rate: ratio 0.5, kept 0.9 at old')).toBe(!isGood);
  });

  it('a worse one is reported and kept, and is no reason to fail, when the figures are to be kept', async () => {
    const worse = benchOf('media', { ...budgeted, comparable: ratio(0.5) });
    const { result, said, kept: after } = await run([worse], kept, true);
    expect({ result, after }).toEqual({
      result: true,
      after: { media: { rate: { median: 0.5, worst: 0.5, commit: 'new' } } },
    });
    expect(said).toContain('REGRESSION');
    expect(said).toContain('media: all that can be compared is kept, as measured at new');
  });

  it('nothing is kept unless that is asked for', async () => {
    const { kept: after } = await run([benchOf('media', { ...budgeted, comparable: ratio(0.95) })], kept);
    expect(after).toEqual(kept);
  });

  it('a budget that is missed fails a run that keeps its figures, too', async () => {
    expect((await run([benchOf('media', missed)], kept, true)).result).toBe(false);
  });
});

it('tells what was measured before the error of a bench ends it, and keeps nothing', async () => {
  const benches = [
    benchOf('media', { ...budgeted, comparable: ratio(1) }),
    benchOf('create'),
    benchOf('publish', missed),
  ];
  const { result, said, kept } = await run(benches, {}, true);
  expect(result).toEqual(new Error('the sink received half'));
  expect(ended(said)).toContain('media  rate');
  expect(said).not.toContain('publish:');
  expect(kept).toEqual({});
});
