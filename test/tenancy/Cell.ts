import type { Stage } from './stage';

/** One try to reach another tenant's things. */
export interface Cell {
  name: string;
  /** @returns the fault of the answer; null: no fault */
  judge: (stage: Stage) => Promise<string | null>;
}
