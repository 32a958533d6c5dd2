import { z } from 'zod';
import { retireConnectionWorkflow } from '../../domain/workflowContract';
import type { ConnectionRemoval } from '../../domain/workflowContract';
import { param, sql, word } from '../database/fragment';
import { statement } from '../database/statement';
import { traceparent } from '../outbox/traced';

export type Removal = Pick<ConnectionRemoval, 'connectionId' | 'removal'>;

const afterId = param('afterId', 'uuid', 'orNull');
const readSuspects = statement(
  'removals.readSuspects',
  z.strictObject({ connectionId: z.uuid(), removal: z.int() }),
  sql`SELECT c.id AS "connectionId", c.removals AS removal FROM connections c
      WHERE c.removed_at < clock_timestamp() - interval '60 seconds' AND c.token_status <> 'missing'
        AND (${afterId} IS NULL OR c.id > ${afterId})
        AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = c.id AND o.generation = c.removals AND o.kind = 'start'
                          AND coalesce(o.dispatched_at > clock_timestamp() - interval '60 seconds', true))
      ORDER BY c.id LIMIT ${param('limit', 'bigint')}`,
);

const continueRemoval = statement(
  'removals.continue',
  z.strictObject({ id: z.int() }),
  sql`WITH removed AS (
        UPDATE connections SET removals = removals + 1
        WHERE id = ${param('connectionId', 'uuid')} AND removals = ${param('removal', 'integer')} AND removed_at IS NOT NULL
        RETURNING id, removals, workspace_id)
      INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, traceparent)
      SELECT 'start', ${word(retireConnectionWorkflow)}, id, removals, workspace_id, ${traceparent} FROM removed RETURNING id`,
);

/**
 * Removals that should have a running workflow, in the order of their connections' ids: the connection still has tokens,
 * and no order to start a run is on its way.
 */
export async function suspectRemovals(afterId: string | null, limit: number): Promise<Removal[]> {
  return readSuspects.all({ afterId, limit });
}

/**
 * Hands a removal to its next run, which goes on where this one was.
 * @returns the outbox entry to dispatch, or none if the connection is back or another run has taken over
 */
export async function continueInNextRemoval({ connectionId, removal }: Removal): Promise<number[]> {
  const written = await continueRemoval.all({ connectionId, removal });
  return written.map(({ id }) => id);
}
