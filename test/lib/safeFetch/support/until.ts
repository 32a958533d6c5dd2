import { setTimeout as wait } from 'node:timers/promises';

/** Waits until a condition holds; the test's own time limit ends it when it never does. */
export const until = async (holds: () => boolean): Promise<true> => {
  while (!holds()) await wait(5);
  return true;
};
