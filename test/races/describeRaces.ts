import { judge } from '../proof/crashPoint';
import { testLimitMs } from '../proof/patience';
import { comesToRest } from '../proof/rest';
import { openStage } from '../proof/stage';
import type { Stage } from '../proof/stage';
import { nthKind, oneOfEachPlatform } from '../kinds';
import { byCounts, counts, draw, seed } from '../support/counts';
import { use } from '../support/use';
import { faultsOf, nameOf, runOnce, runRace } from './race';
import type { Enough, Match, Race } from './race';

/** One bug makes many. */
const faultsShown = 10;

/**
 * A race ends when each of the two has won so often and a process has stood still so often. It fails when that takes more
 * runs than these. A printed TEST_SEED gives the same offsets and the same standstills; the winners are the machine's.
 */
const enough: Enough = byCounts({
  few: { runsMin: 6, runsMax: 200, wins: 1, standstills: 1 },
  sample: { runsMin: 12, runsMax: 300, wins: 2, standstills: 3 },
  full: { runsMin: 200, runsMax: 400, wins: 10, standstills: 30 },
});

/**
 * Declares a test of each race, all on one stage; of a sample, so many that the seed draws.
 * @param sampleCount how many
 * @param fewCount how many of `npm test`
 */
export function describeRaces(races: readonly Race[], sampleCount: number, fewCount = Infinity): void {
  const stage = use(async () => openStage());
  const judgeStage = judgeOf(stage);
  const drawn = draw(races.flatMap(matchesOf), byCounts({ few: fewCount, sample: sampleCount, full: Infinity }));
  it.each(drawn.map((match) => ({ ...match, name: nameOf(match) })))(
    '$name: the first wins, and all that was answered comes true',
    async ({ name, ...match }) => {
      const { race } = match;
      const { wins, faults, standstills, runsCount, seconds } = await runRace(stage, match, enough, seed);
      const won = Object.entries(wins).map(([winner, count]) => `${winner} ${count}`);
      process.stdout.write(
        `${name}: ${won.join(', ')} in ${runsCount} runs; ${standstills} standstills, ${seconds} s\n`,
      );
      expect([...faults, ...(await judgeStage())].slice(0, faultsShown)).toEqual([]);
      expect(race.winners.filter((winner) => (wins[winner] ?? 0) < enough.wins)).toEqual([]);
      expect(standstills).toBeGreaterThanOrEqual(enough.standstills);
    },
    testLimitMs,
  );
}

/**
 * Declares a test of each race whose second rival moves when the first has come so far: chance decides nothing, so each is run
 * once. Of a sample, and of the few, so many that the seed draws.
 * @param count how many
 */
export function describeTurns(races: readonly Race[], count: number): void {
  const stage = use(async () => openStage());
  const judgeStage = judgeOf(stage);
  const drawn = draw(races.flatMap(matchesOf), byCounts({ few: count, sample: 2 * count, full: Infinity }));
  it.each(drawn.map((match) => ({ match, name: nameOf(match) })))(
    '$name: all that was answered comes true',
    async ({ match, name }) => {
      const finish = await runOnce(stage, match, `${name}.`, () => 0);
      expect([...faultsOf(match, finish), ...(await judgeStage())].slice(0, faultsShown)).toEqual([]);
    },
    testLimitMs,
  );
}

/** The matches of a race: in a full run, for one kind of each platform; else for one kind, which the seed draws. */
function matchesOf(race: Race, nth: number): Match[] {
  const kinds = counts === 'full' ? oneOfEachPlatform(race.kinds) : [nthKind(seed + nth, race.kinds)];
  return kinds.map((kind) => ({ race, kind }));
}

/** Waits for the end of all work. @returns all faults that are new since the last call, in sentences */
function judgeOf(stage: Stage): () => Promise<string[]> {
  const known = new Set<string>();
  return async () => {
    const rests = await comesToRest(stage);
    const faults = [
      ...stage.ends().map((end) => `a process ended: ${JSON.stringify(end)}`),
      ...stage.errorLines().map((line) => JSON.stringify(line)),
      ...(await judge(stage, rests)),
    ].filter((fault) => !known.has(fault));
    for (const fault of faults) known.add(fault);
    return faults;
  };
}
