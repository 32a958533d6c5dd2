import { paced } from './pace';

/** A platform may leave out of its answers for so long what it has; from then on an object is as old as it has to be. */
const goneAfterMs = () => paced(10 * 60_000);
const firstWaitMs = () => paced(5_000);
const longestWaitMs = () => paced(2 * 60_000);

/** An object that the platform does not find, by the database's clock. */
export interface Absence {
  /** Since it was made; null: nobody knows when. Of several objects, since the last of them was. */
  ageMs: number | null;
  /** Since the first of the looks in a row that have not found it. */
  absentMs: number;
}

export type AbsenceVerdict =
  | { kind: 'gone' }
  /** Nobody knows whether it is there: look again after this time. */
  | { kind: 'unknown'; lookAgainMs: number };

/**
 * Judges an object that the platform does not find (contract.md §2): it is gone if it was made 10 minutes ago, or stays
 * absent for 10 minutes of looks; until then it is unknown. Looks follow after 5 s, doubling to 2 minutes; the last one
 * comes when its answer is certain. An open publishing attempt has a stricter rule: there absence proves nothing.
 */
export function judgeAbsence({ ageMs, absentMs }: Absence): AbsenceVerdict {
  const certainInMs = goneAfterMs() - Math.max(ageMs ?? 0, absentMs);
  if (certainInMs <= 0) return { kind: 'gone' };
  return { kind: 'unknown', lookAgainMs: Math.min(absentMs + firstWaitMs(), longestWaitMs(), certainInMs) };
}
