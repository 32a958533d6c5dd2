import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Stage } from '../proof/stage';

/** The interval at which it is looked whether a process stands still. */
const lookMs = 10;
/** A point that no process reaches for so long gives way to the next point. */
const patienceMs = 500;

/**
 * Until it is ended, lets a process of the stage stand still again and again at one of these failpoints: for as long as
 * the others need to come by. So windows of a few microseconds are open for a tenth of a second.
 * @returns the number of standstills so far, and a function that ends them; all processes run then
 */
export function beginStandstills(
  stage: Pick<Stage, 'arm' | 'disarm' | 'isReached' | 'wake'>,
  points: readonly string[],
  seed: number,
): { count: () => number; end: () => Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  let count = 0;
  const playing = play();

  async function play(): Promise<void> {
    const plan = fc.record({
      point: fc.constantFrom(...points),
      holdMs: milliseconds(30, 150),
      gapMs: milliseconds(100, 400),
    });
    for (const { point, holdMs, gapMs } of fc.sample(plan, { seed, numRuns: 1000 })) {
      if (signal.aborted) break;
      await delay(gapMs);
      count += (await standStill(point, holdMs)) ? 1 : 0;
    }
  }

  async function standStill(point: string, holdMs: number): Promise<boolean> {
    stage.arm(point, 'pause');
    const deadline = performance.now() + patienceMs;
    while (!stage.isReached(point) && !signal.aborted && performance.now() < deadline) await wake();
    stage.disarm();
    await delay(holdMs);
    await wake();
    return stage.isReached(point);
  }

  /** To be repeated: a process may take the file, and stand still only some moments later. */
  async function wake(): Promise<void> {
    stage.wake();
    await delay(lookMs);
  }

  return {
    count: () => count,
    end: async () => {
      ending.abort();
      await playing;
      for (let times = 0; times < 20; times += 1) await wake();
    },
  };
}

function milliseconds(min: number, max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.integer({ min, max }));
}
