import { z } from 'zod';
import { attemptThatBlocks, hasOpenOutcome } from '../../../models/assignments/openAttempts';
import type { BlockingAttempt } from '../../../models/assignments/openAttempts';
import { param, sql } from '../../../models/database/fragment';
import { command, statement } from '../../../models/database/statement';
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

const assignmentId = param('assignmentId', 'uuid');

const readBlocking = statement(
  'tests.readBlocking',
  z.strictObject({ earlier: z.custom<BlockingAttempt>().nullable() }),
  sql`SELECT ${attemptThatBlocks} AS earlier FROM assignments a WHERE a.id = ${assignmentId}`,
);

/** The attempt that stands before the next call of an assignment, as the steps of its publication read it. */
export async function blockingOf(assignmentId: string): Promise<BlockingAttempt | null> {
  return (await readBlocking.first({ assignmentId }))?.earlier ?? null;
}

const findOpen = command(
  'tests.findOpen',
  sql`SELECT FROM assignments a WHERE a.id = ${assignmentId} AND ${hasOpenOutcome}`,
);

/** Whether the post of an assignment may be live, or is, and the assignment does not say so. */
export async function isOpen({ assignmentId }: { assignmentId: string }): Promise<boolean> {
  return (await findOpen.run({ assignmentId })) > 0;
}
