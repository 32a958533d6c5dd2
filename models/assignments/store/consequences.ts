import { latestFailuresMax } from '../../../domain/limits';
import { orderWaitSeconds } from '../../../domain/webhook';
import { deliverWebhookWorkflow, publishAssignmentWorkflow } from '../../../domain/workflowContract';
import { balanceOf } from '../../billing/creditCycle';
import { OutboxEntry } from '../../outbox/OutboxEntry';
import { claimSeconds, giveUpPlaces } from '../../outbox/places';
import { noteCharge, noteTransition } from '../../statistics/StatisticChange';

/**
 * The parts of the statement that stores a change (`storeChange.ts`). Each reads the one before it: accounts are locked after
 * the assignment, and entries of the outbox after those (models/README.md).
 */

/** One row for each move, as the timeline and the statistics have it. Binds `$from`, `$to` and `$at`. */
export const moved = `moved AS (
  SELECT s.id, s.generation, s.workspace_id, s.organization_id, s.connection_id, s.platform, s.created_at, s.scheduled_at,
         s.published_at, m.nth, m.from_status, m.status, $at::timestamptz AS at,
         CASE WHEN m.status = 'failed' THEN s.errors ELSE '[]' END AS errors
  FROM stored s CROSS JOIN LATERAL unnest($from::text[], $to::text[]) WITH ORDINALITY AS m (from_status, status, nth)),
timeline AS (
  INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
  SELECT id, generation, status, errors, at FROM moved ORDER BY nth),
counted AS (${noteTransition('(SELECT * FROM moved ORDER BY nth) m')})`;

/** The latest line of the timeline counts a failed try, and keeps why it failed. Binds `$triedIn` and `$failure`. */
export const tried = `tried AS (
  UPDATE assignment_events e
  SET failed_tries = e.failed_tries + 1,
      latest_failures =
        CASE WHEN e.failed_tries < ${latestFailuresMax} THEN e.latest_failures ELSE e.latest_failures - 0 END
        || jsonb_build_array($failure::jsonb || jsonb_build_object('at', clock_timestamp()))
  FROM stored s
  WHERE e.id = (SELECT max(id) FROM assignment_events WHERE assignment_id = $id) AND e.status = $triedIn)`;

/** What was removed is forgotten, so that a retry brings it anew. */
export const forgotten = `forgotten_media AS (DELETE FROM uploads u USING stored s WHERE u.assignment_id = s.id),
forgotten_draft AS (DELETE FROM drafts d USING stored s WHERE d.assignment_id = s.id)`;

/** What is public stays known, so that a retry finds it; what it has replaced is removed. */
export const kept = `kept_draft AS (UPDATE drafts d SET replaced = '{}' FROM stored s WHERE d.assignment_id = s.id),
kept_media AS (
  UPDATE uploads u SET spare_session = NULL, spare_object_id = NULL FROM stored s WHERE u.assignment_id = s.id)`;

/** A preparation that waits, and a retry, begin to count anew: what their transfers have brought stays. */
export const countedAnew = `counted_anew AS (
  UPDATE uploads u SET confirmed_bytes = 0, source_changes = 0 FROM stored s WHERE u.assignment_id = s.id)`;

/** The hold, unless it is settled: whoever has stored the change settles it, and nobody else. Binds the id of the entry. */
const hold = `hold AS (
  SELECT h.workspace_id, h.credits, h.cycle_credits, h.credits - h.cycle_credits AS bought_part, h.operation, h.assignment_id,
         h.user_id, h.hold_id, h.cycle_started_at
  FROM stored s JOIN credit_entries h ON h.hold_id = s.hold_id AND h.workspace_id = s.workspace_id AND h.type = 'hold'
  WHERE NOT EXISTS (
    SELECT 1 FROM credit_entries e WHERE e.hold_id = h.hold_id AND e.type IN ('charge', 'release')))`;

/** What of the hold still counts in the present cycle of its account `a`. */
const currentPart = `CASE WHEN hold.cycle_started_at = a.cycle_started_at THEN hold.cycle_credits ELSE 0 END`;

const ledger = `credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id, user_id, hold_id,
    cycle_started_at, description)`;

/** Makes the hold final. */
export const charged = `${hold},
account AS (
  UPDATE credit_accounts a
  SET held = a.held - ${currentPart}, posted = a.posted + ${currentPart}, purchased_held = a.purchased_held - hold.bought_part
  FROM hold WHERE a.workspace_id = hold.workspace_id RETURNING hold.*, ${balanceOf('a')} AS balance),
settled AS (
  INSERT INTO ${ledger}
  SELECT $entryId::uuid, workspace_id, 'charge', credits, 0, balance, operation, assignment_id, user_id, hold_id,
         cycle_started_at, 'Charged for ' || operation FROM account
  RETURNING workspace_id, assignment_id, credits, created_at),
spent AS (${noteCharge('settled')})`;

