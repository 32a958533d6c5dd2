import { setTimeout as delay } from 'node:timers/promises';

interface Wait {
  /** Zero: one look. */
  readonly waitMs: number;
  /** Between two looks. */
  readonly pauseMs: number;
  /** The caller has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** Looks again and again, until the end has come, the time is over, or the caller has gone. @returns the last sight */
export async function lookUntil<Sight>(
  look: () => Promise<Sight>,
  isEnd: (sight: Sight) => boolean,
  { waitMs, pauseMs, signal }: Wait,
): Promise<Sight> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const sight = await look();
    const leftMs = untilMs - performance.now();
    if (isEnd(sight) || leftMs <= 0 || signal?.aborted === true) return sight;
    await delay(Math.min(pauseMs, leftMs), undefined, signal && { signal }).catch(() => undefined);
  }
}
