import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { createBareAccount, holdBare } from '../baseline/hotCredits/holdBare';
import { atLeast, shown, valuesOf } from '../figures';
import { inLanes } from '../inLanes';
import { runLoad, sampleOf } from '../load/runLoad';
import { readCount } from '../readCount';
import { startSandbox } from '../startSandbox';
import { ratios } from '../statistics';
import { startTunedService } from '../startTuned';
import { untilDispatched } from '../untilDispatched';
import { withDatabase } from '../withDatabase';
import { openCaller } from './create/caller';
import type { Caller } from './create/caller';
import { captureHold } from './hotCredits/captureHold';
import { holdInLanes, lanes } from './hotCredits/holdInLanes';
import { readdress } from './hotCredits/readStatements';
import type { Statement } from './hotCredits/readStatements';

const heldPerSecondMin = 500;
const concurrency = 16;

/** Many requests of one workspace, which all take from one credit account, against as many of many workspaces. */
export const hotCredits: Bench = {
  name: 'hotCredits',
  summary: 'Holds on one hot credit account against many accounts, through the API and in the database alone.',
  options: {
    holds: { default: '3000', description: 'how many holds in the database; a third as many through the API' },
  },
  prepare: async (workshop, { holds }) => prepare(workshop, readCount('holds', holds, 30, 100_000)),
};

/** The context in which the arms work. */
interface Setting {
  readonly workshop: Workshop;
  readonly databaseUrl: string;
  /** The first one's account is the hot one. */
  readonly callers: readonly [Caller, ...Caller[]];
  /** The statement by which the service holds credits for the first one. */
  readonly hold: Statement;
}

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const first = await openCaller(service, sandbox);
  const others = await inLanes(lanes - 1, { concurrency: 1 }, async () => openCaller(service, sandbox));
  const { databaseUrl } = service;
  const hold = await captureHold(workshop, databaseUrl, first);
  await withDatabase(databaseUrl, createBareAccount);
  const setting: Setting = { workshop, databaseUrl, hold, callers: [first, ...others] };
  const creates = Math.ceil(count / 3);
  await loadArm('warm-up', setting, setting.callers, creates).run();
  return {
    arms: [
      { name: 'bare', run: async () => holdInLanes(databaseUrl, count, holdBare) },
      holdArm('many', setting, count, (lane) => setting.callers[lane] ?? first),
      holdArm('hot', setting, count, () => first),
      loadArm('create many', setting, setting.callers, creates),
      loadArm('create hot', setting, [first], creates),
    ],
    judge,
  };
}

/** The statement of the service, each time under ids of its own, on the account of the owner of the lane. */
function holdArm(name: string, setting: Setting, count: number, callerOf: (lane: number) => Caller): Arm {
  const { databaseUrl, hold, callers } = setting;
  const [from] = callers;
  const run = async (client: Client, lane: number): Promise<void> => {
    const to = callerOf(lane);
    const others = { [from.workspaceId]: to.workspaceId, [from.connectionId]: to.connectionId };
    const { text, values } = readdress(hold, others, uuidv7);
    // Prepared once for each connection, as by the service.
    const { rowCount } = await client.query({ name: 'hold', text, values: [...values] });
    if (rowCount !== 1) throw new Error('a hold was refused');
  };
  return { name, run: async () => holdInLanes(databaseUrl, count, run) };
}

function loadArm(name: string, setting: Setting, callers: readonly Caller[], count: number): Arm {
  const { workshop, databaseUrl } = setting;
  const targets = callers.map(({ target }) => target);
  return {
    name,
    run: async () => {
      const sample = sampleOf(await runLoad(workshop.processes, { targets, count, concurrency }));
      await untilDispatched(databaseUrl);
      return sample;
    },
  };
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[]): Figure[] {
  const held = (arm: string) => valuesOf(rounds, arm, 'heldPerSecond');
  const created = (arm: string) => valuesOf(rounds, arm, 'answeredPerSecond');
  const against = (values: readonly number[], baseline: readonly number[]) => {
    return { unit: '/s', digits: 0, baseline, ratio: ratios(values, baseline) };
  };
  const [hot, many, bare] = [held('hot'), held('many'), held('bare')];
  const [createHot, createMany] = [created('create hot'), created('create many')];
  return [
    atLeast(heldPerSecondMin, 'holds on one account, against bare SQL', hot, against(hot, bare)),
    shown(`holds on one account, against ${lanes} accounts`, hot, against(hot, many)),
    shown(`created for one workspace, against ${lanes}`, createHot, against(createHot, createMany)),
  ];
}
