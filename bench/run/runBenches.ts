import type { Workshop } from '../Bench';
import { compare, keepAnew, readKept, writeKept } from './kept';
import type { Outcome } from './kept';
import { runBench } from './runBench';
import type { RunRequest } from './runBench';
import { budgetTable } from './table';

interface Surroundings {
  /** Gives a bench its workshop, and clears away after the bench. */
  readonly inWorkshop: (work: (workshop: Workshop) => Promise<Outcome>, hoursMax: number) => Promise<Outcome>;
  readonly say: (line: string) => void;
  /** The figures of earlier runs (see kept.ts). */
  readonly keptFile: string;
  /** The commit that is measured. */
  readonly commit: string;
}

/**
 * Runs the chosen benches, one after the other, then tells of the figures that are worse than the kept figures, and of
 * all budgets in one table. A bench that ends with an error ends the run, too, after the report of the other benches.
 * @returns whether every budget was met, and no figure has become worse; a run that keeps its figures judges none by old ones
 */
export async function runBenches(request: RunRequest, { inWorkshop, say, keptFile, commit }: Surroundings) {
  const kept = readKept(keptFile);
  const outcomes: Outcome[] = [];
  let isGood = false;
  try {
    for (const bench of request.chosen)
      outcomes.push(await inWorkshop(async (workshop) => runBench(bench, request, workshop), bench.hoursMax ?? 1));
  } finally {
    const regressions = tellComparisons(outcomes, kept, say);
    if (request.chosen.length > 1) tellBudgets(outcomes, say);
    const areMet = outcomes.every(({ figures }) => figures.every(({ isMet }) => isMet));
    isGood = areMet && (request.isKeeping || regressions === 0);
  }
  if (request.isKeeping) {
    writeKept(
      keptFile,
      outcomes.reduce((all, outcome) => keepAnew(all, outcome, commit), kept),
    );
    for (const outcome of outcomes) say(`${outcome.bench}: ${keptNote(outcome, commit)}`);
  }
  return isGood;
}

function tellBudgets(outcomes: readonly Outcome[], say: Surroundings['say']): void {
  say('\nAll budgets:');
  for (const line of budgetTable(outcomes)) say(`  ${line}`);
}

/** @returns how many figures have become worse */
function tellComparisons(
  outcomes: readonly Outcome[],
  kept: ReturnType<typeof readKept>,
  say: Surroundings['say'],
): number {
  const all = outcomes.flatMap((outcome) => compare(outcome, kept));
  const lines = (wanted: string) => all.filter(({ verdict }) => verdict === wanted).map(({ line }) => line);
  const [fine, missing, regressions] = [lines('fine'), lines('missing'), lines('regression')];
  say(`\nCompared with kept figures: ${fine.length} are no worse, ${regressions.length} are worse.`);
  for (const line of fine) say(`  ${line}`);
  for (const line of missing) say(`  Nothing is kept yet of ${line}`);
  for (const line of regressions) say(`  REGRESSION ${line}`);
  for (const { bench } of outcomes.filter(({ isDefault }) => !isDefault))
    say(`  The ratios of ${bench} are not compared: the options are not the default ones.`);
  return regressions.length;
}

function keptNote({ isQuiet, isDefault }: Outcome, commit: string): string {
  if (isQuiet && isDefault) return `all that can be compared is kept, as measured at ${commit}`;
  const reason = isQuiet ? 'the options are not the default ones' : 'the machine was not quiet';
  return `only counts are kept, as measured at ${commit}: ${reason}`;
}