/** Gives the hold back: the cycle's credits while their cycle lasts, else they expire (contract.md §6). */
export const released = `${hold},
account AS (
  UPDATE credit_accounts a
  SET held = a.held - ${currentPart}, purchased = a.purchased + hold.bought_part,
      purchased_held = a.purchased_held - hold.bought_part
  FROM hold WHERE a.workspace_id = hold.workspace_id
  RETURNING hold.*, ${currentPart} AS current_part, ${balanceOf('a')} AS balance),
member AS (
  UPDATE member_credits m SET used = m.used - account.credits FROM account
  WHERE m.workspace_id = account.workspace_id AND m.user_id = account.user_id
    AND m.cycle_started_at = account.cycle_started_at),
settled AS (
  INSERT INTO ${ledger}
  SELECT entry.id, workspace_id, entry.type, entry.credits, entry.amount, entry.balance_after, operation, assignment_id,
         user_id, hold_id, cycle_started_at, entry.description
  FROM account CROSS JOIN LATERAL (VALUES
    (1, $entryId::uuid, 'release', account.credits, account.credits, balance + cycle_credits - current_part,
     'Released from ' || operation),
    (2, $expiryId::uuid, 'expire', cycle_credits, -cycle_credits, balance, 'Released after its cycle had ended')
  ) AS entry (place, id, type, credits, amount, balance_after, description)
  WHERE place = 1 OR current_part < cycle_credits ORDER BY place)`;

/** The assignment, once its account is locked, where one is. */
const afterAccount = (settles: boolean): string =>
  settles ? '(SELECT s.* FROM stored s CROSS JOIN (SELECT count(*) FROM account) locked)' : 'stored';

/**
 * A delivery for each move that is told, and its order. Behind another one of the assignment whose first attempt has not
 * ended, it becomes due when that has, or after 15 s. Binds `$url`, `$line`, `$deliveries`, `$events`, `$bodies` and `$at`.
 */
export function webhooks(settles: boolean): string {
  return `news AS (
  SELECT s.id AS assignment_id, s.workspace_id, s.organization_id, n.id, n.event, n.body, n.nth,
         n.nth > 1 OR is_first_attempt_open(s.id) AS is_behind
  FROM ${afterAccount(settles)} s CROSS JOIN LATERAL unnest($deliveries::uuid[], $events::text[], $bodies::text[])
    WITH ORDINALITY AS n (id, event, body, nth)),
deliveries AS (
  INSERT INTO webhook_deliveries (id, workspace_id, organization_id, assignment_id, url, event, body, created_at)
  SELECT id, workspace_id, organization_id, assignment_id, $url, event, body, $at::timestamptz FROM news ORDER BY nth
  RETURNING id),
orders AS (
  INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, available_at, claimed_until)
  SELECT 'start', '${deliverWebhookWorkflow}', n.id, 1, n.workspace_id, $line,
         CASE WHEN n.is_behind THEN $at::timestamptz + make_interval(secs => ${orderWaitSeconds}) ELSE $at::timestamptz END,
         CASE WHEN NOT n.is_behind THEN ${OutboxEntry.claimIfPlace('n.workspace_id', '$line')} END
  FROM news n JOIN deliveries USING (id) ORDER BY n.nth RETURNING id, claimed_until)`;
}

/** The run of the generation that the assignment has now; it may have to wait for a place. */
export function start(settles: boolean): string {
  return `started AS (${OutboxEntry.orderStarts(afterAccount(settles), 'true')})`;
}

/** Orders that end runs. Binds `$ends` and `$endGenerations`. */
export function ends(settles: boolean): string {
  return `ended AS (
  INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, claimed_until)
  SELECT r.kind, '${publishAssignmentWorkflow}', s.id, r.generation, s.workspace_id,
         clock_timestamp() + make_interval(secs => ${claimSeconds})
  FROM ${afterAccount(settles)} s CROSS JOIN LATERAL unnest($ends::text[], $endGenerations::int[]) AS r (kind, generation)
  RETURNING id, kind)`;
}

/** The places of the assignment are free for others. */
export function givenUp(settles: boolean): string {
  return `given_up AS (${giveUpPlaces(`(SELECT s.id FROM ${afterAccount(settles)} s)`)})`;
}
