import { z } from 'zod';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import { paced } from '../../../domain/pace';
import type { Reason, Work } from '../../../domain/assignment/snapshot';
import { platformColumn } from '../../database/columns';
import { param, sql } from '../../database/fragment';
import { statement } from '../../database/statement';

/**
 * The cause that keeps a stuck assignment from its next step:
 * - `place`: its start waits for a place in the line of its workspace
 * - `temporal`: its start was not handed to Temporal yet
 * - `try`: its last try failed, and the next one waits
 * - `platform`: the platform is at it
 * - `source`: its media come slowly
 * - `worker`: nothing has taken its work up, or nothing came of it
 */
export const stuckCauses = ['place', 'temporal', 'try', 'platform', 'source', 'worker'] as const;
export type StuckCause = (typeof stuckCauses)[number];

const StuckAssignment = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  channel: z.string(),
  platform: platformColumn,
  type: z.enum(contentTypes),
  status: z.enum(assignmentStatuses),
  /** Of the status. */
  since: z.date(),
  /** Of the run that should be at work. */
  generation: z.int(),
  work: z.custom<Work>(),
  waitsFor: z.enum(stuckCauses),
  /** Why the last try failed. */
  error: z.custom<Reason>().nullable(),
  /** When the next work is due; null: now. */
  nextAt: z.date().nullable(),
});
export type StuckAssignment = z.infer<typeof StuckAssignment>;

/** Work that is due is begun, or moves, at least this often. */
const quietMs = () => paced(60_000);
/** A post that is not live so long after its time is late, whatever is done for it. */
const lateMs = () => paced(600_000);

const ago = (name: 'quietMs' | 'lateMs') =>
  sql`clock_timestamp() - make_interval(secs => ${param(name, 'float8')} / 1000)`;
const isFailing = sql`(a.tries IS NOT NULL OR a.refusals IS NOT NULL OR coalesce(a.prepare_again_at > clock_timestamp(), false))`;
const isIdle = sql`(coalesce(a.next_at, '-infinity') < ${ago('quietMs')} AND greatest(a.updated_at, transfer.moved_at) < ${ago('quietMs')})`;
const isLate = sql`(a.status IN ('pending', 'uploading', 'uploaded', 'processing')
  AND greatest(a.scheduled_at, story.begun_at) < ${ago('lateMs')})`;

const readStuck = statement(
  'assignments.readStuck',
  StuckAssignment.extend({ total: z.int() }),
  sql`SELECT a.id, a.workspace_id AS "workspaceId", c.name AS channel, a.platform, a.type, a.status, story.since, a.generation,
             a.next_work AS work, a.next_at AS "nextAt", count(*) OVER ()::int AS total,
             coalesce(a.tries->'error', a.refusals->'error', CASE WHEN ${isFailing} THEN a.preparation_error END) AS error,
             CASE WHEN start.waits THEN 'place' WHEN start.waits IS NOT NULL THEN 'temporal' WHEN ${isFailing} THEN 'try'
                  WHEN a.busy IS NOT NULL THEN 'platform' WHEN transfer.moved_at > ${ago('quietMs')} THEN 'source'
                  ELSE 'worker' END AS "waitsFor"
      FROM assignments a JOIN connections c ON c.id = a.connection_id
        CROSS JOIN LATERAL (
          SELECT coalesce(max(e.at) FILTER (WHERE e.status = a.status), a.updated_at) AS since,
                 max(e.at) FILTER (WHERE e.status = 'pending') AS begun_at
          FROM assignment_events e WHERE e.assignment_id = a.id) story
        CROSS JOIN LATERAL (
          SELECT max(u.updated_at) AS moved_at FROM uploads u WHERE u.assignment_id = a.id) transfer
        LEFT JOIN LATERAL (
          SELECT o.line <> '' AND o.tries = 0 AND EXISTS (
            SELECT FROM outbox p WHERE p.workspace_id = o.workspace_id AND p.line = o.line AND p.dispatched_at IS NOT NULL) AS waits
          FROM outbox o
          WHERE o.subject_id = a.id AND o.generation = a.generation AND o.kind = 'start' AND o.dispatched_at IS NULL
          LIMIT 1) start ON true
      WHERE a.next_work IS NOT NULL AND (${isFailing} OR ${isIdle} OR ${isLate})
      ORDER BY story.since, a.id LIMIT ${param('limit', 'bigint')}`,
);

/**
 * Assignments of all workspaces that do not come on, the longest first, as operators look for them (docs/runbook.md): a try of their
 * next work has failed, or nothing has moved for a minute although work is due, or their time was ten minutes ago. Only rows are
 * read, so that the answer is true whatever Temporal knows.
 */
export async function stuckAssignments(limit: number): Promise<{ total: number; assignments: StuckAssignment[] }> {
  const found = await readStuck.all({ quietMs: quietMs(), lateMs: lateMs(), limit });
  return { total: found[0]?.total ?? 0, assignments: found.map(({ total: _total, ...assignment }) => assignment) };
}
