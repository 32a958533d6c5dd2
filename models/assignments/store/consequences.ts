import { latestFailuresMax } from '../../../domain/limits';
import { orderWaitSeconds } from '../../../domain/webhook';
import { deliverWebhookWorkflow, publishAssignmentWorkflow } from '../../../domain/workflowContract';
import { balanceIn } from '../../billing/creditCycle';
import { returnRoomOfGrant } from '../../billing/grantCredits';
import { constant, param, sql, word } from '../../database/fragment';
import type { Fragment } from '../../database/fragment';
import { claimEnd, claimWithPlace, placesGivenUp, startsOrdered } from '../../outbox/places';
import { traceparent } from '../../outbox/traced';
import { chargeNoted, transitionNoted } from '../../statistics/StatisticChange';

/**
 * The parts of the statement that stores a change (`storeChange.ts`). Each part reads the part before it: accounts are
 * locked after the assignment, and outbox entries after the accounts (models/README.md).
 */

const at = param('at', 'timestamptz');

/** One row for each move, as the timeline and the statistics have it. */
export const moved = sql`moved AS (
  SELECT s.id, s.generation, s.workspace_id, s.organization_id, s.connection_id, s.platform, s.created_at, s.scheduled_at,
         s.published_at, m.nth, m.from_status, m.status, ${at} AS at,
         CASE WHEN m.status = 'failed' THEN s.errors ELSE '[]' END AS errors
  FROM stored s CROSS JOIN LATERAL unnest(${param('from', 'text[]')}, ${param('to', 'text[]')}) WITH ORDINALITY AS m (from_status, status, nth)),
timeline AS (
  INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
  SELECT id, generation, status, errors, at FROM moved ORDER BY nth),
counted AS (${transitionNoted(sql`(SELECT * FROM moved ORDER BY nth) m`)})`;

/** The latest line of the timeline counts a failed try, and keeps its failure. */
export const tried = sql`tried AS (
  UPDATE assignment_events e
  SET failed_tries = e.failed_tries + 1,
      latest_failures =
        CASE WHEN e.failed_tries < ${constant(latestFailuresMax)} THEN e.latest_failures ELSE e.latest_failures - 0 END
        || jsonb_build_array(${param('failure', 'jsonb')} || jsonb_build_object('at', clock_timestamp()))
  FROM stored s
  WHERE e.id = (SELECT max(id) FROM assignment_events WHERE assignment_id = ${param('id', 'uuid')}) AND e.status = ${param('triedIn', 'text')})`;

/** Removed media and drafts are forgotten, so that a retry makes them again. */
export const forgotten = sql`forgotten_media AS (DELETE FROM uploads u USING stored s WHERE u.assignment_id = s.id),
forgotten_draft AS (DELETE FROM drafts d USING stored s WHERE d.assignment_id = s.id)`;

/** Public objects stay known, so that a retry finds them; the objects that they have replaced are removed. */
export const kept = sql`kept_draft AS (UPDATE drafts d SET replaced = '{}' FROM stored s WHERE d.assignment_id = s.id),
kept_media AS (
  UPDATE uploads u SET spare_session = NULL, spare_object_id = NULL FROM stored s WHERE u.assignment_id = s.id)`;

/** A preparation that waits, and a retry, start their counts again; the results of their transfers stay. */
export const countedAnew = sql`counted_anew AS (
  UPDATE uploads u SET confirmed_bytes = 0, source_changes = 0 FROM stored s WHERE u.assignment_id = s.id)`;

/** The unsettled hold: only the statement that has stored the change settles it. */
const hold = sql`hold AS (
  SELECT h.workspace_id, h.credits, h.cycle_credits, h.credits - h.cycle_credits AS bought_part, h.operation, h.assignment_id,
         h.user_id, h.grant_id, h.hold_id, h.cycle_started_at
  FROM stored s JOIN credit_entries h ON h.hold_id = s.hold_id AND h.workspace_id = s.workspace_id AND h.type = 'hold'
  WHERE NOT EXISTS (
    SELECT 1 FROM credit_entries e WHERE e.hold_id = h.hold_id AND e.type IN ('charge', 'release')))`;

/** The part of the hold that still counts in the present cycle of its account `a`. */
const currentPart = sql`CASE WHEN hold.cycle_started_at = a.cycle_started_at THEN hold.cycle_credits ELSE 0 END`;

const ledger = sql`credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id, user_id, hold_id,
    cycle_started_at, description)`;

const entryId = param('entryId', 'uuid');

/** Makes the hold final. */
export const charged = sql`${hold},
account AS (
  UPDATE credit_accounts a
  SET held = a.held - ${currentPart}, posted = a.posted + ${currentPart}, purchased_held = a.purchased_held - hold.bought_part
  FROM hold WHERE a.workspace_id = hold.workspace_id RETURNING hold.*, ${balanceIn(sql`a`)} AS balance),
settled AS (
  INSERT INTO ${ledger}
  SELECT ${entryId}, workspace_id, 'charge', credits, 0, balance, operation, assignment_id, user_id, hold_id,
         cycle_started_at, 'Charged for ' || operation FROM account
  RETURNING workspace_id, assignment_id, credits, created_at),
spent AS (${chargeNoted(sql`settled`)})`;

