import { testLimitMs } from './patience';
import { openStage } from './stage';
import type { Stage } from './stage';

/** What is wrong at the end; nothing, if all is well. */
export type Verdict = string[];

export interface Scenario {
  /** The name of its test, a sentence; the points follow it. */
  title: string;
  /** Failpoints that it arms. */
  points: string[];
  play: (stage: Stage, points: string[]) => Promise<Verdict>;
  /** Settings of the worker. A scenario that has some is played on a stage of its own. */
  workerSettings?: Record<string, string>;
}

/** Declares a test of each scenario; they are played side by side on a pool of so many stages. */
export function defineScenarios(scenarios: readonly Scenario[], stagesCount = 1): void {
  let playing: ReturnType<typeof playAll>;

  beforeAll(() => {
    playing = playAll(scenarios, stagesCount);
  });
  afterAll(async () => playing.stop(), 60_000);

  for (const scenario of scenarios) {
    const { title, points } = scenario;
    const name = points.length > 0 ? `${title}: ${points.join(', ')}` : title;
    it(name, async () => expect(await playing.verdictOf(scenario)).toEqual([]), testLimitMs);
  }
}

/**
 * Begins to play scenarios, and gives their verdicts. Much of a scenario is a wait until a lease or a heartbeat has run
 * out, so as many as there are stages run side by side, each on one stage: a violation belongs to one scenario.
 */
function playAll(scenarios: readonly Scenario[], stagesCount: number) {
  const verdicts = new Map(scenarios.map((scenario) => [scenario, promised()]));
  const queue = [...verdicts];
  const opener = openOneByOne();
  const lanes = Array.from({ length: Math.min(stagesCount, scenarios.length) }, async () => playInTurn(opener, queue));
  return {
    verdictOf: async (scenario: Scenario): Promise<Verdict> => verdicts.get(scenario)!.promise,
    stop: async (): Promise<void> => {
      queue.splice(0);
      await Promise.all(lanes);
    },
  };
}

type Opener = (workerSettings?: Record<string, string>) => Promise<Stage>;

/** Stages open one after the other: the models that build their rows are bound to the last database. */
function openOneByOne(): Opener {
  let last: Promise<unknown> = Promise.resolve();
  return async (workerSettings) => {
    const opening = last.then(async () => openStage(workerSettings));
    last = opening.catch(() => undefined);
    return opening;
  };
}

/** Takes scenario after scenario from the queue. The stage is opened with the first one that does without settings. */
async function playInTurn(open: Opener, queue: [Scenario, Promised][]): Promise<void> {
  let shared: Stage | undefined;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [scenario, { give }] = next;
    const beganAtMs = performance.now();
    try {
      if (scenario.workerSettings) give(await playAlone(open, scenario));
      else give(await scenario.play((shared ??= await open()), scenario.points));
    } catch (error) {
      give([String(error)]);
    }
    const seconds = Math.round((performance.now() - beganAtMs) / 1000);
    process.stdout.write(`${seconds} s: ${[scenario.title, ...scenario.points].join(' ')}\n`);
  }
  await shared?.stop();
}

async function playAlone(open: Opener, { workerSettings, play, points }: Scenario): Promise<Verdict> {
  const stage = await open(workerSettings);
  try {
    return await play(stage, points);
  } finally {
    await stage.stop();
  }
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
