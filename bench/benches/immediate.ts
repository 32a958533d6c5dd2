import type { Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { programs } from '../cpuByProgram';
import { atLeast, shown, valuesOf } from '../figures';
import { openPublisher } from '../publisher';
import { readCount } from '../readCount';
import { ratios } from '../statistics';
import { cpuOf, publishAtOnce, publishBareAtOnce } from './immediate/publishAtOnce';

export const publishedPerSecondMin = 20;

/** Many publications asked for at once, against the same calls of the platform without any of our code. */
export const immediate: Bench = {
  name: 'immediate',
  summary: 'Many immediate publications asked for at once: how many a second, and that each is published once.',
  options: { immediates: { default: '1000', description: 'how many are asked for at once' } },
  prepare: async (workshop, { immediates }) => prepare(workshop, readCount('immediates', immediates, 2, 5000)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  return {
    arms: [
      { name: 'bare', run: async () => publishBareAtOnce(publisher, count) },
      { name: 'immediate', run: async () => publishAtOnce(publisher, count) },
    ],
    judge: (rounds) => judge(rounds, count),
  };
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const values = (name: string) => valuesOf(rounds, 'immediate', name);
  const rate = values('publishedPerSecond');
  const baseline = valuesOf(rounds, 'bare', 'publishedPerSecond');
  const about = { unit: '/s', baseline, ratio: ratios(rate, baseline) };
  const once = values('onceCount');
  const sum = once.reduce((total, value) => total + value, 0);
  const wanted = count * rounds.length;
  return [
    atLeast(publishedPerSecondMin, `published, ${count} at once`, rate, about),
    shown('asked for meanwhile', values('askedPerSecond'), { unit: '/s' }),
    shown('created to published, p50', values('p50Ms'), {
      digits: 0,
      unit: 'ms',
      baseline: valuesOf(rounds, 'bare', 'p50Ms'),
    }),
    shown('created to published, p99', values('p99Ms'), { digits: 0, unit: 'ms' }),
    ...programs.map(([program]) => shown(`CPU time of each, ${program}`, values(cpuOf(program)), { unit: 'ms' })),
    { what: 'published once, in public', measured: `${sum} of ${wanted}`, budget: 'all', isMet: sum === wanted },
  ];
}
