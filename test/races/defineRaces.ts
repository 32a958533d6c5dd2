import { byCounts, seed } from '../support/counts';
import { use } from '../support/use';
import { testLimitMs } from '../proof/patience';
import { openArena } from './arena';
import { runRace } from './race';
import type { Enough } from './race';
import { races } from './races';

/** One bug makes many. */
const faultsShown = 10;

/**
 * A race ends when each of the two has won so often and a process has stood still so often. It fails when that takes more
 * runs than these.
 */
const enough: Enough = byCounts({
  few: { runsMin: 6, runsMax: 200, wins: 1, standstills: 1 },
  sample: { runsMin: 30, runsMax: 300, wins: 3, standstills: 5 },
  full: { runsMin: 200, runsMax: 400, wins: 10, standstills: 30 },
});

/** All races as tests. A printed TEST_SEED gives the same offsets and the same standstills; who wins is the machine's. */
export function defineRaces(): void {
  const arena = use(openArena);

  it.each(races)(
    '$name: the first wins, and all that was answered comes true',
    async (race) => {
      const { wins, faults, standstills, runsCount, seconds } = await runRace(arena, race, enough, seed);
      const won = Object.entries(wins).map(([winner, count]) => `${winner} ${count}`);
      process.stdout.write(
        `${race.name}: ${won.join(', ')} in ${runsCount} runs; ${standstills} standstills, ${seconds} s\n`,
      );
      expect(faults.slice(0, faultsShown)).toEqual([]);
      expect(race.winners.filter((winner) => (wins[winner] ?? 0) < enough.wins)).toEqual([]);
      expect(standstills).toBeGreaterThanOrEqual(enough.standstills);
    },
    testLimitMs,
  );
}
