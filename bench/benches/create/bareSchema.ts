import type { Client } from 'pg';

/** The schema of the baseline's tables: beside the service's, in the same database. */
export const bareSchema = 'bare';

/** The tables in which accepting an assignment leaves a row. */
const written = [
  'assignments',
  'assignment_events',
  'outbox',
  'statistic_changes',
  'idempotency_keys',
  'credit_entries',
] as const;
const read = ['workspaces', 'connections', 'credit_accounts'] as const;
const references = [
  ['assignments', 'workspace_id', 'workspaces'],
  ['assignments', 'connection_id', 'connections'],
  ['assignment_events', 'assignment_id', 'assignments'],
  ['idempotency_keys', 'workspace_id', 'workspaces'],
  ['credit_entries', 'workspace_id', 'workspaces'],
] as const;

/**
 * Copies the read and the written tables, with the same columns, indexes, checks and foreign keys, so that a row costs
 * the database the same in both arms. Copies also the rows that such a row refers to.
 */
export async function createBareSchema(client: Client): Promise<void> {
  await client.query(`CREATE SCHEMA ${bareSchema}`);
  for (const table of [...read, ...written])
    await client.query(`CREATE TABLE ${bareSchema}.${table} (LIKE public.${table} INCLUDING ALL)`);
  for (const table of read) await client.query(`INSERT INTO ${bareSchema}.${table} SELECT * FROM public.${table}`);
  for (const [table, column, target] of references)
    await client.query(
      `ALTER TABLE ${bareSchema}.${table} ADD FOREIGN KEY (${column}) REFERENCES ${bareSchema}.${target}`,
    );
}

/** The number of rows in each of the written tables. */
export async function countRows(client: Client, schema: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of written) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${schema}.${table}`);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}
