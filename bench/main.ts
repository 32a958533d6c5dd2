import { parseArgs } from 'node:util';
import type { Bench, Round, Workshop } from './Bench';
import { benches } from './benches/index';
import { describeMachine } from './describeMachine';
import { openRecord } from './openRecord';
import { foreignShareMax, isQuiet, runRounds } from './runRounds';
import { table } from './table';

/** Fewer have no median worth the name. */
const roundsMin = 3;
const patienceMsDefault = 60_000;

export interface Request {
  readonly isListing: boolean;
  readonly chosen: readonly Bench[];
  readonly rounds: number;
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Reads the command line: names of benches (none means all) and options.
 * @throws Error in one sentence for what cannot be understood
 */
export function readRequest(words: readonly string[], known: readonly Bench[] = benches): Request {
  const text = (value: string) => ({ type: 'string' as const, default: value });
  const own = known.flatMap((bench) => Object.entries(bench.options));
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      rounds: text(String(roundsMin)),
      ...Object.fromEntries(own.map(([name, option]) => [name, text(option.default)])),
    },
  });
  const { list, rounds, ...options } = values;
  const stranger = positionals.find((name) => !known.some((bench) => bench.name === name));
  if (stranger !== undefined) throw new Error(`there is no bench "${stranger}"; npm run bench -- --list shows them`);
  if (!/^\d{1,3}$/.test(rounds) || Number(rounds) < roundsMin)
    throw new Error(`--rounds must be a number from ${roundsMin} on`);
  return {
    isListing: list,
    chosen: known.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    rounds: Number(rounds),
    options,
  };
}

/** The benches and their options, as lines. */
export function listBenches(known: readonly Bench[] = benches): string[] {
  return known.flatMap(({ name, summary, options }) => [
    `${name.padEnd(12)} ${summary}`,
    ...Object.entries(options).map(([option, about]) => `  --${option} ${about.default}: ${about.description}`),
  ]);
}

/** Runs one bench and shows its table. @returns whether every budget was met */
export async function runBench(bench: Bench, request: Request, workshop: Workshop): Promise<boolean> {
  const { say } = workshop;
  say(`\n${bench.name}: ${bench.summary}`);
  const { arms, judge } = await bench.prepare(workshop, request.options);
  const record = openRecord(bench.name, say);
  record({ bench: bench.name, machine: describeMachine(), options: request.options, rounds: request.rounds });
  const rounds = await runRounds(arms, { rounds: request.rounds, patienceMs: patienceMsDefault, onRun: record });
  const figures = judge(worthJudging(rounds, say));
  for (const figure of figures) record(figure);
  say('');
  for (const line of table(figures)) say(`  ${line}`);
  return figures.every(({ isMet }) => isMet);
}

function worthJudging(rounds: readonly Round[], say: (line: string) => void): readonly Round[] {
  const quiet = rounds.filter(isQuiet);
  const limit = `${foreignShareMax * 100} % of the CPUs`;
  if (quiet.length === rounds.length) return rounds;
  if (quiet.length >= roundsMin) {
    say(
      `\n  Left out: ${rounds.length - quiet.length} of ${rounds.length} rounds, in which others took more than ${limit}.`,
    );
    return quiet;
  }
  say(
    `\n  NOISY: in ${rounds.length - quiet.length} of ${rounds.length} rounds others took more than ${limit}; all are counted.`,
  );
  return rounds;
}
