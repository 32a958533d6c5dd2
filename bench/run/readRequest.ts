import { parseArgs } from 'node:util';
import type { Bench } from '../Bench';
import { benches } from '../benches/index';
import { roundsMin } from './runRounds';

/** An odd number, so that the median is a round that was measured. */
const roundsDefault = 5;
const patienceSecondsDefault = 60;

export interface Request {
  readonly isListing: boolean;
  /** True if the figures are to be kept, for later runs to be compared with. */
  readonly isKeeping: boolean;
  readonly chosen: readonly Bench[];
  readonly rounds: number;
  /** The longest wait before each round for others to leave the CPUs alone. */
  readonly patienceMs: number;
  /** Of all benches, by name. */
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Reads the command line: names of benches (none means all but the long ones) and options.
 * @throws Error in one sentence for a command line that cannot be understood
 */
export function readRequest(words: readonly string[], known: readonly Bench[] = benches): Request {
  const text = (value: string) => ({ type: 'string' as const, default: value });
  const own = known.flatMap((bench) => Object.entries(bench.options));
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      rounds: text(String(roundsDefault)),
      patience: text(String(patienceSecondsDefault)),
      ...Object.fromEntries(own.map(([name, option]) => [name, text(option.default)])),
    },
  });
  const { list, keep, rounds, patience, ...options } = values;
  const stranger = positionals.find((name) => !known.some((bench) => bench.name === name));
  if (stranger !== undefined) throw new Error(`there is no bench "${stranger}"; npm run bench -- --list shows them`);
  if (!/^\d{1,3}$/.test(rounds) || Number(rounds) < roundsMin)
    throw new Error(`--rounds must be a number from ${roundsMin} on`);
  if (!/^\d{1,4}$/.test(patience)) throw new Error('--patience must be a number of seconds');
  return {
    isListing: list,
    isKeeping: keep,
    chosen: known.filter(({ name, isLong }) => (positionals.length === 0 ? !isLong : positionals.includes(name))),
    rounds: Number(rounds),
    patienceMs: Number(patience) * 1000,
    options,
  };
}

/** The benches and their options, as lines. */
export function listBenches(known: readonly Bench[] = benches): string[] {
  return known.flatMap(({ name, summary, options, isLong }) => [
    `${name.padEnd(12)} ${summary}${isLong ? ' Long: it runs only where it is named.' : ''}`,
    ...Object.entries(options).map(([option, about]) => `  --${option} ${about.default}: ${about.description}`),
  ]);
}
