import type { TestDatabase } from '../../support/servers/database';

/**
 * Adds so many entries to a ledger, as fast as PostgreSQL can; some of them have the same time.
 * @param width characters that each description has besides
 */
export async function fillLedger(database: TestDatabase, workspaceId: string, count: number, width = 0): Promise<void> {
  await database.sequelize.transaction(async (transaction) => {
    await database.sequelize.query('SET LOCAL statement_timeout = 0', { transaction });
    await database.sequelize.query(
      `INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, hold_id,
                                   cycle_credits, cycle_started_at, description, created_at)
       SELECT gen_random_uuid(), '${workspaceId}', 'hold', 1, 0, 500, 'stats.channel', gen_random_uuid(), 1, now(),
              '=entry ' || n || repeat('.', ${width}), '2026-01-01'::timestamptz + (n / 3) * interval '1 microsecond'
       FROM generate_series(1, ${count}) n`,
      { transaction },
    );
  });
}
