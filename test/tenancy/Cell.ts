import type { Stage } from './stage';

/** One try to reach what is somebody else's. */
export interface Cell {
  name: string;
  /** @returns what is wrong with the answer; null: nothing */
  judge: (stage: Stage) => Promise<string | null>;
}
