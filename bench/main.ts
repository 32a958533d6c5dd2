/** The parts of this folder that `bin/bench.mjs` needs. */
export { readCommit } from './readCommit';
export { listBenches, readRequest } from './readRequest';
export { runBenches } from './runBenches';
