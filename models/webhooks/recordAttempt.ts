import { z } from 'zod';
import type { DeliveryStatus } from '../../domain/webhook';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';
import { inTransaction } from '../database/transaction';
import { claimEnd, entriesLocked, placesGivenUpOf } from '../outbox/places';
import { WebhookDelivery } from './WebhookDelivery';

export interface AttemptRecord {
  id: string;
  round: number;
  /** The status of the round after the attempt. */
  status: DeliveryStatus;
  /** The time until the next attempt, while the status is `pending`. */
  delayMs: number | null;
  at: Date;
  durationMs: number;
  httpStatusCode: number | null;
  error: string | null;
  responseBody: string | null;
}

const id = param('id', 'uuid');
const round = param('round', 'integer');

/**
 * Locks the delivery and its assignment. A move that writes the next delivery holds the assignment, and so does the end
 * of another delivery's attempt: each is then seen below, or sees this attempt's end (`is_first_attempt_open`).
 */
const lockDelivery = statement(
  'deliveries.lock',
  z.strictObject({ isRunning: z.boolean() }),
  sql`SELECT d.round = ${round} AND d.status = 'pending' AS "isRunning"
      FROM webhook_deliveries d JOIN assignments a ON a.id = d.assignment_id
      WHERE d.id = ${id} FOR UPDATE OF d FOR NO KEY UPDATE OF a`,
);

const at = param('at', 'timestamptz');
const isRunning = param('isRunning', 'boolean');
const status = param('status', 'text');
const httpStatusCode = param('httpStatusCode', 'integer', 'orNull');
const error = param('error', 'text', 'orNull');

/** Of the entries `e`: the entry of the delivery, and the entry of the next delivery of its assignment. */
const isOfDeliveryOrNext = sql`e.subject_id = ${id} AND e.line <> '' OR e.dispatched_at IS NULL
    AND e.available_at > clock_timestamp() AND e.subject_id = (
      SELECT n.id FROM webhook_deliveries n JOIN delivery d ON d.assignment_id = n.assignment_id AND d.id <> n.id
      WHERE n.first_attempt_ended_at IS NULL ORDER BY n.seq LIMIT 1)`;

/**
 * Writes the attempt, and gives the turn to the assignment's earliest delivery whose first attempt has not ended: no
 * later delivery overtakes it. The delivery takes over the place of the recorded delivery.
 */
const writeAttempt = statement(
  'deliveries.recordAttempt',
  z.strictObject({ id: z.int() }),
  sql`WITH delivery AS (
        UPDATE webhook_deliveries
        SET attempts = attempts + 1, last_attempt_at = greatest(last_attempt_at, ${at}),
            http_status_code = CASE WHEN ${isRunning} OR ${at} >= coalesce(last_attempt_at, '-infinity') THEN ${httpStatusCode}
                                    ELSE http_status_code END,
            first_attempt_ended_at = coalesce(first_attempt_ended_at, clock_timestamp()),
            round_attempts = round_attempts + ${isRunning}::integer,
            status = CASE WHEN ${isRunning} THEN ${status} ELSE status END,
            last_error = CASE WHEN ${isRunning} AND ${status} = 'failed' THEN ${error} ELSE last_error END,
            next_attempt_at = CASE WHEN ${isRunning}
                                THEN clock_timestamp() + make_interval(secs => ${param('delayMs', 'float8', 'orNull')} / 1000.0)
                                ELSE next_attempt_at END
        WHERE id = ${id} RETURNING id, assignment_id, attempts),
      entries AS (${entriesLocked(isOfDeliveryOrNext)}),
      given_up AS (${placesGivenUpOf(sql`entries`, sql`taken.subject_id = ${id}`)}),
      attempt AS (
        INSERT INTO webhook_attempts (delivery_id, attempt, round, at, duration_ms, http_status_code, error, response_body)
        SELECT id, attempts, ${round}, ${at}, ${param('durationMs', 'integer')}, ${httpStatusCode}, ${error},
               ${param('responseBody', 'text', 'orNull')} FROM delivery)
      UPDATE outbox o SET available_at = clock_timestamp(), claimed_until = ${claimEnd}
      FROM entries WHERE o.id = entries.id AND entries.subject_id <> ${id}
      RETURNING o.id`,
);

/**
 * Records one attempt and its effect on its round. An attempt that ends when its round is over (a redelivery has begun
 * another round) is counted and logged all the same, and its status code stands in the row while no newer attempt has
 * ended; the attempt changes nothing else of the delivery. The time of the last attempt never goes back.
 * @returns the delivery whose first attempt has waited for this attempt, and is now due (an outbox id, or none)
 */
export async function recordAttempt(record: AttemptRecord): Promise<number[]> {
  const { sequelize } = WebhookDelivery;
  if (!sequelize) throw new Error('WebhookDelivery is not bound to a database');
  return inTransaction(sequelize, 'recordAttempt', async (transaction) => {
    const found = await lockDelivery.first({ id: record.id, round: record.round }, transaction);
    if (!found) return [];
    const next = await writeAttempt.all({ ...record, ...found }, transaction);
    return next.map((entry) => entry.id);
  });
}
