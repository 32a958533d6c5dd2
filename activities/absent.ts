import { judgeAbsence } from '../domain/absence';
import type { PublishJob } from '../domain/workflowContract';
import { noteAbsent } from '../models/absences';
import { askAgain, jobHasMovedOn } from './failures';

/**
 * A look has not found what the job has made on its platform. It is no failed try: the platform may leave out what it has.
 * @param madeAt when what is missing came to be; null: nobody knows
 * @throws ApplicationFailure that makes Temporal ask again, until it is certainly gone; `MOVED_ON` for a job that has
 */
export async function requireGone(job: PublishJob, madeAt: Date | null, words: string): Promise<void> {
  const absence = await noteAbsent(job, madeAt);
  if (!absence) throw jobHasMovedOn();
  const verdict = judgeAbsence(absence);
  if (verdict.kind === 'unknown') throw askAgain('NOT_FOUND', words, verdict.lookAgainMs);
}
