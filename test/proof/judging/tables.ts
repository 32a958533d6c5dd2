import type { TestDatabase } from '../../support/servers/database';
import type {
  SeenAccount,
  SeenAssignment,
  SeenDelivery,
  SeenEntry,
  SeenEvent,
  SeenMember,
  SeenOrder,
  SeenPurchase,
  Snapshot,
} from './snapshot';

/**
 * Lets the database remember what its rows forget: the id of each draft and uploaded object that an assignment has noted, and
 * each end of a removal. To be called before the service starts.
 */
export async function rememberWhatPasses({ query }: TestDatabase): Promise<void> {
  await query('CREATE TABLE known_drafts (assignment_id uuid, draft_id text)');
  await query(`CREATE FUNCTION remember_draft() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO known_drafts VALUES (new.assignment_id, new.draft_id); RETURN NULL; END'`);
  await query(`CREATE TRIGGER remember_draft AFTER INSERT OR UPDATE ON drafts
    FOR EACH ROW WHEN (new.draft_id IS NOT NULL) EXECUTE FUNCTION remember_draft()`);
  await query(`CREATE FUNCTION remember_object() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO known_drafts VALUES (new.assignment_id, new.object_id); RETURN NULL; END'`);
  await query(`CREATE TRIGGER remember_object AFTER INSERT OR UPDATE OF object_id ON uploads
    FOR EACH ROW WHEN (new.object_id IS NOT NULL) EXECUTE FUNCTION remember_object()`);
  await query('CREATE TABLE known_removals (assignment_id uuid, removal jsonb)');
  await query(`CREATE FUNCTION remember_removal() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO known_removals VALUES (new.id, new.removal); RETURN NULL; END'`);
  await query(`CREATE TRIGGER remember_removal AFTER UPDATE OF removal ON assignments
    FOR EACH ROW WHEN (old.removal->>'state' = 'due' AND new.removal->>'state' <> 'due') EXECUTE FUNCTION remember_removal()`);
}

/** All that the service has promised and done, by its own rows. */
export async function readTables({ query }: TestDatabase) {
  const [
    assignments,
    events,
    attempts,
    deliveries,
    accounts,
    members,
    entries,
    purchases,
    orders,
    connections,
    tickets,
    invitations,
  ] = await Promise.all([
    query<SeenAssignment>(
      `SELECT id, platform, type, status, generation, idempotency_key AS "idempotencyKey", payload,
              ${ms('scheduled_at')} AS "scheduledAtMs", prepare_ahead_seconds * 1000 AS "prepareAheadMs", platform_post_id AS "platformPostId", platform_url AS "platformUrl", callback_url AS "callbackUrl", callback_events AS "callbackEvents", callback_statuses AS "callbackStatuses", hold_id AS "holdId", cleanup, owes_extras AS "owesExtras", removal, errors,
              ARRAY(SELECT draft_id FROM known_drafts d WHERE d.assignment_id = assignments.id) AS "draftIds",
              ARRAY(SELECT removal FROM known_removals r WHERE r.assignment_id = assignments.id) AS "endedRemovals",
              EXISTS (SELECT FROM publish_attempts p WHERE p.assignment_id = assignments.id AND p.creation IS NOT NULL) AS "isMadePublic",
              EXISTS (SELECT FROM assignment_events e WHERE e.assignment_id = assignments.id AND e.resolution->>'outcome' = 'published') AS "isResolved",
              ARRAY(SELECT field FROM post_extras x WHERE x.assignment_id = assignments.id AND x.warning IS NOT NULL) AS warnings
       FROM assignments ORDER BY id`,
    ),
    query<SeenEvent>(
      `SELECT assignment_id AS "assignmentId", generation, status, ${ms('at')} AS "atMs"
       FROM assignment_events ORDER BY id`,
    ),
    query<Snapshot['attempts'][number]>(
      'SELECT assignment_id AS "assignmentId", outcome FROM publish_attempts WHERE step = \'publish\'',
    ),
    query<SeenDelivery>(
      `SELECT d.id, workspace_id AS "workspaceId", assignment_id AS "assignmentId", event, status, body,
              ${ms('d.created_at')} AS "createdAtMs",
              CASE WHEN a.http_status_code IS NULL THEN ${ms('d.first_attempt_ended_at')} END AS "unansweredAtMs"
       FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.attempt = 1 ORDER BY seq`,
    ),
    query<SeenAccount>(
      `SELECT workspace_id AS "workspaceId", monthly_credits AS "monthlyCredits", held, posted, purchased,
              purchased_held AS "purchasedHeld" FROM credit_accounts`,
    ),
    query<SeenMember>(
      `SELECT workspace_id AS "workspaceId", user_id AS "userId", monthly_limit AS "monthlyLimit", used
       FROM member_credits`,
    ),
    query<SeenEntry>(
      `SELECT workspace_id AS "workspaceId", type, operation, credits, amount, balance_after AS "balanceAfter",
              cycle_credits AS "cycleCredits", assignment_id AS "assignmentId", user_id AS "userId", hold_id AS "holdId"
       FROM credit_entries ORDER BY seq`,
    ),
    query<SeenPurchase>(
      `SELECT id, workspace_id AS "workspaceId", credits, paid_at IS NOT NULL AS "isPaid", taken_back AS "takenBack"
       FROM credit_purchases ORDER BY id`,
    ),
    query<SeenOrder>(
      'SELECT kind, workflow, subject_id AS "subjectId", generation, outcome, line FROM outbox ORDER BY id',
    ),
    query<Snapshot['connections'][number]>(
      `SELECT id, removed_at IS NOT NULL AS "isRemoved", coalesce(access_token, refresh_token) IS NOT NULL AS "hasTokens"
       FROM connections`,
    ),
    query<Snapshot['tickets'][number]>(
      'SELECT id, status, connected_id AS "connectedId", sealed IS NOT NULL AS "holdsSecret" FROM oauth_tickets',
    ),
    query<Snapshot['invitations'][number]>(
      'SELECT id, mail_status AS "mailStatus", sealed_token IS NOT NULL AS "isSealed" FROM invitations ORDER BY id',
    ),
  ]);
  return {
    assignments,
    events,
    attempts,
    deliveries,
    accounts,
    members,
    entries,
    purchases,
    orders,
    connections,
    tickets,
    invitations,
  };
}

/** A time of the database, in milliseconds. */
function ms(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::float`;
}
