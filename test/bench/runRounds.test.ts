import type { ArmRun } from '../../bench/runRounds';
import { runRounds } from '../../bench/runRounds';

/** Two arms that note when they run, and others who take the given shares of the CPUs, one after the other. */
function setting(foreignShares: readonly number[]) {
  const ran: string[] = [];
  const told: ArmRun[] = [];
  const left = [...foreignShares];
  const arm = (name: string) => ({
    name,
    run: async () => {
      ran.push(name);
      return { runCount: ran.length };
    },
  });
  const options = {
    patienceMs: 0,
    onRun: (run: ArmRun) => void told.push(run),
    watch: () => () => left.shift() ?? 0,
  };
  return { ran, told, arms: [arm('A'), arm('B')], options };
}

it('runs the arms in turn and keeps what each measured', async () => {
  const { arms, ran, told, options } = setting([]);
  const rounds = await runRounds(arms, { ...options, rounds: 3 });
  expect(ran.join('')).toBe('ABABAB');
  expect(rounds.map(({ samples }) => samples)).toEqual([
    { A: { runCount: 1 }, B: { runCount: 2 } },
    { A: { runCount: 3 }, B: { runCount: 4 } },
    { A: { runCount: 5 }, B: { runCount: 6 } },
  ]);
  expect(told[3]).toEqual({ round: 2, arm: 'B', foreignShare: 0, sample: { runCount: 4 } });
});

it('repeats a round in which others disturbed one of the arms, and keeps it too', async () => {
  const { arms, options } = setting([0.1, 0.21, 0.2, 0, 0, 0, 0, 0]);
  const rounds = await runRounds(arms, { ...options, rounds: 3 });
  expect(rounds.map(({ number, foreignShare }) => [number, foreignShare])).toEqual([
    [1, 0.21],
    [2, 0.2],
    [3, 0],
    [4, 0],
  ]);
});

it('gives up when it has run twice as many rounds as were wanted', async () => {
  const { arms, options } = setting(Array.from({ length: 100 }, () => 0.9));
  expect(await runRounds(arms, { ...options, rounds: 3 })).toHaveLength(6);
});

it('ends with the error of an arm', async () => {
  const { arms, options } = setting([]);
  const broken = { name: 'C', run: async () => Promise.reject(new Error('the sink received half')) };
  await expect(runRounds([...arms, broken], { ...options, rounds: 3 })).rejects.toThrow('the sink received half');
});
