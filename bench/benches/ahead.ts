import type { Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, noneEarly, valuesOf } from '../figures';
import { readCount } from '../readCount';
import { formatSize, parseSize } from '../sizes';
import { startTunedService } from '../startTuned';
import { ratios } from '../statistics';
import { publishAhead, publishNow } from './ahead/publishAhead';
import { startPlainServer } from './media/plainServer';
import { openPublish } from './media/publish';

const lagMsMax = 50;
const smallBytes = 256 * 1024;
/** A worker that has only just started has not yet loaded all that any publication needs. */
const warmUps = 5;

/** One scheduled post at a time, prepared ahead: from its time to the call that makes it public, whatever its size. */
export const ahead: Bench = {
  name: 'ahead',
  summary: 'Scheduled posts, one at a time, prepared ahead: how late each is public, with small media and large ones.',
  options: {
    alone: { default: '5', description: 'how many small ones are published in a round, beside one that is large' },
    large: { default: '2GiB', description: 'how large that one is, such as 64MiB' },
  },
  prepare: async (workshop, { alone, large = '' }) =>
    prepare(workshop, readCount('alone', alone, 1, 100), parseSize(large)),
};

async function prepare(workshop: Workshop, count: number, largeBytes: number): Promise<Preparation> {
  const server = await startPlainServer(workshop);
  const service = await startTunedService(workshop, server.url);
  const setting = { server, publish: await openPublish(service), databaseUrl: service.databaseUrl };
  await publishNow(setting, smallBytes, warmUps);
  return {
    arms: [
      { name: 'immediate', run: async () => publishNow(setting, smallBytes, count) },
      { name: 'small', run: async () => publishAhead(setting, smallBytes, count) },
      { name: 'large', run: async () => publishAhead(setting, largeBytes, 1) },
    ],
    judge: (rounds) => judge(rounds, largeBytes),
  };
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[], largeBytes: number): Figure[] {
  const lags = (arm: string) => valuesOf(rounds, arm, 'p50Ms');
  const lag = (arm: string, sizeBytes: number, against: string, baselineArm: string) => {
    const [values, baseline] = [lags(arm), lags(baselineArm)];
    const about = { digits: 0, unit: 'ms', baseline, ratio: ratios(values, baseline) };
    return atMost(lagMsMax, `lag of one alone, ${formatSize(sizeBytes)}, p50, against ${against}`, values, about);
  };
  return [
    lag('small', smallBytes, 'an immediate one', 'immediate'),
    lag('large', largeBytes, 'the small one', 'small'),
    noneEarly([...valuesOf(rounds, 'small', 'earlyCount'), ...valuesOf(rounds, 'large', 'earlyCount')]),
  ];
}
