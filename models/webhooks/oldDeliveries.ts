import { rows } from '../database/sql';
import { WebhookAttempt } from './WebhookAttempt';
import { WebhookDelivery } from './WebhookDelivery';

/** SQL, of a delivery: when its last attempt was. */
const lastAt = 'coalesce(last_attempt_at, created_at)';
/** SQL, of a delivery: no round is under way, and its last attempt is `$days` old. */
const isOld = `status <> 'pending' AND ${lastAt} < now() - make_interval(days => $days::int)`;

/** Removes up to `limit` deliveries whose last attempt is so many days old, with their attempts. @returns how many */
export async function removeOldDeliveries(limit: number, days: number): Promise<number> {
  const removed = await rows(
    WebhookDelivery,
    `DELETE FROM webhook_deliveries
     WHERE id IN (SELECT id FROM webhook_deliveries WHERE ${isOld} ORDER BY ${lastAt} LIMIT $limit) AND ${isOld}
     RETURNING 1`,
    { limit, days },
  );
  return removed.length;
}

/** Erases the bodies of up to `limit` answers of receivers that came so many days ago. @returns how many */
export async function eraseOldAnswers(limit: number, days: number): Promise<number> {
  const erased = await rows(
    WebhookAttempt,
    `UPDATE webhook_attempts SET response_body = NULL WHERE id IN (
       SELECT id FROM webhook_attempts
       WHERE response_body IS NOT NULL AND at < now() - make_interval(days => $days::int) ORDER BY at LIMIT $limit)
     RETURNING 1`,
    { limit, days },
  );
  return erased.length;
}
