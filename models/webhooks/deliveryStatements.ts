import { z } from 'zod';
import { deliveryStatuses } from '../../domain/webhook';
import type { DeliveryEvent } from '../../domain/webhook';
import { deliverWebhookWorkflow } from '../../domain/workflowContract';
import { param, sql, word } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { isAmong, isTheOnly, ofTenant } from '../database/fragments';
import { statement } from '../database/statement';
import { claimWithPlace } from '../outbox/places';
import { traceparent } from '../outbox/traced';
import { SealedSecrets, sealedSecrets } from './webhookSecrets';

const ForStart = z.strictObject({
  id: z.uuid(),
  round: z.int(),
  status: z.enum(deliveryStatuses),
  event: z.custom<DeliveryEvent>(),
  workspaceId: z.uuid(),
  assignmentId: z.uuid(),
  connectionId: z.uuid(),
  platform: z.string(),
});
export type DeliveryForStart = Omit<z.infer<typeof ForStart>, 'id'>;

const forStart = <Binds>(isAsked: Fragment<Binds>) =>
  sql`SELECT d.id, d.round, d.status, d.event, d.workspace_id AS "workspaceId", d.assignment_id AS "assignmentId",
             a.connection_id AS "connectionId", a.platform
      FROM webhook_deliveries d JOIN assignments a ON a.id = d.assignment_id WHERE ${isAsked}`;
export const readForStart = statement('deliveries.readForStart', ForStart, forStart(isAmong(sql`d.id`)));
export const readOneForStart = statement('deliveries.readOneForStart', ForStart, forStart(isTheOnly(sql`d.id`)));

const Running = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  assignmentId: z.uuid(),
  url: z.string(),
  event: z.custom<DeliveryEvent>(),
  body: z.string(),
  round: z.int(),
  attempts: z.int(),
  roundAttempts: z.int(),
  /** The secrets that sign it. */
  sealed: SealedSecrets,
  /** Why the attempt before failed; null before the first one. */
  lastFailure: z.string().nullable(),
  /** Milliseconds until the next attempt by the database's clock; 0 or less when due. */
  waitMs: z.number(),
});
export type RunningDelivery = z.infer<typeof Running>;

const running = <Binds>(isAsked: Fragment<Binds>) =>
  sql`SELECT d.id, d.workspace_id AS "workspaceId", d.assignment_id AS "assignmentId", d.url, d.event, d.body, d.round, d.attempts,
             d.round_attempts AS "roundAttempts", ${sealedSecrets} AS sealed,
             (SELECT error FROM webhook_attempts WHERE delivery_id = d.id ORDER BY attempt DESC LIMIT 1) AS "lastFailure",
             coalesce(ceil(extract(epoch FROM d.next_attempt_at - clock_timestamp()) * 1000), 0)::float AS "waitMs"
      FROM webhook_deliveries d JOIN workspaces w ON w.id = d.workspace_id
      WHERE ${isAsked} AND d.status = 'pending'`;
export const readRunning = statement('deliveries.readRunning', Running, running(isAmong(sql`d.id`)));
export const readOneRunning = statement('deliveries.readOneRunning', Running, running(isTheOnly(sql`d.id`)));

/** Ids grow with time, so that the index of pending deliveries has the oldest one first. */
export const readOldest = statement(
  'deliveries.readOldest',
  z.strictObject({ oldestSeconds: z.number() }),
  sql`SELECT extract(epoch FROM clock_timestamp() - created_at)::float AS "oldestSeconds"
      FROM webhook_deliveries WHERE status = 'pending' ORDER BY id LIMIT 1`,
);

const line = param('line', 'text');
/** It takes `OutboxEntry.places`. */
export const beginRound = statement(
  'deliveries.beginRound',
  z.strictObject({ id: z.int(), isClaimed: z.boolean() }),
  sql`WITH delivery AS (
        UPDATE webhook_deliveries d SET round = round + 1, round_attempts = 0, status = 'pending', last_error = NULL, next_attempt_at = NULL
        WHERE id = ${param('id', 'uuid')} AND status <> 'pending' AND ${ofTenant('d')} RETURNING id, round, workspace_id)
      INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, claimed_until, traceparent)
      SELECT 'start', ${word(deliverWebhookWorkflow)}, id, round, workspace_id, ${line},
             ${claimWithPlace(sql`delivery.workspace_id`, line)}, ${traceparent}
      FROM delivery RETURNING id, claimed_until IS NOT NULL AS "isClaimed"`,
);
