import { z } from 'zod';
import type { Payload } from '../../domain/payload/payload';
import type { AssignmentRun } from '../../domain/workflowContract';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';

/** A staging call that may have made an unknown draft. */
const LostStage = z.strictObject({
  id: z.int(),
  payload: z.custom<Payload>(),
  /** The time in which the platform may have made the draft: to the second, as platforms tell times. */
  from: z.date(),
  until: z.date(),
});
export type LostStage = z.infer<typeof LostStage>;

const assignmentId = param('assignmentId', 'uuid');
const madeAt = param('madeAt', 'timestamptz');

const from = sql`date_trunc('second', p.created_at)`;
/** Binds `settleMs`: how long after its lease a call may still take effect. */
const until = sql`p.lease_until + make_interval(secs => ${param('settleMs', 'float8')} / 1000.0)`;
const columns = sql`p.id, p.payload, ${from} AS "from", ${until} AS until`;

/** All other assignments of an assignment's channel, in any workspace: their drafts are on the same page. */
export const neighbours = sql`SELECT other.id FROM assignments a
  JOIN connections c ON c.id = a.connection_id
  JOIN connections same ON same.platform = c.platform AND same.external_platform_id = c.external_platform_id
  JOIN assignments other ON other.connection_id = same.id AND other.id <> a.id
  WHERE a.id = ${assignmentId}`;

const readLost = statement(
  'publishing.readLostStages',
  LostStage,
  sql`SELECT ${columns} FROM publish_attempts p WHERE p.assignment_id = ${assignmentId} AND p.is_lost ORDER BY p.id`,
);

const readRivals = statement(
  'publishing.readRivals',
  LostStage,
  sql`SELECT ${columns} FROM (${neighbours}) n JOIN publish_attempts p ON p.assignment_id = n.id
      WHERE p.step = 'stage' AND (p.is_lost OR p.outcome IS NULL) AND ${from} <= ${madeAt} AND ${until} >= ${madeAt}`,
);

const readNamed = statement(
  'publishing.readNamedDrafts',
  z.strictObject({ id: z.string() }),
  sql`SELECT found.id FROM unnest(${param('draftIds', 'text[]')}) AS found (id) WHERE EXISTS (
        SELECT 1 FROM (${neighbours} UNION ALL SELECT ${assignmentId}) n JOIN drafts d ON d.assignment_id = n.id
        WHERE d.draft_id = found.id OR found.id = ANY(d.replaced))`,
);

type Subject = Pick<AssignmentRun, 'assignmentId'>;

/** The calls of an assignment that may have left a draft which no row names; the oldest first. */
export async function lostStagesOf({ assignmentId }: Subject, settleMs: number): Promise<LostStage[]> {
  return readLost.all({ assignmentId, settleMs });
}

/** The calls of the channel's other assignments that may have made a draft at that time which no row names. */
export async function rivalsOf({ assignmentId }: Subject, madeAt: Date, settleMs: number): Promise<LostStage[]> {
  return readRivals.all({ assignmentId, madeAt, settleMs });
}

/** The given drafts that a row of an assignment of the channel names. */
export async function namedDrafts({ assignmentId }: Subject, draftIds: readonly string[]): Promise<string[]> {
  const named = await readNamed.all({ assignmentId, draftIds });
  return named.map(({ id }) => id);
}
