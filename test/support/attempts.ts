import { blockingAttempt } from '../../models/openAttempts';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { BlockingAttempt } from '../../models/openAttempts';
import { firstRow } from '../../models/sql';

/** The attempt that stands before the next call of a job, as the steps of its publication read it. */
export async function blockingOf(assignmentId: string): Promise<BlockingAttempt | null> {
  const row = await firstRow<{ earlier: BlockingAttempt | null }>(
    PublishAttempt,
    `SELECT ${blockingAttempt} AS earlier FROM assignments a WHERE a.id = $assignmentId`,
    { assignmentId },
  );
  return row?.earlier ?? null;
}
