import type { Bench, Round, Workshop } from '../Bench';
import { describeMachine } from './describeMachine';
import type { Outcome } from './kept';
import { openRecord } from './openRecord';
import type { Request } from './readRequest';
import { foreignShareMax, isQuiet, roundsMin, runRounds } from './runRounds';
import type { RoundsOptions } from './runRounds';
import { table } from './table';

/** `watch` only in tests. */
export type RunRequest = Request & Pick<RoundsOptions, 'watch'>;

/** Runs one bench and shows its table. */
export async function runBench(bench: Bench, request: RunRequest, workshop: Workshop): Promise<Outcome> {
  const { say } = workshop;
  say(`\n${bench.name}: ${bench.summary}`);
  const { arms, order, judge } = await bench.prepare(workshop, request.options);
  const record = openRecord(workshop.resultsDir, bench.name, say);
  record({ bench: bench.name, machine: describeMachine(), rounds: request.rounds, options: request.options });
  const rounds = await runRounds(arms, { ...request, ...(order && { order }), onRun: record });
  const quiet = rounds.filter(isQuiet);
  const isEnough = quiet.length >= roundsMin;
  if (quiet.length < rounds.length) say(disturbance(rounds, quiet, isEnough));
  const figures = judge(isEnough ? quiet : rounds);
  for (const figure of figures) record(figure);
  say('');
  for (const line of table(figures)) say(`  ${line}`);
  const isDefault = Object.entries(bench.options).every(([name, option]) => request.options[name] === option.default);
  return { bench: bench.name, figures, isQuiet: isEnough, isDefault };
}

/** The quiet rounds count where there are enough of them, else all. */
function disturbance(rounds: readonly Round[], quiet: readonly Round[], isEnough: boolean): string {
  const loud = `${rounds.length - quiet.length} of ${rounds.length} rounds others took over ${foreignShareMax * 100} % of the CPUs`;
  return isEnough ? `\n  In ${loud}; those are left out.` : `\n  NOISY: in ${loud}, too many to leave out.`;
}
