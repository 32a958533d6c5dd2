import type { Change } from '../../../domain/assignment/change';
import { z } from 'zod';
import { publishAssignmentWorkflow } from '../../../domain/workflowContract';
import type { Transaction } from '../../database/transaction';
import { param, sql, word } from '../../database/fragment';
import { statement } from '../../database/statement';
import { traceparent } from '../../outbox/traced';
import { changedColumns, updateBy } from './changedColumns';
import type { Loaded } from './loadAssignment';

interface Restart {
  loaded: Loaded;
  change: Change;
}

const storeAll = statement(
  'assignments.storeRestarts',
  z.strictObject({ count: z.int() }),
  sql`WITH given AS (
    SELECT * FROM jsonb_to_recordset(${param('restarts', 'jsonb')}) AS g (id uuid, version integer, changed jsonb, runs jsonb)),
  stored AS (
    ${updateBy(sql`g.changed`)}
    FROM given g WHERE a.id = ANY(${param('ids', 'uuid[]')}) AND a.id = g.id AND a.version = g.version
    RETURNING a.id, a.workspace_id, g.runs),
  ordered AS (
    INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, traceparent)
    SELECT r."order", ${word(publishAssignmentWorkflow)}, s.id, r.generation, s.workspace_id, ${traceparent}
    FROM stored s CROSS JOIN LATERAL jsonb_to_recordset(s.runs) AS r ("order" text, generation integer) RETURNING 1)
  SELECT count(*)::int AS count FROM stored`,
);

/**
 * Stores changes of many assignments that keep their statuses but order their runs again. The transaction holds their
 * rows. The relay dispatches the orders written here.
 */
export async function storeRestarts(restarts: readonly Restart[], transaction: Transaction): Promise<void> {
  const given = restarts.map(({ loaded: { assignment, facts, now }, change }) => {
    const { isVoid, moves, credits, call, runs } = change;
    if (isVoid || moves.length > 0 || credits.length > 0 || call !== null) throw new Error('a restart moves nothing');
    const { assignmentId: id } = facts;
    return { id, version: assignment.version, changed: changedColumns(assignment, change.assignment, now), runs };
  });
  if (given.length === 0) return;
  const binds = { ids: given.map(({ id }) => id), restarts: JSON.stringify(given) };
  const stored = await storeAll.first(binds, transaction);
  if (stored?.count !== restarts.length) throw new Error('an assignment has changed although it was locked');
}
