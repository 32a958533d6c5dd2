import * as fc from 'fast-check';

const given = process.env['TEST_SEED'];
/** The seed of everything random in this run. A printed TEST_SEED repeats a run. */
export const seed = Number(given ?? Date.now() % 2 ** 31);
if (given === undefined) process.stdout.write(`TEST_SEED=${seed}\n`);

/** `few` for `npm test`, `sample` for `npm run test:deep`, `full` for `npm run test:full`. */
export type Counts = 'few' | 'sample' | 'full';

/** The counts of this run for everything random. */
export const counts: Counts = readCounts(process.env['TEST_COUNTS']);

function readCounts(word = 'few'): Counts {
  if (word === 'few' || word === 'sample' || word === 'full') return word;
  throw new Error(`TEST_COUNTS is few, sample or full, not ${word}`);
}

/** One number for each kind of run. */
export function byCounts<T>(choice: Readonly<Record<Counts, T>>): T {
  return choice[counts];
}

/**
 * The number of runs of a property. A sample takes three times as many as the few.
 * @param few for `npm test`
 * @param full for `npm run test:full`
 */
export function runs(few: number, full: number): Required<Pick<fc.Parameters, 'seed' | 'numRuns'>> {
  return { seed, numRuns: byCounts({ few, sample: Math.min(3 * few, full), full }) };
}

/**
 * Some of a list, drawn by the seed of the run, in the order of the list: so a proof over a list that grows takes no longer.
 * @param count how many at most
 */
export function draw<T>(list: readonly T[], count: number): T[] {
  const drawn = new Set(shuffle([...list.keys()]).slice(0, count));
  return list.filter((_one, index) => drawn.has(index));
}

/** All of a list, in an order that is drawn by the seed of the run. */
export function shuffle<T>(list: readonly T[]): T[] {
  const whole = { minLength: list.length, maxLength: list.length };
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...list], whole), { seed, numRuns: 1 });
  return shuffled;
}

/**
 * The part of a list that one row of a table is tried with, so that a table of two lists takes no longer as both grow. Over
 * the rows all of the list is tried, and over the seeds each row with all of it.
 * @param row the number of the row
 * @param parts into how many parts `npm test` divides the list; a full run tries the whole list with each row
 */
export function part<T>(list: readonly T[], row: number, parts: number): T[] {
  const divisor = byCounts({ few: parts, sample: parts, full: 1 });
  return list.filter((_one, index) => (index + row + seed) % divisor === 0);
}
