import { suspectRounds } from '../../../models/webhooks/deliveryRuns';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';

// A connection's scans are known only when that connection reports them.
const database = useDatabase({ poolSize: 1 });

/** The number of reads of the whole table, and of reads by the index of pending rows. */
async function scans() {
  await database.query('SELECT pg_stat_force_next_flush()');
  const [counts] = await database.query(
    `SELECT t.seq_scan AS whole, i.idx_scan AS pending
     FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid)
     WHERE t.relname = 'webhook_deliveries' AND i.indexrelname = 'webhook_deliveries_pending'`,
  );
  return counts;
}

it('the search for lost deliveries passes over those that have ended', async () => {
  const workspace = await buildWorkspace();
  const parent = { ...workspace, ...(await buildConnection(workspace)) };
  const { deliveryId, outboxId } = await buildDelivery(parent, 'https://caller.example/hooks');
  const longAgo = `now() - interval '1 hour'`;
  await database.query(`UPDATE outbox SET dispatched_at = ${longAgo} WHERE id = $1 RETURNING id`, [outboxId]);
  await database.query(`UPDATE webhook_deliveries SET created_at = ${longAgo} WHERE id = $1 RETURNING id`, [
    deliveryId,
  ]);
  await database.query(
    `INSERT INTO webhook_deliveries (id, workspace_id, organization_id, assignment_id, url, event, body, status)
     SELECT gen_random_uuid(), workspace_id, organization_id, assignment_id, url, event, body, 'delivered'
     FROM webhook_deliveries, generate_series(1, 5000) WHERE id = $1`,
    [deliveryId],
  );
  await database.query('ANALYZE webhook_deliveries');

  const before = await scans();
  expect(await suspectRounds(null, 500)).toEqual([{ deliveryId, round: 1 }]);
  expect(await suspectRounds(deliveryId, 500)).toEqual([]);
  expect(await scans()).toEqual({ ...before, pending: 2 });
});
