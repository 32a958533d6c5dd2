import type * as fc from 'fast-check';

const given = process.env['TEST_SEED'];
const seed = Number(given ?? Date.now() % 2 ** 31);
const isDeep = process.env['TEST_DEEP'] === '1';
if (given === undefined) process.stdout.write(`TEST_SEED=${seed}\n`);

/** How often to run a property: `few` times, or `deep` with TEST_DEEP=1. A printed TEST_SEED repeats a run. */
export const runs = (few: number, deep: number): Required<Pick<fc.Parameters, 'seed' | 'numRuns'>> => ({
  seed,
  numRuns: isDeep ? deep : few,
});
