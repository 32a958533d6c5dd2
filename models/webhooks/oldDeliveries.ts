import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

const limit = param('limit', 'bigint');
const before = sql`now() - make_interval(days => ${param('days', 'integer')})`;

/** Of a delivery: when its last attempt was. */
const lastAt = sql`coalesce(last_attempt_at, created_at)`;
/** Of a delivery: no round is under way, and its last attempt is `days` old. */
const isOld = sql`status <> 'pending' AND ${lastAt} < ${before}`;

const removeOld = command(
  'deliveries.removeOld',
  sql`DELETE FROM webhook_deliveries
      WHERE id IN (SELECT id FROM webhook_deliveries WHERE ${isOld} ORDER BY ${lastAt} LIMIT ${limit}) AND ${isOld}`,
);

const eraseAnswers = command(
  'deliveries.eraseAnswers',
  sql`UPDATE webhook_attempts SET response_body = NULL WHERE id IN (
        SELECT id FROM webhook_attempts WHERE response_body IS NOT NULL AND at < ${before} ORDER BY at LIMIT ${limit})`,
);

/** Removes up to `limit` deliveries whose last attempt is so many days old, with their attempts. @returns how many */
export async function removeOldDeliveries(limit: number, days: number): Promise<number> {
  return removeOld.run({ limit, days });
}

/** Erases the bodies of up to `limit` answers of receivers that came so many days ago. @returns how many */
export async function eraseOldAnswers(limit: number, days: number): Promise<number> {
  return eraseAnswers.run({ limit, days });
}
