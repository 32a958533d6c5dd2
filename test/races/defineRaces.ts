import { testLimitMs } from '../proof/patience';
import { openArena } from './arena';
import type { Arena } from './arena';
import { runRace } from './race';
import { races } from './races';

interface Options {
  /** How often each race is run. */
  runsCount: number;
  /** How often each of the two must have won. */
  winsMin: number;
}

/** Runs at the same time. */
const lanesMax = 20;
/** One bug makes many. */
const faultsShown = 10;

const given = process.env['TEST_SEED'];
const seed = Number(given ?? Date.now() % 2 ** 31);

/** All races as tests. A printed TEST_SEED gives the same offsets and the same standstills; who wins is the machine's. */
export function defineRaces({ runsCount, winsMin }: Options): void {
  let arena: Arena;
  beforeAll(async () => {
    arena = await openArena();
  });
  afterAll(async () => arena.stop());

  it.each(races)(
    '$name: whoever comes first wins, and all that was answered comes true',
    async (race) => {
      const lanesCount = Math.min(lanesMax, runsCount);
      const { wins, faults, standstills, seconds } = await runRace(arena, race, { runsCount, lanesCount, seed });
      const won = Object.entries(wins).map(([winner, count]) => `${winner} ${count}`);
      process.stdout.write(
        `${race.name}: ${won.join(', ')}; ${standstills} standstills, ${seconds} s (TEST_SEED=${seed})\n`,
      );
      expect(faults.slice(0, faultsShown)).toEqual([]);
      expect(race.winners.filter((winner) => (wins[winner] ?? 0) < winsMin)).toEqual([]);
    },
    testLimitMs,
  );
}
