import { setTimeout as sleep } from 'node:timers/promises';

interface Patience {
  readonly limitMs: number;
  readonly pollMs: number;
  /** The message of the error when the time is over. */
  readonly complaint: () => string;
}

/** Asks again and again until there is an answer. @throws Error with the complaint */
export async function until<T>(
  probe: () => Promise<T | undefined> | T | undefined,
  { limitMs, pollMs, complaint }: Patience,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(complaint());
    await sleep(pollMs);
  }
}
