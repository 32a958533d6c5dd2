/** The parts of this folder that `bin/bench.mjs` needs. */
export { readCommit } from './run/readCommit';
export { listBenches, readRequest } from './run/readRequest';
export { runBenches } from './run/runBenches';
