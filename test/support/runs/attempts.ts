import { attemptThatBlocks, hasOpenOutcome } from '../../../models/assignments/openAttempts';
import { PublishAttempt } from '../../../models/assignments/PublishAttempt';
import type { BlockingAttempt } from '../../../models/assignments/openAttempts';
import { param, sql } from '../../../models/database/fragment';
import { firstRow } from '../../../models/database/sql';
import { record } from '../../../models/assignments/store/record';
import type { Payload } from '../../../domain/payload/payload';
import { limits } from '../limits';

interface NewCall {
  assignmentId: string;
  generation?: number;
  step?: 'stage' | 'publish';
  payload?: Payload;
  leaseSeconds?: number;
}

/** A run begins a call. @returns its number; null: it must not be made */
export async function beginCall({
  assignmentId,
  generation = 1,
  step = 'publish',
  payload = {},
  leaseSeconds = 30,
}: NewCall): Promise<number | null> {
  const event = { is: 'calling', of: step, generation } as const;
  const lease = { ...limits, leaseMs: leaseSeconds * 1000 };
  const begun = await record(assignmentId, lease, () => event, { callPayload: payload });
  return begun?.callId ?? null;
}

/** A call that blocks others is answered. @returns whether that says anything */
export async function answerCall(
  { assignmentId }: Pick<NewCall, 'assignmentId'>,
  callId: number,
  answer: 'refused' | 'lost',
): Promise<boolean> {
  const recorded = await record(assignmentId, limits, (_assignment, _now, facts) =>
    facts.earlier?.id === callId ? { is: 'answered', answer } : null,
  );
  return recorded?.change.isVoid === false;
}

/** The attempt that stands before the next call of a job, as the steps of its publication read it. */
export async function blockingOf(assignmentId: string): Promise<BlockingAttempt | null> {
  const row = await firstRow<{ earlier: BlockingAttempt | null }>(
    PublishAttempt,
    sql`SELECT ${attemptThatBlocks} AS earlier FROM assignments a WHERE a.id = ${param('assignmentId', 'uuid')}`,
    { assignmentId },
  );
  return row?.earlier ?? null;
}

/** Whether the post of a job may be live, or is, and the job does not say so. */
export async function isOpen({ assignmentId }: { assignmentId: string }): Promise<boolean> {
  const open = sql`SELECT 1 FROM assignments a WHERE a.id = ${param('assignmentId', 'uuid')} AND ${hasOpenOutcome}`;
  return (await firstRow(PublishAttempt, open, { assignmentId })) !== undefined;
}
