import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does `work` beside a timer of `timerMs`, so that a busy machine holds up both.
 * @returns what the work gave, and how long it took against the timer: 1 for as long
 */
export async function againstTimer<T>(
  timerMs: number,
  work: () => Promise<T>,
): Promise<{ result: T; timesAsLong: number }> {
  const beganAtMs = performance.now();
  const tookMs = (): number => performance.now() - beganAtMs;
  const timer = delay(timerMs, undefined, { ref: false }).then(tookMs);
  const result = await work();
  const workMs = tookMs();
  return { result, timesAsLong: workMs / (workMs < timerMs ? timerMs : await timer) };
}
