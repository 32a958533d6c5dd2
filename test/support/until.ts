import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `isSo` answers true, looking every few milliseconds. @throws after `limitMs` */
export async function until(isSo: () => boolean | Promise<boolean>, limitMs = 10_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not so after ${limitMs} ms: ${isSo.toString()}`);
    await delay(5);
  }
}
