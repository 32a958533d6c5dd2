import { parseArgs } from 'node:util';

export interface ProveOptions {
  /** The time in which processes are killed and work is asked for; coming to rest takes longer. */
  minutes: number;
  /** Decides the chaos and the load: which, when and how long. */
  seed: number;
  /** Assignments that are asked for each minute. */
  rate: number;
  /** Worker processes. */
  workers: number;
}

export const seedMax = 2 ** 32 - 1;
const defaults = { minutes: '5', rate: '120', workers: '3' };

export const help = `npm run prove                              kills and restarts everything for 5 minutes, with work under way, and judges
npm run prove -- --minutes 10 --seed 42    for 10 minutes, with the chaos that this seed stands for

  --minutes ${defaults.minutes}    how long the chaos lasts (0.5 to 1440); coming to rest takes a minute or two more
  --seed N       what the chaos and the load are made of (0 to ${seedMax}); left out: another one each time
  --rate ${defaults.rate}     assignments a minute (1 to 6000)
  --workers ${defaults.workers}    worker processes (2 to 8)

Ctrl-C stops everything. The exit code is 1 when a promise was broken or less happened than was to happen. See docs/prove.md.
`;

/**
 * Reads the command line.
 * @param anySeed gives a seed where the command line has none
 * @throws Error in one sentence for options that cannot be understood
 */
export function readOptions(words: readonly string[], anySeed: () => number): ProveOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...words], options: { minutes: text, seed: text, rate: text, workers: text } });
  const { minutes, rate, workers, seed } = { ...defaults, ...values };
  return {
    minutes: number('minutes', minutes, 0.5, 1440, /^\d+(\.\d+)?$/),
    seed: seed === undefined ? anySeed() : number('seed', seed, 0, seedMax),
    rate: number('rate', rate, 1, 6000),
    workers: number('workers', workers, 2, 8),
  };
}

function number(name: string, text: string, min: number, max: number, form = /^\d+$/): number {
  const value = Number(text);
  if (form.test(text) && value >= min && value <= max) return value;
  throw new Error(`--${name} must be a number from ${min} to ${max}, not "${text}"`);
}

/** The line that runs the same chaos and the same load again. */
export function replayLine({ minutes, seed, rate, workers }: ProveOptions): string {
  return `npm run prove -- --minutes ${minutes} --seed ${seed} --rate ${rate} --workers ${workers}`;
}

/** Assignments that a whole run asks for. */
export function assignmentsCountOf({ minutes, rate }: ProveOptions): number {
  return Math.floor(minutes * rate);
}
