import type { Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../figures';
import { openPublisher } from '../publisher';
import { readCount } from '../readCount';
import { median, ratios, spread } from '../statistics';
import { publishAlone, publishBareDue, publishDue, publishImmediate, publishImmediateAlone } from './due/publishDue';

const aloneLagMsMax = 50;
/** For 500, and in proportion for more; of fewer it is not asked. */
const allLiveSecondsMax = 15;
const allLiveCount = 500;
/** All are live within so many times as long as the same number takes when nobody has to wait for a time. */
const liveFactorMax = 1.2;
/** So many are due one after the other; fewer where fewer are asked for at once. */
const aloneCountMax = 5;

/** Scheduled publications, one alone and many due at one second, against immediate ones; each from due to public. */
export const due: Bench = {
  name: 'due',
  summary: 'Scheduled publications, one alone and many due at one second: how late each is public, and never early.',
  options: { due: { default: '500', description: 'how many are due at the same second' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('due', options['due'], 2, 1500)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const aloneCount = Math.min(aloneCountMax, count);
  return {
    arms: [
      { name: 'alone', run: async () => publishAlone(publisher, aloneCount) },
      { name: 'immediate alone', run: async () => publishImmediateAlone(publisher, aloneCount) },
      { name: 'bare due', run: async () => publishBareDue(publisher, count) },
      { name: 'due', run: async () => publishDue(publisher, count) },
      { name: 'immediate', run: async () => publishImmediate(publisher, count) },
    ],
    judge: (rounds) => judge(rounds, count),
  };
}

/** The figures of these rounds against architecture.md §6. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const against = (name: string, values: readonly number[], arm: string) => {
    const baseline = valuesOf(rounds, arm, name);
    return { digits: 0, unit: 'ms', baseline, ratio: ratios(values, baseline) };
  };
  const alone = valuesOf(rounds, 'alone', 'p50Ms');
  const lags = (name: string, arm: string) => {
    const values = valuesOf(rounds, 'due', name);
    return shown(`lag, ${name.slice(0, 3)}, against ${arm}`, values, against(name, values, arm));
  };
  return [
    atMost(aloneLagMsMax, 'lag of one alone, p50', alone, against('p50Ms', alone, 'immediate alone')),
    judgeEarly(rounds),
    ...judgeLive(rounds, count),
    ...['p50Ms', 'p99Ms'].flatMap((name) => [lags(name, 'immediate'), lags(name, 'bare due')]),
  ];
}

function judgeEarly(rounds: readonly Round[]): Figure {
  const early = [...valuesOf(rounds, 'alone', 'earlyCount'), ...valuesOf(rounds, 'due', 'earlyCount')];
  const sum = early.reduce((total, value) => total + value, 0);
  return { what: 'public early', measured: String(sum), budget: '0', isMet: sum === 0 };
}

/** By itself, and against as many that are asked for at once in the same round: whole publications both. */
function judgeLive(rounds: readonly Round[], count: number): Figure[] {
  const secondsOf = (arm: string) => valuesOf(rounds, arm, 'allLiveMs').map((value) => value / 1000);
  const [live, atOnce] = [secondsOf('due'), secondsOf('immediate')];
  const found = ratios(live, atOnce);
  const what = `all ${count} live`;
  const max = (allLiveSecondsMax * count) / allLiveCount;
  return [
    count < allLiveCount ? shown(what, live, { unit: 's' }) : atMost(max, what, live, { unit: 's' }),
    {
      what: `${what}, against as many immediate`,
      measured: spread(live, 1, 's'),
      baseline: spread(atOnce, 1, 's'),
      ratio: spread(found, 2),
      budget: `ratio ≤ ${liveFactorMax}`,
      isMet: median(found) <= liveFactorMax,
    },
  ];
}
