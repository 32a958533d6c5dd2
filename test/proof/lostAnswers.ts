import { connectChannels } from './work/connecting';
import { judge } from './crashPoint';
import { breakCalls, lostAnswers, restOf, waiting } from './work/faults';
import type { Fault } from './work/faults';
import { comesToRest } from './rest';
import type { Scenario, Verdict } from './scenarios';
import type { Stage } from './stage';
import { runWorkload } from './work/workload';

const turnsMax = 4;

export const losses: readonly Scenario[] = [
  {
    title: 'all is done once although the platform does what it is asked and its answers are lost',
    points: [],
    play: judged(loseAnswers),
  },
  {
    title: 'a code whose exchange was not answered is not exchanged again: its owner begins anew',
    points: [],
    play: judged(loseCodes),
  },
];

/** All of the faults strike, no process ends, and nothing is wrong when the service has come to rest. */
function judged(work: (stage: Stage) => Promise<void>): Scenario['play'] {
  return async (stage: Stage): Promise<Verdict> => {
    const endsBefore = stage.ends().length;
    await work(stage);
    const rests = await comesToRest(stage);
    const unstruck = await waiting(stage.sandbox);
    return [
      ...unstruck.map(({ on }) => `never struck: ${JSON.stringify(on)}`),
      ...stage
        .ends()
        .slice(endsBefore)
        .map((end) => `a process ended: ${JSON.stringify(end)}`),
      ...(await judge(stage, rests)),
    ];
  };
}

async function loseAnswers(stage: Stage): Promise<void> {
  let left = lostAnswers;
  for (let turn = 1; turn <= turnsMax && left.length > 0; turn += 1) {
    await runWorkload(stage, `lost answers ${turn}`, left);
    await comesToRest(stage);
    left = (await waiting(stage.sandbox)).map(restOf);
  }
}

async function loseCodes(stage: Stage): Promise<void> {
  const codes: Fault[] = [{ on: { method: 'POST', path: '/token', nth: 1 }, do: { loseAnswer: true } }];
  await breakCalls(stage, codes);
  await connectChannels(stage, 'lost codes');
}
