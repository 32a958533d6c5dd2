/** What `bin/bench.mjs` needs of this folder. */
export { listBenches, readRequest } from './readRequest';
export { runBench } from './runBench';
