/** What `bin/bench.mjs` needs of this folder. */
export { readCommit } from './readCommit';
export { listBenches, readRequest } from './readRequest';
export { runBenches } from './runBenches';
