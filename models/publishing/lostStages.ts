import type { Payload } from '../../domain/payload/payload';
import type { PublishJob } from '../../domain/workflowContract';
import { Draft } from '../assignments/Draft';
import { PublishAttempt } from '../assignments/PublishAttempt';
import { rows } from '../database/sql';

/** A call that staged, and of which nobody knows whether it has made a draft. */
export interface LostStage {
  id: number;
  payload: Payload;
  /** The time in which the platform may have made it: to the second, as platforms tell times. */
  from: Date;
  until: Date;
}

/** @param settleMs how long after its lease a call may still take effect */
const columns = `p.id, p.payload, date_trunc('second', p.created_at) AS "from",
  p.lease_until + make_interval(secs => $settleMs / 1000.0) AS until`;

/** The calls of a job that have left a draft which no row names, or may have; the oldest first. */
export async function lostStagesOf(
  { assignmentId }: Pick<PublishJob, 'assignmentId'>,
  settleMs: number,
): Promise<LostStage[]> {
  return rows<LostStage>(
    PublishAttempt,
    `SELECT ${columns} FROM publish_attempts p WHERE p.assignment_id = $assignmentId AND p.is_lost ORDER BY p.id`,
    { assignmentId, settleMs },
  );
}

/** All other jobs of the channel of a job, in whatever workspace: their drafts are on the same page. */
const neighbours = `SELECT other.id FROM assignments a
  JOIN connections c ON c.id = a.connection_id
  JOIN connections same ON same.platform = c.platform AND same.external_platform_id = c.external_platform_id
  JOIN assignments other ON other.connection_id = same.id AND other.id <> a.id
  WHERE a.id = $assignmentId`;

/** The calls of all other jobs of the channel that may have made a draft then, and whose draft no row names. */
export async function rivalsOf(
  { assignmentId }: Pick<PublishJob, 'assignmentId'>,
  madeAt: Date,
  settleMs: number,
): Promise<LostStage[]> {
  return rows<LostStage>(
    PublishAttempt,
    `SELECT ${columns} FROM (${neighbours}) n JOIN publish_attempts p ON p.assignment_id = n.id
     WHERE p.step = 'stage' AND (p.is_lost OR p.outcome IS NULL) AND date_trunc('second', p.created_at) <= $madeAt
       AND p.lease_until + make_interval(secs => $settleMs / 1000.0) >= $madeAt`,
    { assignmentId, madeAt, settleMs },
  );
}

/** Of these drafts, those that a row of a job of the channel names. */
export async function namedDrafts(
  { assignmentId }: Pick<PublishJob, 'assignmentId'>,
  draftIds: readonly string[],
): Promise<string[]> {
  const named = await rows<{ id: string }>(
    Draft,
    `SELECT found.id FROM unnest($draftIds::text[]) AS found (id) WHERE EXISTS (
       SELECT 1 FROM (${neighbours} UNION ALL SELECT $assignmentId) n JOIN drafts d ON d.assignment_id = n.id
       WHERE d.draft_id = found.id OR found.id = ANY(d.replaced))`,
    { assignmentId, draftIds },
  );
  return named.map(({ id }) => id);
}
