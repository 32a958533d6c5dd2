import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

/** An assignment as its caller sends it. */
export const Assignment = z.object({
  connectionId: z.string(),
  type: z.string(),
  mediaUrl: z.string(),
  payload: z.record(z.string(), z.unknown()),
  scheduledAt: z.string(),
});
export type Assignment = z.infer<typeof Assignment>;

interface NewRows extends Assignment {
  readonly id: string;
  readonly key: string;
  readonly workspaceId: string;
  readonly holdId: string;
}

const credits = 10;

/**
 * Inserts the rows that an accepted assignment leaves behind: its key, its row and event, the order to start it, the
 * change of the statistics, and its cost.
 */
export async function insertRows(client: PoolClient, assignment: NewRows): Promise<string> {
  const { id, key, workspaceId, connectionId, type, mediaUrl, payload, scheduledAt, holdId } = assignment;
  const run = async (name: keyof typeof statements, values: readonly unknown[]) =>
    client.query<{ createdAt: string }>({ name, text: statements[name], values: [...values] });
  await run('key', [workspaceId, key, holdId, id]);
  const row = [id, workspaceId, connectionId, type, JSON.stringify(payload), mediaUrl, scheduledAt, key, holdId];
  const inserted = await run('assignment', row);
  await run('event', [id]);
  await run('order', [id, workspaceId]);
  await run('change', [workspaceId, connectionId]);
  await run('account', [workspaceId, credits]);
  await run('entry', [uuidv7(), workspaceId, credits, id, holdId]);
  return inserted.rows[0]?.createdAt ?? '';
}

const statements = {
  key: `INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id)
        VALUES ($1, $1, $2, $3, $4)`,
  assignment: `INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload, media_url,
                 scheduled_at, idempotency_key, hold_id)
               VALUES ($1, $2, (SELECT organization_id FROM connections WHERE id = $3), $3, 'youtube', $4, 'pending', $5, $6, $7, $8, $9) RETURNING created_at AS "createdAt"`,
  event: `INSERT INTO assignment_events (assignment_id, generation, status) VALUES ($1, 1, 'pending')`,
  order: `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id) VALUES ('start', 'publishAssignment', $1, 1, $2)`,
  change: `INSERT INTO statistic_changes (workspace_id, organization_id, connection_id, platform, created_on, day, to_status)
           VALUES ($1, (SELECT organization_id FROM connections WHERE id = $2), $2, 'youtube', current_date, current_date, 'pending')`,
  account: `UPDATE credit_accounts SET held = held + $2 WHERE workspace_id = $1`,
  entry: `INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
            hold_id, cycle_credits, cycle_started_at, description)
          VALUES ($1, $2, 'hold', $3, -$3::integer, 0, 'publish.video', $4, $5, $3, now(), 'Held for publish.video')`,
} as const;
