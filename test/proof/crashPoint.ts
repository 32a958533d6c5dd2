import { judgeInterruptions } from '../support/servers/supervise';
import { violationsOf } from './judging/invariants';
import { comesToRest, unrestOf } from './rest';
import type { Verdict } from './scenarios';
import type { Stage } from './stage';
import { publishOneMore, runWorkload } from './work/workload';

type Work = (stage: Stage, mark: string) => Promise<void>;

const workTurnsMax = 4;

/**
 * Does the work until every armed point was reached: a race may have a winner whose way does not lead past a point.
 * @returns whether the service came to rest each time
 */
export async function workUntilReached(stage: Stage, work: Work, mark: string): Promise<boolean> {
  for (let turn = 1; turn <= workTurnsMax && stage.armed().length > 0; turn += 1) {
    await work(stage, `${mark} ${turn}`);
    if (!(await comesToRest(stage))) return false;
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

/** All processes pass `points`, and nothing happens to them. */
export function visitAll(points: readonly string[]) {
  return async (stage: Stage): Promise<Verdict> => {
    for (const point of points) stage.arm(point, 'visit');
    return judge(stage, await workUntilReached(stage, runWorkload, 'visit'));
  };
}

/**
 * A worker stands still at a point, as on a suspended machine, until another worker has done all the work. Then
 * the first worker is alone again, goes on where it stood, and publishes one more assignment.
 */
export async function standStill(stage: Stage, [point = '']: string[]): Promise<Verdict> {
  const endsBefore = stage.ends().length;
  stage.arm(point, 'pause');
  const working = runWorkload(stage, `${point} pause`);
  await Promise.race([working, stage.reached(point)]);
  const substitute = stage.startWorker();
  await working;
  const rests = await comesToRest(stage);
  await substitute.stop();
  stage.wake();
  await publishOneMore(stage, `${point} pause`);
  const restsAgain = await comesToRest(stage);
  const ends = stage.ends().slice(endsBefore);
  return [
    ...(ends.length === 0 ? [] : [`processes ended: ${JSON.stringify(ends)}`]),
    ...(await judge(stage, rests && restsAgain)),
  ];
}

/** The faults of a stage whose work is done. In one scenario Node may end one process in the middle of a workflow. */
export async function judge(stage: Stage, rests: boolean): Promise<Verdict> {
  const { lines, faults } = judgeInterruptions(stage.takeInterruptions(), 1);
  for (const line of lines) process.stdout.write(`${line}\n`);
  return [
    ...faults,
    ...(rests ? [] : await unrestOf(stage)),
    ...stage.disarm().map((file) => `nobody reached ${file}`),
    ...violationsOf(await stage.snapshot()),
  ];
}
