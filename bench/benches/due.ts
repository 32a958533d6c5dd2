import type { Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, noneEarly, ratioAtMost, shown, valuesOf } from '../measure/figures';
import { openPublisher } from '../service/publisher';
import { readCount } from '../measure/readCount';
import { ratios } from '../measure/statistics';
import { publishDue, publishImmediate } from './due/publishDue';

/** The limit for 500, and in proportion for more; fewer have no limit. */
const allLiveSecondsMax = 15;
const allLiveCount = 500;
/** The longest time until all are live, as a multiple of the time of as many posts that wait for no time. */
const liveFactorMax = 1.2;

/** Scheduled publications, many due at one second and prepared ahead, against immediate ones; each from due to public. */
export const due: Bench = {
  name: 'due',
  summary: 'Many scheduled publications due at one second, prepared ahead: how late each is public, and never early.',
  options: { due: { default: '500', description: 'how many are due at the same second' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('due', options['due'], 2, 1500)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  return {
    arms: [
      { name: 'due', run: async () => publishDue(publisher, count) },
      { name: 'immediate', run: async () => publishImmediate(publisher, count) },
    ],
    judge: (rounds) => judge(rounds, count),
  };
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const lags = (name: string) => {
    const [values, baseline] = [valuesOf(rounds, 'due', name), valuesOf(rounds, 'immediate', name)];
    const about = { digits: 0, unit: 'ms', baseline, ratio: ratios(values, baseline) };
    return shown(`lag, ${name.slice(0, 3)}, against immediate`, values, about);
  };
  return [
    noneEarly(valuesOf(rounds, 'due', 'earlyCount')),
    ...judgeLive(rounds, count),
    ...['p50Ms', 'p99Ms'].map(lags),
  ];
}

/** The time until all are live: by itself, and against as many immediate publications in the same round. */
function judgeLive(rounds: readonly Round[], count: number): Figure[] {
  const secondsOf = (arm: string) => valuesOf(rounds, arm, 'allLiveMs').map((value) => value / 1000);
  const [live, baseline] = [secondsOf('due'), secondsOf('immediate')];
  const what = `all ${count} live`;
  const max = (allLiveSecondsMax * count) / allLiveCount;
  const about = { unit: 's', baseline, ratio: ratios(live, baseline) };
  return [
    count < allLiveCount ? shown(what, live, { unit: 's' }) : atMost(max, what, live, { unit: 's' }),
    ratioAtMost(liveFactorMax, `${what}, against as many immediate`, live, about),
  ];
}
