import type { Client } from 'pg';
import type { Sample } from '../../Bench';

/** Tables from which the clean-up removes rows. */
export const emptied = [
  'webhook_deliveries',
  'webhook_attempts',
  'outbox',
  'publish_attempts',
  'idempotency_keys',
  'failure_counts',
  'quota_days',
  'quota_shares',
  'oauth_tickets',
  'credit_purchases',
  'booked_events',
  'mcp_grants',
  'mcp_tokens',
] as const;

/** Tables that keep what callers and the ledger are promised (models/retentions.ts). */
export const kept = ['assignments', 'assignment_events', 'credit_entries'] as const;

/** The rows of each table, and its bytes with its indexes. */
export async function readSizes(client: Client): Promise<Sample> {
  const sample: Record<string, number> = {};
  for (const table of [...emptied, ...kept]) {
    const { rows } = await client.query<{ rows: number; bytes: number }>(
      `SELECT count(*)::float AS rows, pg_total_relation_size('public.${table}')::float AS bytes FROM public.${table}`,
    );
    sample[`${table} rows`] = rows[0]?.rows ?? Number.NaN;
    sample[`${table} bytes`] = rows[0]?.bytes ?? Number.NaN;
  }
  return sample;
}
