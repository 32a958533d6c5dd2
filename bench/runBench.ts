import type { Bench, Round, Workshop } from './Bench';
import { describeMachine } from './describeMachine';
import { openRecord } from './openRecord';
import type { Request } from './readRequest';
import { foreignShareMax, isQuiet, roundsMin, runRounds } from './runRounds';
import type { RoundsOptions } from './runRounds';
import { table } from './table';

/** `watch` only in tests. */
type RunRequest = Request & Pick<RoundsOptions, 'watch'>;

/** Runs one bench and shows its table. @returns whether every budget was met */
export async function runBench(bench: Bench, request: RunRequest, workshop: Workshop): Promise<boolean> {
  const { say } = workshop;
  say(`\n${bench.name}: ${bench.summary}`);
  const { arms, judge } = await bench.prepare(workshop, request.options);
  const record = openRecord(workshop.resultsDir, bench.name, say);
  record({ bench: bench.name, machine: describeMachine(), rounds: request.rounds, options: request.options });
  const rounds = await runRounds(arms, { ...request, onRun: record });
  const figures = judge(worthJudging(rounds, say));
  for (const figure of figures) record(figure);
  say('');
  for (const line of table(figures)) say(`  ${line}`);
  return figures.every(({ isMet }) => isMet);
}

/** The quiet rounds where there are enough of them, else all. */
function worthJudging(rounds: readonly Round[], say: (line: string) => void): readonly Round[] {
  const quiet = rounds.filter(isQuiet);
  if (quiet.length === rounds.length) return rounds;
  const loud = `${rounds.length - quiet.length} of ${rounds.length} rounds others took over ${foreignShareMax * 100} % of the CPUs`;
  const isEnough = quiet.length >= roundsMin;
  say(isEnough ? `\n  In ${loud}; those are left out.` : `\n  NOISY: in ${loud}, too many to leave out.`);
  return isEnough ? quiet : rounds;
}
