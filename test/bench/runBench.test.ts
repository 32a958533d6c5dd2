import { readdirSync, readFileSync } from 'node:fs';
import type { Bench, Round, Workshop } from '../../bench/Bench';
import { runBench } from '../../bench/runBench';
import { useEachTempDir } from '../support/tempDir';

const results = useEachTempDir();

/** A bench whose one arm measures nothing, and whose one budget is met or not. */
function benchThat(isMet: boolean): { bench: Bench; judged: (readonly Round[])[] } {
  const judged: (readonly Round[])[] = [];
  const judge = (rounds: readonly Round[]) => {
    judged.push(rounds);
    return [{ what: 'speed', measured: '9 MB/s', baseline: '10 MB/s', ratio: '0.90', budget: 'ratio ≥ 0.85', isMet }];
  };
  const arms = [{ name: 'ours', run: async () => ({ bytesPerSecond: 9e6 }) }];
  return {
    judged,
    bench: { name: 'speed', summary: 'How fast.', options: {}, prepare: async () => ({ arms, judge }) },
  };
}

/** With patience a share is asked for before each round, too. */
async function run(bench: Bench, foreignShares: readonly number[] = [], options: Record<string, string> = {}) {
  const said: string[] = [];
  const left = [...foreignShares];
  const workshop = {
    resultsDir: results.path,
    say: (line: string) => void said.push(line),
  } as Partial<Workshop> as Workshop;
  const request = { isListing: false, isKeeping: false, chosen: [bench], rounds: 3, patienceMs: 1, options };
  const outcome = await runBench(bench, { ...request, watch: () => () => left.shift() ?? 0 }, workshop);
  return { ...outcome, said: said.join('\n') };
}

/** Four rounds, each with the share before it. */
const oneDisturbed = [0, 0, 0, 0.5, 0, 0, 0, 0];

it.each([
  [true, 'met'],
  [false, 'NOT MET'],
])('says in a table whether the budget is met (%p)', async (isMet, verdict) => {
  const outcome = await run(benchThat(isMet).bench);
  expect(outcome.figures).toMatchObject([{ isMet }]);
  const [heading, row] = outcome.said.split('\n').slice(-2);
  expect(heading).toBe('  figure  measured  baseline  ratio  budget');
  expect(row).toBe(`  speed   9 MB/s    10 MB/s   0.90   ratio ≥ 0.85  ${verdict}`);
});

it('shows a figure without a budget, and no verdict on it', async () => {
  const { bench } = benchThat(true);
  const judge = () => [{ what: 'latency', measured: '9 ms', isMet: true }];
  const prepare = async () => ({ ...(await bench.prepare({} as Workshop, {})), judge });
  const { said } = await run({ ...bench, prepare });
  expect(said.split('\n').at(-1)).toBe('  latency  9 ms');
});

it('keeps the machine, every run and every figure as JSON lines, and says them', async () => {
  const { said } = await run(benchThat(true).bench, oneDisturbed);
  const [file = ''] = readdirSync(results.path);
  const text = readFileSync(results.at(file), 'utf8').trimEnd();
  const lines = text.split('\n').map((line) => JSON.parse(line));
  expect(lines).toHaveLength(1 + 4 + 1);
  expect(lines[0]).toMatchObject({ bench: 'speed', machine: { node: process.version }, rounds: 3 });
  expect(lines[2]).toEqual({ round: 2, arm: 'ours', foreignShare: 0.5, sample: { bytesPerSecond: 9e6 } });
  expect(lines[5]).toMatchObject({ what: 'speed', isMet: true });
  for (const line of text.split('\n')) expect(said).toContain(line);
});

it('judges by the quiet rounds when there are enough of them', async () => {
  const { bench, judged } = benchThat(true);
  const { said, isQuiet } = await run(bench, oneDisturbed);
  expect(isQuiet).toBe(true);
  expect(judged[0]?.map(({ number }) => number)).toEqual([1, 3, 4]);
  expect(said).toContain('In 1 of 4 rounds others took over 20 % of the CPUs; those are left out.');
});

it('judges by all rounds, and says so, when the machine was never quiet', async () => {
  const { bench, judged } = benchThat(true);
  const { said, isQuiet } = await run(
    bench,
    Array.from({ length: 1000 }, () => 0.7),
  );
  expect(isQuiet).toBe(false);
  expect(judged[0]).toHaveLength(6);
  expect(said).toContain('NOISY: in 6 of 6 rounds others took over 20 % of the CPUs');
});

it('tells whether the options were those by default', async () => {
  const bench = { ...benchThat(true).bench, options: { size: { default: '2GiB', description: 'how much' } } };
  expect((await run(bench, [], { size: '2GiB', other: '1' })).isDefault).toBe(true);
  expect((await run(bench, [], { size: '64MiB' })).isDefault).toBe(false);
});
