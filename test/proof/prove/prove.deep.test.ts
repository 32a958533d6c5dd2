import { setMaxListeners } from 'node:events';
import { byCounts } from '../../support/counts';
import { setServers } from '../../support/servers/servers';
import { prove } from './prove';
import { replayLine } from './options';
import type { ProveOptions } from './options';
import { isProven, summaryOf } from './summary';

const options: ProveOptions = {
  minutes: byCounts({ few: 0.75, sample: 0.75, full: 5 }),
  seed: Number(process.env['TEST_SEED'] ?? 42) % 2 ** 32,
  rate: 60,
  workers: 2,
};
const silent = { phase: () => undefined, struck: () => undefined, counts: () => undefined };
const stopping = new AbortController();
setMaxListeners(0, stopping.signal);

/** `npm run prove` has no servers of a test run. */
let setBack: () => void;
beforeAll(() => {
  setBack = setServers(undefined);
});
afterAll(() => {
  stopping.abort();
  setBack();
});

it(`every promise is kept though all processes are killed at random: ${replayLine(options)}`, async () => {
  const outcome = await prove(options, silent, stopping.signal);
  expect(isProven(outcome) ? [] : summaryOf(outcome)).toEqual([]);
}, 900_000);
