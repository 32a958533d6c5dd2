import type { Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../figures';
import { historyLengths } from '../historyLengths';
import { openPublisher, untilPublishedInTurn } from '../publisher';
import { readCount } from '../readCount';
import { percentile, ratios } from '../statistics';

const overheadMsMax = 100;
const historyEventsMax = 11;

/** One publication at a time, against the same calls of the platform without any of our code. */
export const publish: Bench = {
  name: 'publish',
  summary: "From created to published beyond the platform's own time, one at a time, and the history that it leaves.",
  options: { publishes: { default: '30', description: 'how many are published, one after the other' } },
  prepare: async (workshop, { publishes }) => prepare(workshop, readCount('publishes', publishes, 2, 1000)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const lengths = await historyLengths(publisher.service, 'publishAssignment', 2);
  const sampleOf = (durationsMs: readonly number[]) => ({
    p50Ms: Math.round(percentile(durationsMs, 0.5) * 10) / 10,
    p99Ms: Math.round(percentile(durationsMs, 0.99) * 10) / 10,
  });
  return {
    arms: [
      {
        name: 'bare',
        run: async () => sampleOf((await publisher.publishBare({ count, concurrency: 1 })).durationsMs),
      },
      {
        name: 'publish',
        run: async () => {
          const published = await untilPublishedInTurn(publisher, 'Publish', count);
          return sampleOf(published.map(({ createdMs, publishedMs }) => publishedMs - createdMs));
        },
      },
    ],
    judge: (rounds) => [...judge(rounds), judgeHistory(lengths)],
  };
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[]): Figure[] {
  const own = valuesOf(rounds, 'publish', 'p50Ms');
  const bare = valuesOf(rounds, 'bare', 'p50Ms');
  const beyondMs = own.map((value, index) => value - (bare[index] ?? Number.NaN));
  const tail = { baseline: valuesOf(rounds, 'bare', 'p99Ms'), unit: 'ms' };
  return [
    shown('created to published, p50', own, { unit: 'ms', baseline: bare, ratio: ratios(own, bare) }),
    shown('created to published, p99', valuesOf(rounds, 'publish', 'p99Ms'), tail),
    atMost(overheadMsMax, "beyond the platform's own, p50", beyondMs, { unit: 'ms' }),
  ];
}

/** The history of an immediate publication. */
export function judgeHistory(lengths: readonly number[]): Figure {
  return atMost(historyEventsMax, 'history events', lengths, { digits: 0, unit: '', isCount: true });
}
