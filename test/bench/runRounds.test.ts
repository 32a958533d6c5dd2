import type { ArmRun } from '../../bench/runRounds';
import { runRounds } from '../../bench/runRounds';

/**
 * Two arms that note when they run, and others who take the given shares of the CPUs, one after the other.
 * @param patienceMs with 1 a share is asked for before each round, too
 */
function setting(foreignShares: readonly number[], patienceMs = 0) {
  const ran: string[] = [];
  const reported: ArmRun[] = [];
  const left = [...foreignShares];
  const arm = (name: string) => ({
    name,
    run: async () => {
      ran.push(name);
      return { runCount: ran.length };
    },
  });
  const options = {
    patienceMs,
    onRun: (run: ArmRun) => void reported.push(run),
    watch: () => () => left.shift() ?? 0,
  };
  return { ran, reported, arms: [arm('A'), arm('B')], options };
}

it('runs the arms in turn, in even rounds the last one first, and keeps what each measured', async () => {
  const { arms, ran, reported, options } = setting([]);
  const rounds = await runRounds(arms, { ...options, rounds: 3 });
  expect(ran.join('')).toBe('ABBAAB');
  expect(rounds.map(({ samples }) => samples)).toEqual([
    { A: { runCount: 1 }, B: { runCount: 2 } },
    { A: { runCount: 4 }, B: { runCount: 3 } },
    { A: { runCount: 5 }, B: { runCount: 6 } },
  ]);
  expect(reported[3]).toEqual({ round: 2, arm: 'A', foreignShare: 0, sample: { runCount: 4 } });
});

it('repeats a round in which others disturbed one of the arms, and keeps it too', async () => {
  const shares = [
    [0, 0.1, 0.21],
    [0, 0.2, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  const { arms, options } = setting(shares.flat(), 1);
  const rounds = await runRounds(arms, { ...options, rounds: 3 });
  expect(rounds.map(({ number, foreignShare }) => [number, foreignShare])).toEqual([
    [1, 0.21],
    [2, 0.2],
    [3, 0],
    [4, 0],
  ]);
});

it('without patience repeats no round, however much others took', async () => {
  const { arms, ran, options } = setting(Array.from({ length: 100 }, () => 0.9));
  const rounds = await runRounds(arms, { ...options, rounds: 3 });
  expect(rounds.map(({ number, foreignShare }) => [number, foreignShare])).toEqual([
    [1, 0.9],
    [2, 0.9],
    [3, 0.9],
  ]);
  expect(ran).toHaveLength(6);
});

it('gives up when it has run twice as many rounds as were wanted', async () => {
  const { arms, options } = setting(
    Array.from({ length: 1000 }, () => 0.9),
    1,
  );
  expect(await runRounds(arms, { ...options, rounds: 3 })).toHaveLength(6);
});

it('ends with the error of an arm', async () => {
  const { arms, options } = setting([]);
  const broken = { name: 'C', run: async () => Promise.reject(new Error('the sink received half')) };
  await expect(runRounds([...arms, broken], { ...options, rounds: 3 })).rejects.toThrow('the sink received half');
});
