import { z } from 'zod';
import { deliverWebhookWorkflow } from '../../domain/workflowContract';
import type { DeliveryRound } from '../../domain/workflowContract';
import { param, sql, word } from '../database/fragment';
import { statement } from '../database/statement';
import { traceparent } from '../outbox/traced';

const afterId = param('afterId', 'uuid', 'orNull');
const readSuspects = statement(
  'deliveries.readSuspects',
  z.strictObject({ deliveryId: z.uuid(), round: z.int() }),
  sql`SELECT d.id AS "deliveryId", d.round FROM webhook_deliveries d
      WHERE d.status = 'pending' AND (${afterId} IS NULL OR d.id > ${afterId})
        AND coalesce(d.next_attempt_at, d.created_at) < clock_timestamp() - interval '60 seconds'
        AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = d.id AND o.generation = d.round AND o.kind = 'start'
                          AND coalesce(o.dispatched_at > clock_timestamp() - interval '60 seconds', true))
      ORDER BY d.id LIMIT ${param('limit', 'bigint')}`,
);

const continueRound = statement(
  'deliveries.continueRound',
  z.strictObject({ id: z.int() }),
  sql`WITH delivery AS (
        UPDATE webhook_deliveries SET round = round + 1
        WHERE id = ${param('deliveryId', 'uuid')} AND round = ${param('round', 'integer')} AND status = 'pending'
        RETURNING id, round, workspace_id)
      INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, traceparent)
      SELECT 'start', ${word(deliverWebhookWorkflow)}, id, round, workspace_id, ${traceparent} FROM delivery RETURNING id`,
);

/**
 * Rounds that should have a running workflow, in the order of their deliveries' ids: their attempt has been due for a
 * minute, and no order to start them is on its way.
 */
export async function suspectRounds(afterId: string | null, limit: number): Promise<DeliveryRound[]> {
  return readSuspects.all({ afterId, limit });
}

/**
 * Hands a delivery to its next round, which goes on where this one was: attempts that were made stay made, so that there
 * are never more of them than were promised.
 * @returns the outbox entry to dispatch, or none if the delivery has moved on meanwhile
 */
export async function continueInNextRound({ deliveryId, round }: DeliveryRound): Promise<number[]> {
  const written = await continueRound.all({ deliveryId, round });
  return written.map(({ id }) => id);
}
