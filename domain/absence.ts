import { paced } from './pace';

/** The longest time, in milliseconds, for which a platform's answers may omit an existing object. */
const goneAfterMs = () => paced(10 * 60_000);
const firstWaitMs = () => paced(5_000);
const longestWaitMs = () => paced(2 * 60_000);

/** An object that the platform does not find, by the database's clock. */
export interface Absence {
  /** The time since the object was made; null: unknown. Of several objects, the time since the newest was made. */
  ageMs: number | null;
  /** The time since the first of the looks in a row that have not found the object. */
  absentMs: number;
}

export type AbsenceVerdict =
  | { kind: 'gone' }
  /** Whether the object exists is unknown: look again after this time. */
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
