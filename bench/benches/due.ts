import type { Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../figures';
import { openPublisher } from '../publisher';
import { readCount } from '../readCount';
import { median, ratios, spread } from '../statistics';
import { publishAlone, publishBareDue, publishDue } from './due/publishDue';
import { publishAtOnce } from './immediate/publishAtOnce';

const aloneLagMsMax = 150;
/** All have begun within so many times as long as the same number takes when nobody has to wait for a time. */
const begunFactorMax = 1.2;
/** So many are due one after the other. */
const aloneCount = 5;

/** Scheduled publications: one alone, and many that are due at the same second. */
export const due: Bench = {
  name: 'due',
  summary: 'Scheduled publications, one alone and many due at one second: how late each begins, and never early.',
  options: { due: { default: '500', description: 'how many are due at the same second' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('due', options['due'], 2, 1500)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  return {
    arms: [
      { name: 'alone', run: async () => publishAlone(publisher, aloneCount) },
      { name: 'bare due', run: async () => publishBareDue(publisher, count) },
      { name: 'due', run: async () => publishDue(publisher, count) },
      { name: 'immediate', run: async () => publishAtOnce(publisher, count) },
    ],
    judge: (rounds) => judge(rounds, count),
  };
}

/** The figures of these rounds against architecture.md §6. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const bare = (name: string) => ({ digits: 0, unit: 'ms', baseline: valuesOf(rounds, 'bare due', name) });
  const lag = (name: string) => valuesOf(rounds, 'due', name);
  return [
    atMost(aloneLagMsMax, 'lag of one alone, p50', valuesOf(rounds, 'alone', 'p50Ms'), { digits: 0, unit: 'ms' }),
    judgeEarly(rounds),
    shown(`lag, ${count} at one second, p50`, lag('p50Ms'), bare('p50Ms')),
    shown(`lag, ${count} at one second, p99`, lag('p99Ms'), bare('p99Ms')),
    judgeBegun(rounds, count),
  ];
}

function judgeEarly(rounds: readonly Round[]): Figure {
  const early = [...valuesOf(rounds, 'alone', 'earlyCount'), ...valuesOf(rounds, 'due', 'earlyCount')];
  const sum = early.reduce((total, value) => total + value, 0);
  return { what: 'begun early', measured: String(sum), budget: '0', isMet: sum === 0 };
}

/** Against as many that are asked for at once, in the same round. */
function judgeBegun(rounds: readonly Round[], count: number): Figure {
  const begunSeconds = valuesOf(rounds, 'due', 'allBegunMs').map((value) => value / 1000);
  const atOnceSeconds = valuesOf(rounds, 'immediate', 'publishedPerSecond').map((rate) => count / rate);
  const found = ratios(begunSeconds, atOnceSeconds);
  return {
    what: `all ${count} begun`,
    measured: spread(begunSeconds, 1, 's'),
    baseline: spread(atOnceSeconds, 1, 's'),
    ratio: spread(found, 2),
    budget: `ratio ≤ ${begunFactorMax}`,
    isMet: median(found) <= begunFactorMax,
  };
}
