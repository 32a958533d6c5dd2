import type { Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, noneEarly, shown, valuesOf } from '../measure/figures';
import { openPublisher } from '../service/publisher';
import { readCount } from '../measure/readCount';
import { ratios } from '../measure/statistics';
import { openNeighbour } from './scheduled/neighbour';
import { publishEachSecond } from './scheduled/publishEachSecond';

const p50MsMax = 30;
const p99MsMax = 150;

/** A post due at each second, while another workspace prepares and publishes. */
export const scheduled: Bench = {
  name: 'scheduled',
  summary:
    'A post due at each second, prepared ahead, beside preparations and two other posts a second: how late each is.',
  options: { scheduled: { default: '100', description: 'how many are due, one a second' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('scheduled', options['scheduled'], 2, 1000)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const neighbour = await openNeighbour(publisher.service, publisher.sandbox);
  return {
    arms: [
      { name: 'alone', run: async () => publishEachSecond(publisher, count) },
      { name: 'beside others', run: async () => publishEachSecond(publisher, count, neighbour) },
    ],
    judge: (rounds) => judge(rounds, count),
  };
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const about = (name: string) => {
    const [values, baseline] = [valuesOf(rounds, 'beside others', name), valuesOf(rounds, 'alone', name)];
    return { values, shown: { digits: 0, unit: 'ms', baseline, ratio: ratios(values, baseline) } };
  };
  const [p50, p99, slowest] = [about('p50Ms'), about('p99Ms'), about('slowestMs')];
  return [
    atMost(p50MsMax, 'lag beside others, p50, against alone', p50.values, p50.shown),
    atMost(p99MsMax, 'lag beside others, p99, against alone', p99.values, p99.shown),
    shown(`slowest of ${count} beside others, against alone`, slowest.values, slowest.shown),
    noneEarly([...valuesOf(rounds, 'alone', 'earlyCount'), ...valuesOf(rounds, 'beside others', 'earlyCount')]),
  ];
}
