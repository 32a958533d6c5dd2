import { z } from 'zod';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import type { AssignmentStatus } from '../../../domain/assignment';
import { noLimits } from './loadAssignment';
import { record } from './record';
import { platformColumn } from '../../database/columns';
import { batchCalls } from '../../database/batchCalls';
import { param, sql } from '../../database/fragment';
import type { Fragment } from '../../database/fragment';
import { isAmong, isTheOnly } from '../../database/fragments';
import { statement } from '../../database/statement';

const AssignmentForStart = z.strictObject({
  generation: z.int(),
  status: z.enum(assignmentStatuses),
  /** The assignment has next work. */
  hasWork: z.boolean(),
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  platform: platformColumn,
  type: z.enum(contentTypes),
  scheduledAt: z.date().nullable(),
  channelName: z.string(),
  /** The time until the run has work, by the database's clock; 0 or less: there is work now. */
  waitMs: z.number(),
});
export type AssignmentForStart = z.infer<typeof AssignmentForStart>;

const Suspect = z.strictObject({ id: z.uuid(), generation: z.int(), status: z.enum(assignmentStatuses) });
export type Suspect = z.infer<typeof Suspect>;

/** Of an assignment `a`: the relay starts its run, or has just done so. */
const isBeingStarted = sql`EXISTS (
  SELECT 1 FROM outbox o WHERE o.subject_id = a.id AND o.generation = a.generation AND o.kind = 'start'
    AND coalesce(o.dispatched_at >= clock_timestamp() - interval '60 seconds', true))`;

const forStart = <Binds>(isAsked: Fragment<Binds>) => sql`
  SELECT a.id, a.generation, a.status, a.next_work IS NOT NULL AS "hasWork", a.workspace_id AS "workspaceId",
         a.connection_id AS "connectionId", a.platform, a.type, a.scheduled_at AS "scheduledAt", c.name AS "channelName",
         coalesce(ceil(extract(epoch FROM a.next_at - clock_timestamp()) * 1000), 0)::float AS "waitMs"
  FROM assignments a JOIN connections c ON c.id = a.connection_id WHERE ${isAsked}`;
const ForStart = AssignmentForStart.extend({ id: z.uuid() });
const readForStart = statement('assignments.readForStart', ForStart, forStart(isAmong(sql`a.id`)));
const readOneForStart = statement('assignments.readOneForStart', ForStart, forStart(isTheOnly(sql`a.id`)));

/** The facts that the start of an assignment's workflow needs, as the database has them now. */
export const assignmentForStart = batchCalls(
  async (ids: readonly string[]): Promise<(AssignmentForStart | undefined)[]> => {
    const assignments = await (ids.length === 1 ? readOneForStart : readForStart).all({ ids });
    const byId = new Map(assignments.map((assignment) => [assignment.id, assignment]));
    return ids.map((id) => byId.get(id));
  },
);

/** @param isInScope a further condition for each assignment `a` */
const suspicious = (isInScope: Fragment) => {
  const afterId = param('afterId', 'uuid', 'orNull');
  return sql`SELECT a.id, a.generation, a.status FROM assignments a
     WHERE (${afterId} IS NULL OR a.id > ${afterId}) AND a.updated_at < clock_timestamp() - interval '60 seconds'
       AND a.next_work IS NOT NULL AND ${isInScope} AND NOT ${isBeingStarted}
     ORDER BY a.id LIMIT ${param('limit', 'bigint')}`;
};
const findSuspects = {
  recent: statement(
    'assignments.findRecentSuspects',
    Suspect,
    suspicious(sql`coalesce(a.next_at, '-infinity') <= now()`),
  ),
  all: statement('assignments.findSuspects', Suspect, suspicious(sql`true`)),
} as const;

/**
 * Assignments that should have a running workflow, in the order of their ids: they have next work (`recent`: due now),
 * the relay is not about to start them, and nothing was written to them for a minute. An assignment whose start was
 * never ordered is among them, so that no row is left without a next step. `now()` can be looked up in an index, and
 * `clock_timestamp()` cannot. A row that is due at no certain time counts as due: with `IS NULL` beside the comparison
 * PostgreSQL would read the whole index, thus every assignment that waits.
 */
export async function suspects(scope: 'recent' | 'all', afterId: string | null, limit: number): Promise<Suspect[]> {
  return findSuspects[scope].all({ afterId, limit });
}

/**
 * Hands an assignment to its next generation, which goes on from the state of the row. The run of a cancelled
 * assignment is also ordered to cancel: only a run that got the order can end as cancelled.
 * @returns the outbox entries to dispatch one after the other: none if the assignment has moved on meanwhile
 */
export async function startNextGeneration(
  id: string,
  generation: number,
  status: AssignmentStatus,
): Promise<readonly number[]> {
  const recorded = await record(id, noLimits, (assignment) =>
    assignment.status === status ? { is: 'orphaned', generation } : null,
  );
  return recorded ? recorded.outboxIds : [];
}
