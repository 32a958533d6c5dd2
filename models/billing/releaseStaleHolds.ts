import { z } from 'zod';
import { CreditAccount } from './CreditAccount';
import { CreditEntry } from './CreditEntry';
import { constant, sql } from '../database/fragment';
import { statement } from '../database/statement';
import { inTransaction } from '../database/transaction';

/** No live call lasts nearly as long. */
const staleMinutes = 10;
/** Workers may be away for long; how far one looks back is a matter of cost alone. */
const lookBackDays = 90;

const findStale = statement(
  'billing.findStaleHolds',
  z.strictObject({ workspaceId: z.uuid(), holdId: z.uuid().nullable(), now: z.date() }),
  sql`SELECT workspace_id AS "workspaceId", hold_id AS "holdId", now() AS now FROM credit_entries h
      WHERE type = 'hold' AND (assignment_id IS NULL OR operation = 'publish.update')
        AND created_at BETWEEN now() - make_interval(days => ${constant(lookBackDays)})
          AND now() - make_interval(mins => ${constant(staleMinutes)})
        AND NOT EXISTS (SELECT 1 FROM credit_entries s WHERE s.hold_id = h.hold_id AND s.type IN ('charge', 'release'))`,
);

/**
 * Releases the credits held for live calls and for updates of published posts whose process died before it could
 * settle them. Holds of publishes are settled by their workflows.
 * @returns how many it was
 */
export async function releaseStaleHolds(): Promise<number> {
  const stale = await findStale.all({});
  const { sequelize } = CreditEntry;
  if (!sequelize) throw new Error('CreditEntry is not bound to a database');
  for (const { holdId, ...found } of stale) {
    // Never: only entries of other types have none.
    if (holdId === null) continue;
    await inTransaction(sequelize, 'releaseStaleHold', async (transaction) =>
      CreditAccount.void({ ...found, holdId }, holdId, transaction),
    );
  }
  return stale.length;
}
