import type { Change } from '../../../domain/assignment/change';
import { publishAssignmentWorkflow } from '../../../domain/workflowContract';
import { Assignment } from '../Assignment';
import type { Transaction } from '../../database/transaction';
import { firstRow } from '../../database/sql';
import { changedColumns, updateBy } from './changedColumns';
import type { Loaded } from './loadAssignment';

interface Restart {
  loaded: Loaded;
  change: Change;
}

const statement = `WITH given AS (
    SELECT * FROM jsonb_to_recordset($restarts::jsonb) AS g (id uuid, version integer, changed jsonb, runs jsonb)),
  stored AS (
    ${updateBy('g.changed')}
    FROM given g WHERE a.id = ANY($ids::uuid[]) AND a.id = g.id AND a.version = g.version
    RETURNING a.id, a.workspace_id, g.runs),
  ordered AS (
    INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id)
    SELECT r."order", '${publishAssignmentWorkflow}', s.id, r.generation, s.workspace_id
    FROM stored s CROSS JOIN LATERAL jsonb_to_recordset(s.runs) AS r ("order" text, generation integer) RETURNING 1)
  SELECT count(*)::int AS count FROM stored`;

/**
 * Stores changes of many assignments that move none of them, but order their runs anew. The transaction holds their rows. The relay
 * dispatches what is written here.
 */
export async function storeRestarts(restarts: readonly Restart[], transaction: Transaction): Promise<void> {
  const given = restarts.map(({ loaded: { assignment, facts, now }, change }) => {
    const { isVoid, moves, credits, call, runs } = change;
    if (isVoid || moves.length > 0 || credits.length > 0 || call !== null) throw new Error('a restart moves nothing');
    const { assignmentId: id } = facts;
    return { id, version: assignment.version, changed: changedColumns(assignment, change.assignment, now), runs };
  });
  if (given.length === 0) return;
  const bound = { ids: given.map(({ id }) => id), restarts: JSON.stringify(given) };
  const stored = await firstRow<{ count: number }>(Assignment, statement, bound, transaction);
  if (stored?.count !== restarts.length) throw new Error('an assignment has changed although it was locked');
}
