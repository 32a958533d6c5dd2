import { testLimitMs } from './patience';
import { openStage } from './stage';
import type { Stage, StageSettings } from './stage';

/** The faults at the end; none, if all is well. */
export type Verdict = string[];

export interface Scenario {
  /** The name of its test, a sentence; the points follow it. */
  title: string;
  /** Failpoints that it arms. */
  points: string[];
  play: (stage: Stage, points: string[]) => Promise<Verdict>;
  /** Settings of the processes. A scenario that has some is played on a stage of its own. */
  settings?: StageSettings;
}

/** Scenarios that are begun after all others, in their order, for as long as there is time. All of them are one test. */
export interface Further {
  title: string;
  scenarios: readonly Scenario[];
  /** So many seconds after the first scenario of all was begun, no further scenario is begun. */
  budgetSeconds: number;
  /** Says how far the scenarios came. @param points the points of the scenarios played */
  report: (points: readonly string[]) => string;
}

/** Declares a test of each scenario, and one of all further ones; they are played side by side on a pool of so many stages. */
export function defineScenarios(scenarios: readonly Scenario[], stagesCount = 1, further?: Further): void {
  let playing: Playing;

  beforeAll(() => {
    playing = playAll(scenarios, stagesCount, further);
  });
  afterAll(async () => playing.stop(), 60_000);

  for (const scenario of scenarios) {
    it(nameOf(scenario), async () => expect(await playing.verdictOf(scenario)).toEqual([]), testLimitMs);
  }
  if (further && further.scenarios.length > 0) {
    it(further.title, async () => expect(await judgeFurther(further, playing)).toEqual([]), testLimitMs);
  }
}

function nameOf({ title, points }: Scenario): string {
  return points.length > 0 ? `${title}: ${points.join(', ')}` : title;
}

/** The faults of the scenarios that there was time for, each with the points of its scenario. */
async function judgeFurther({ scenarios, report }: Further, { verdictOf }: Playing): Promise<Verdict> {
  const played: Scenario[] = [];
  const verdict: Verdict = [];
  for (const scenario of scenarios) {
    const violations = await verdictOf(scenario);
    if (violations === undefined) continue;
    played.push(scenario);
    verdict.push(...violations.map((violation) => `${scenario.points.join(', ')}: ${violation}`));
  }
  process.stdout.write(`${report(played.flatMap(({ points }) => points))}\n`);
  return verdict;
}

interface Playing {
  /** Undefined if there was no time for it. */
  verdictOf: (scenario: Scenario) => Promise<Verdict | undefined>;
  stop: () => Promise<void>;
}

/**
 * Begins to play scenarios, and gives their verdicts. Much of a scenario is a wait until a lease or a heartbeat has run
 * out, so as many as there are stages run side by side, each on one stage: a violation belongs to one scenario.
 */
function playAll(scenarios: readonly Scenario[], stagesCount: number, further?: Further): Playing {
  const all = [...scenarios, ...(further?.scenarios ?? [])];
  const verdicts = new Map(all.map((scenario) => [scenario, promised()]));
  const queue = [...verdicts];
  const deadline = performance.now() + (further?.budgetSeconds ?? 0) * 1000;
  const next = (): [Scenario, Promised] | undefined => {
    const isFurther = queue.length <= all.length - scenarios.length;
    if (isFurther && performance.now() > deadline) for (const [, { give }] of queue.splice(0)) give(undefined);
    return queue.shift();
  };
  const opener = openOneByOne();
  const lanes = Array.from({ length: Math.min(stagesCount, all.length) }, async () => playInTurn(opener, next));
  return {
    verdictOf: async (scenario) => verdicts.get(scenario)!.promise,
    stop: async () => {
      queue.splice(0);
      await Promise.all(lanes);
    },
  };
}

type Opener = (settings?: StageSettings) => Promise<Stage>;

/** Stages open one after the other: the models that build their rows are bound to the last database. */
function openOneByOne(): Opener {
  let last: Promise<unknown> = Promise.resolve();
  return async (settings) => {
    const opening = last.then(async () => openStage(settings));
    last = opening.catch(() => undefined);
    return opening;
  };
}

/** Plays scenario after scenario. The stage is opened with the first scenario without settings. */
async function playInTurn(open: Opener, next: () => [Scenario, Promised] | undefined): Promise<void> {
  let shared: Stage | undefined;
  for (let taken = next(); taken; taken = next()) {
    const [scenario, { give }] = taken;
    const beganAtMs = performance.now();
    try {
      if (scenario.settings) give(await playAlone(open, scenario));
      else give(await scenario.play((shared ??= await open()), scenario.points));
    } catch (error) {
      give([String(error)]);
    }
    const seconds = Math.round((performance.now() - beganAtMs) / 1000);
    process.stdout.write(`${seconds} s: ${[scenario.title, ...scenario.points].join(' ')}\n`);
  }
  await shared?.stop();
}

async function playAlone(open: Opener, { settings, play, points }: Scenario): Promise<Verdict> {
  const stage = await open(settings);
  try {
    return await play(stage, points);
  } finally {
    await stage.stop();
  }
}

interface Promised {
  promise: Promise<Verdict | undefined>;
  give: (verdict: Verdict | undefined) => void;
}

function promised(): Promised {
  let give: Promised['give'] = () => undefined;
  const promise = new Promise<Verdict | undefined>((resolve) => (give = resolve));
  return { promise, give };
}
