import { connectChannels } from './connecting';
import { judge } from './crashPoint';
import { breakCalls, lostAnswers, restOf, waiting } from './faults';
import type { Fault } from './faults';
import { testLimitMs } from './patience';
import { comesToRest } from './rest';
import { openStage } from './stage';
import type { Stage } from './stage';
import { runWorkload } from './workload';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
}, 180_000);
afterAll(async () => stage?.stop(), 60_000);

async function verdict(): Promise<unknown> {
  const rests = await comesToRest(stage);
  return { unstruck: await waiting(stage.sandbox), wrong: await judge(stage, rests), ends: stage.ends() };
}

const well = { unstruck: [], wrong: [], ends: [] };

const turnsMax = 4;

it(
  'all is done once although the platform does what it is asked and its answers are lost',
  async () => {
    let left = lostAnswers;
    for (let turn = 1; turn <= turnsMax && left.length > 0; turn += 1) {
      await runWorkload(stage, `lost answers ${turn}`, left);
      await comesToRest(stage);
      left = (await waiting(stage.sandbox)).map(restOf);
    }
    expect(await verdict()).toEqual(well);
  },
  testLimitMs,
);

it(
  'a code whose exchange was not answered is not exchanged again: its owner begins anew',
  async () => {
    const codes: Fault[] = [{ on: { method: 'POST', path: '/token', nth: 1 }, do: { loseAnswer: true } }];
    await breakCalls(stage, codes);
    await connectChannels(stage, 'lost codes');
    expect(await verdict()).toEqual(well);
  },
  testLimitMs,
);
