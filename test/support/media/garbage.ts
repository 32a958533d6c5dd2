import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage so often that nothing is left of it, in turns of their own: the target of a WeakRef outlives its turn. */
export async function collectGarbage(times = 5): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let count = 0; count < times; count += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
}
