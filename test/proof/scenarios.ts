import { testLimitMs } from './patience';
import { openStage } from './stage';
import type { Stage } from './stage';

/** What is wrong at the end; nothing, if all is well. */
export type Verdict = string[];

export interface Scenario {
  points: string[];
  play: (stage: Stage, points: string[]) => Promise<Verdict>;
}

/**
 * Declares a test of each scenario.
 * @param title a pattern of `it.each`: `$points`, and what else a scenario has
 * @param stagesCount so many are played side by side
 */
export function defineScenarios(title: string, scenarios: readonly Scenario[], stagesCount = 1): void {
  let playing: ReturnType<typeof playAll>;

  beforeAll(() => {
    playing = playAll(scenarios, stagesCount);
  });
  afterAll(async () => playing.stop(), 60_000);

  it.each(scenarios)(title, async (scenario) => expect(await playing.verdictOf(scenario)).toEqual([]), testLimitMs);
}

/**
 * Begins to play scenarios, and gives their verdicts. Nearly all of a scenario is waiting until a lease or a heartbeat
 * has run out, so as many as there are stages run side by side; each on a stage of its own, so that what is wrong can
 * be told to be one scenario's.
 */
function playAll(scenarios: readonly Scenario[], stagesCount: number) {
  const verdicts = new Map(scenarios.map((scenario) => [scenario, promised()]));
  const queue = [...verdicts];
  const opening = openStages(Math.min(stagesCount, scenarios.length), (stage) => void takeTurns(stage, queue));
  opening.catch((error: unknown) => verdicts.forEach(({ give }) => give([String(error)])));
  return {
    verdictOf: async (scenario: Scenario): Promise<Verdict> => verdicts.get(scenario)!.promise,
    stop: async (): Promise<void> => {
      queue.splice(0);
      await Promise.all((await opening).map((stage) => stage.stop()));
    },
  };
}

async function openStages(count: number, use: (stage: Stage) => void): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (let index = 0; index < count; index += 1) {
    const stage = await openStage();
    stages.push(stage);
    use(stage);
  }
  return stages;
}

interface Promised {
  promise: Promise<Verdict>;
  give: (verdict: Verdict) => void;
}

function promised(): Promised {
  let give: Promised['give'] = () => undefined;
  const promise = new Promise<Verdict>((resolve) => (give = resolve));
  return { promise, give };
}

async function takeTurns(stage: Stage, queue: [Scenario, Promised][]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [{ points, play }, { give }] = next;
    give(await play(stage, points).catch((error: unknown) => [String(error)]));
  }
}
