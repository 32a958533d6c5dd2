import { setTimeout as delay } from 'node:timers/promises';
import { byCounts, draw } from '../support/counts';
import { judge, workUntilReached } from './crashPoint';
import { inGroups, order } from './crashPoints';
import type { Scenario, Verdict } from './scenarios';
import type { Stage } from './stage';
import { runWorkload } from './work/workload';

/** So many times the database goes away in one run of the workload. */
const outagesAtOnce = 10;
const outageMs = 500;

export const outages: readonly Scenario[] = draw(
  inGroups(order, outagesAtOnce),
  byCounts({ few: 1, sample: 1, full: Infinity }),
).map((group) => ({ title: 'all is done once although the database goes away', points: group, play: loseDatabase }));

/** The database goes away when a process reaches a point: the outage ends no process. */
async function loseDatabase(stage: Stage, names: string[]): Promise<Verdict> {
  const endsBefore = stage.ends().length;
  for (const point of names) stage.arm(point, 'pause');
  const over = new AbortController();
  const breaking = breakAtEach(stage, names, over.signal);
  const rests = await workUntilReached(stage, runWorkload, `${names[0]} away`);
  over.abort();
  await breaking;
  const ends = stage.ends().slice(endsBefore);
  return [...(ends.length === 0 ? [] : [`processes ended: ${JSON.stringify(ends)}`]), ...(await judge(stage, rests))];
}

/** A process that is still paused so many turns after it came to its point was woken before it paused. */
const turnsToPause = 50;

async function breakAtEach(stage: Stage, names: string[], signal: AbortSignal): Promise<void> {
  const left = new Set(names);
  for (let turnsPaused = 0; !signal.aborted; turnsPaused = stage.isPaused() ? turnsPaused + 1 : 0) {
    const reached = [...left].filter(stage.isReached);
    for (const point of reached) left.delete(point);
    if (reached.length > 0) {
      await stage.withoutDatabase(async () => {
        stage.wake();
        await delay(outageMs);
      });
    } else if (turnsPaused > turnsToPause) stage.wake();
    await delay(20);
  }
}
