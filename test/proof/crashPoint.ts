import { violationsOf } from './invariants';
import { comesToRest } from './rest';
import { openStage } from './stage';
import type { Stage } from './stage';
import { publishOneMore, runWorkload } from './workload';

/** What is wrong at the end; nothing, if all is well. */
export type Verdict = string[];

type Work = (stage: Stage, mark: string) => Promise<void>;

export interface Scenario {
  points: string[];
  play: (stage: Stage, points: string[]) => Promise<Verdict>;
}

/** The longest waits behind a kill: a lease of 30 s, a settling of 5 s, a heartbeat of 15 s; some meet. */
const restLimitMs = 180_000;

const workTurnsMax = 4;

/**
 * Does the work until every point that is armed was reached: a race may have another winner than the one whose way leads
 * past it. @returns whether the service came to rest each time
 */
export async function workUntilReached(stage: Stage, work: Work, mark: string): Promise<boolean> {
  for (let turn = 1; turn <= workTurnsMax && stage.armed().length > 0; turn += 1) {
    await work(stage, `${mark} ${turn}`);
    if (!(await comesToRest(stage, restLimitMs))) return false;
  }
  return true;
}

/** Processes die at `points`, once at each, with work under way, and their supervisor starts them again. */
export function killDuring(work: Work) {
  return async (stage: Stage, points: string[]): Promise<Verdict> => {
    const before = { ends: stage.ends().length, faults: stage.faults.length };
    for (const point of points) stage.arm(point, 'kill');
    const rests = await workUntilReached(stage, work, `${points[0]} kill`);
    const ends = stage.ends().slice(before.ends);
    const isAsPlanned = ends.length === points.length && ends.every(({ signal }) => signal === 'SIGKILL');
    return [
      ...(isAsPlanned ? [] : [`processes ended: ${JSON.stringify(ends)}`]),
      ...stage.faults.slice(before.faults),
      ...(await judge(stage, rests)),
    ];
  };
}

/**
 * The worker stands still at a point, as one on a machine that is suspended, until another has done all the work. Then
 * it is alone again, goes on where it stood, and publishes one more.
 */
export async function standStill(stage: Stage, [point = '']: string[]): Promise<Verdict> {
  const endsBefore = stage.ends().length;
  stage.arm(point, 'pause');
  const working = runWorkload(stage, `${point} pause`);
  await Promise.race([working, stage.reached(point)]);
  const substitute = stage.startWorker();
  await working;
  const rests = await comesToRest(stage, restLimitMs);
  await substitute.stop();
  stage.wake();
  await publishOneMore(stage, `${point} pause`);
  const restsAgain = await comesToRest(stage, restLimitMs);
  const ends = stage.ends().slice(endsBefore);
  return [
    ...(ends.length === 0 ? [] : [`processes ended: ${JSON.stringify(ends)}`]),
    ...(await judge(stage, rests && restsAgain)),
  ];
}

/** What is wrong with a stage whose work is done. */
export async function judge(stage: Stage, rests: boolean): Promise<Verdict> {
  return [
    ...(rests ? [] : ['the service has not come to rest']),
    ...stage.disarm().map((file) => `nobody reached ${file}`),
    ...violationsOf(await stage.world()),
  ];
}

/**
 * Begins to play scenarios, and gives their verdicts. Nearly all of a scenario is waiting until a lease or a heartbeat
 * has run out, so as many as there are stages run side by side; each on a stage of its own, so that what is wrong can
 * be told to be one scenario's.
 */
export function playAll(scenarios: readonly Scenario[], stagesCount: number) {
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