/** Gives the hold back: the cycle's credits while their cycle lasts, else they expire (contract.md §6). */
export const released = sql`${hold},
account AS (
  UPDATE credit_accounts a
  SET held = a.held - ${currentPart}, purchased = a.purchased + hold.bought_part,
      purchased_held = a.purchased_held - hold.bought_part
  FROM hold WHERE a.workspace_id = hold.workspace_id
  RETURNING hold.*, ${currentPart} AS current_part, ${balanceIn(sql`a`)} AS balance),
member AS (
  UPDATE member_credits m SET used = m.used - account.credits FROM account
  WHERE m.workspace_id = account.workspace_id AND m.user_id = account.user_id
    AND m.cycle_started_at = account.cycle_started_at),
granted AS (${returnRoomOfGrant(sql`account`)}),
settled AS (
  INSERT INTO ${ledger}
  SELECT entry.id, workspace_id, entry.type, entry.credits, entry.amount, entry.balance_after, operation, assignment_id,
         user_id, hold_id, cycle_started_at, entry.description
  FROM account CROSS JOIN LATERAL (VALUES
    (1, ${entryId}, 'release', account.credits, account.credits, balance + cycle_credits - current_part,
     'Released from ' || operation),
    (2, ${param('expiryId', 'uuid')}, 'expire', cycle_credits, -cycle_credits, balance, 'Released after its cycle had ended')
  ) AS entry (place, id, type, credits, amount, balance_after, description)
  WHERE place = 1 OR current_part < cycle_credits ORDER BY place)`;

/**
 * A part that reads the assignment after its account is locked, where the change settles the hold of the assignment;
 * else the part reads the assignment at once. Both texts are put together here, not for each change.
 */
function afterAccount<Binds>(partOf: (assignment: Fragment) => Fragment<Binds>): (settles: boolean) => Fragment<Binds> {
  const settling = partOf(sql`(SELECT s.* FROM stored s CROSS JOIN (SELECT count(*) FROM account) locked)`);
  const other = partOf(sql`stored`);
  return (settles) => (settles ? settling : other);
}

const line = param('line', 'text');

/**
 * A delivery for each message to the caller, and its order. Behind another delivery of the assignment whose first attempt has
 * not ended, the delivery becomes due when that attempt has ended, or after 15 s.
 */
export const webhooks = afterAccount(
  (assignment) => sql`news AS (
  SELECT s.id AS assignment_id, s.workspace_id, s.organization_id, n.id, n.event, n.body, n.nth,
         n.nth > 1 OR is_first_attempt_open(s.id) AS is_behind
  FROM ${assignment} s CROSS JOIN LATERAL unnest(
    ${param('deliveries', 'uuid[]')}, ${param('events', 'text[]')}, ${param('bodies', 'text[]')})
    WITH ORDINALITY AS n (id, event, body, nth)),
deliveries AS (
  INSERT INTO webhook_deliveries (id, workspace_id, organization_id, assignment_id, url, event, body, created_at)
  SELECT id, workspace_id, organization_id, assignment_id, ${param('url', 'text')}, event, body, ${at} FROM news ORDER BY nth
  RETURNING id),
orders AS (
  INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, available_at, claimed_until, traceparent)
  SELECT 'start', ${word(deliverWebhookWorkflow)}, n.id, 1, n.workspace_id, ${line},
         CASE WHEN n.is_behind THEN ${at} + make_interval(secs => ${constant(orderWaitSeconds)}) ELSE ${at} END,
         CASE WHEN NOT n.is_behind THEN ${claimWithPlace(sql`n.workspace_id`, line)} END, ${traceparent}
  FROM news n JOIN deliveries USING (id) ORDER BY n.nth RETURNING id, claimed_until)`,
);

/** The run of the assignment's present generation; the run may have to wait for a place. */
export const start = afterAccount((assignment) => sql`started AS (${startsOrdered(assignment, sql`true`)})`);

/** Orders that end runs. */
export const ends = afterAccount(
  (assignment) => sql`ended AS (
  INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, claimed_until, traceparent)
  SELECT r.kind, ${word(publishAssignmentWorkflow)}, s.id, r.generation, s.workspace_id, ${claimEnd}, ${traceparent}
  FROM ${assignment} s CROSS JOIN LATERAL unnest(
    ${param('ends', 'text[]')}, ${param('endGenerations', 'integer[]')}) AS r (kind, generation)
  RETURNING id, kind)`,
);

/** The places of the assignment are free for others. */
export const givenUp = afterAccount(
  (assignment) => sql`given_up AS (${placesGivenUp(sql`(SELECT s.id FROM ${assignment} s)`)})`,
);
