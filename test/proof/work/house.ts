import { WorkflowNotFoundError } from '@temporalio/client';
import { deliveryWorkflowId } from '../../../domain/workflowContract';
import { assignmentIs, rowOf, runUntil } from '../rows';
import type { Stage } from '../stage';
import { assignmentsOf } from './assignments';

/** Makes work for the service's schedules, and waits until they have done it. */
export async function keepHouse(stage: Stage, mark: string): Promise<void> {
  await Promise.all([renewIdle(stage), forgetHold(stage), loseDelivery(stage, mark), orderTooEarly(stage, mark)]);
}

/** A channel unused for a day gets a new token. */
async function renewIdle(stage: Stage): Promise<void> {
  const { database, connections } = stage;
  const idle = `UPDATE connections SET token_expires_at = now() - interval '23 hours' WHERE id = $1 RETURNING token_version AS version`;
  const [before] = await database.query<{ version: number }>(idle, [connections.idle]);
  const renewed = 'SELECT 1 FROM connections WHERE id = $1 AND token_version > $2';
  await runUntil(stage, 'refreshTokens', () => database.query(renewed, [connections.idle, before?.version]));
}

/** A process that died in the middle of a live call has left its hold. */
async function forgetHold(stage: Stage): Promise<void> {
  await stage.database.query(
    `WITH account AS (
       UPDATE credit_accounts SET held = held + 1 WHERE workspace_id = $1
       RETURNING *, monthly_credits - held - posted + purchased AS balance)
     INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, hold_id, cycle_credits,
                                 cycle_started_at, description, created_at)
     SELECT gen_random_uuid(), workspace_id, 'hold', 1, -1, balance, 'stats.channel', gen_random_uuid(), 1,
            cycle_started_at, 'Held and forgotten', now() - interval '11 minutes' FROM account RETURNING id`,
    [stage.workspace.workspaceId],
  );
  await cleanUp(stage);
}

const forgotten = `FROM credit_entries h WHERE type = 'hold' AND (assignment_id IS NULL OR operation = 'publish.update')
  AND NOT EXISTS (SELECT 1 FROM credit_entries s WHERE s.hold_id = h.hold_id AND s.type IN ('charge', 'release'))`;

/** Lets the ten minutes pass after which the holds of dead processes are released. */
export async function releaseForgottenHolds(stage: Stage): Promise<void> {
  const { database } = stage;
  if ((await database.query(`SELECT 1 ${forgotten}`)).length === 0) return;
  // Entries of the ledger cannot be changed otherwise.
  await database.query('ALTER TABLE credit_entries DISABLE TRIGGER credit_entries_append_only');
  await database.query(
    `UPDATE credit_entries SET created_at = created_at - interval '11 minutes'
     WHERE created_at > now() - interval '10 minutes' AND id IN (SELECT id ${forgotten}) RETURNING id`,
  );
  await database.query('ALTER TABLE credit_entries ENABLE TRIGGER credit_entries_append_only');
  await cleanUp(stage);
}

/** Until no hold is left that is old enough to be given back. */
async function cleanUp(stage: Stage): Promise<void> {
  const old = `SELECT 1 ${forgotten} AND created_at < now() - interval '10 minutes'`;
  await runUntil(stage, 'cleanUp', () => stage.database.query(`SELECT 1 WHERE NOT EXISTS (${old})`));
}

/** Ends the run of a webhook behind the service's back, before the webhook has arrived. */
async function loseDelivery(stage: Stage, mark: string): Promise<void> {
  const { database, client, lateUrl, acceptLate } = stage;
  acceptLate(false);
  const id = await stage.create(assignmentsOf(stage, mark)('undelivered', undefined, { callbackUrl: lateUrl })[0]);
  const tried = `SELECT id, round FROM webhook_deliveries WHERE assignment_id = $1 AND status = 'pending' AND attempts > 0 ORDER BY seq LIMIT 1`;
  const { id: deliveryId, round } = await rowOf<{ id: string; round: number }>('an attempt of a webhook', () =>
    database.query(tried, [id]),
  );
  const run = client.workflow.getHandle(deliveryWorkflowId({ deliveryId, round }));
  await run.terminate('lost on purpose').catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  });
  const longAgo = `WITH started AS (UPDATE outbox SET dispatched_at = now() - interval '2 minutes' WHERE subject_id = $1 AND dispatched_at IS NOT NULL)
                   UPDATE webhook_deliveries SET next_attempt_at = now() - interval '2 minutes' WHERE id = $1 AND round = $2 RETURNING id`;
  await runUntil(stage, 'reconcile', async () => {
    await database.query(longAgo, [deliveryId, round]);
    return database.query('SELECT 1 FROM webhook_deliveries WHERE id = $1 AND round > $2', [deliveryId, round]);
  });
  acceptLate(true);
}

/** An order to end a run comes before the order to start it. Both are void: the assignment has no such generation. */
async function orderTooEarly(stage: Stage, mark: string): Promise<void> {
  const id = await stage.create(assignmentsOf(stage, mark)('ordered')[0]);
  await assignmentIs(stage, id, `status = 'published'`);
  await stage.database.query(
    `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, available_at)
     SELECT given.kind, 'publishAssignment', a.id, 7, a.workspace_id, now() + given.wait
     FROM assignments a, (VALUES ('start', interval '1 second'), ('cancel', interval '0')) AS given (kind, wait)
     WHERE a.id = $1 RETURNING id`,
    [id],
  );
}
