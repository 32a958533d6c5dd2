import { z } from 'zod';
import { publishAssignmentWorkflow } from '../../domain/workflowContract';
import { param, sql, word } from '../../models/database/fragment';
import { command, statement } from '../../models/database/statement';
import { chargeNoted, transitionNoted } from '../../models/statistics/StatisticChange';

const workspaceId = param('workspaceId', 'uuid');
const organizationId = param('organizationId', 'uuid');
const userId = param('userId', 'uuid');

export const insertChannels = command(
  'demo.insertChannels',
  sql`INSERT INTO connections (id, workspace_id, organization_id, platform, external_platform_id, name, is_active, token_status,
    access_token, refresh_token, token_expires_at, thumbnail_url, permissions, metadata)
  SELECT id, ${workspaceId}, ${organizationId}, platform, "externalPlatformId", name, "isActive", "tokenStatus",
         "accessToken", "refreshToken", "tokenExpiresAt", "thumbnailUrl", coalesce(permissions, '{}'),
         jsonb_build_object('subscribers', snapshots->-1->'subscribers', 'views', snapshots->-1->'totalViews', 'posts', null, 'handle', null)
  FROM jsonb_to_recordset(${param('channels', 'jsonb')}) AS c (id uuid, platform text, "externalPlatformId" text, name text,
    "isActive" boolean, "tokenStatus" text, "accessToken" text, "refreshToken" text, "tokenExpiresAt" timestamptz,
    "thumbnailUrl" text, permissions text[], snapshots jsonb)`,
);

export const insertSnapshots = command(
  'demo.insertSnapshots',
  sql`INSERT INTO channel_snapshots (connection_id, day, subscribers, total_views)
SELECT c.id, s.day, s.subscribers, s."totalViews"
FROM jsonb_to_recordset(${param('channels', 'jsonb')}) AS c (id uuid, snapshots jsonb)
CROSS JOIN LATERAL jsonb_to_recordset(c.snapshots) AS s (day date, subscribers bigint, "totalViews" bigint)
ON CONFLICT (connection_id, day) DO UPDATE SET subscribers = excluded.subscribers, total_views = excluded.total_views`,
);

/** Assignments that are under way stay so: the starts of their runs never come. */
export const insertAssignments = command(
  'demo.insertAssignments',
  sql`WITH made AS (
INSERT INTO assignments (id, workspace_id, organization_id, connection_id, created_by, platform, type, status, generation,
  payload, media_url, media_content_type, scheduled_at, hold_id, platform_post_id, platform_url, published_at, errors, created_at, updated_at)
SELECT id, ${workspaceId}, ${organizationId}, "connectionId", CASE WHEN "isByUser" THEN ${userId} END, platform, type, status,
  generation, payload, "mediaUrl", "mediaContentType", "scheduledAt", "holdId", "platformPostId", "platformUrl", "publishedAt", errors, "createdAt", "updatedAt"
FROM jsonb_to_recordset(${param('assignments', 'jsonb')}) AS j (id uuid, "connectionId" uuid, "isByUser" boolean, platform text, type text,
  status text, generation integer, payload jsonb, "mediaUrl" text, "mediaContentType" text, "scheduledAt" timestamptz, "holdId" uuid, "platformPostId" text,
  "platformUrl" text, "publishedAt" timestamptz, errors jsonb, "createdAt" timestamptz, "updatedAt" timestamptz)
RETURNING id, generation, workspace_id, status)
INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, available_at)
SELECT 'start', ${word(publishAssignmentWorkflow)}, id, generation, workspace_id, 'infinity' FROM made
WHERE status IN ('pending', 'uploading', 'uploaded', 'processing')`,
);

/** The service reads the pictures of the posts, from the latest post on, and of the channels. */
export const insertPictures = command(
  'demo.insertPictures',
  sql`INSERT INTO pictures (id, workspace_id, connection_id, next_at)
SELECT id, workspace_id, connection_id, now() - (updated_at - ${param('firstDay', 'timestamptz')})
FROM assignments WHERE id = ANY(${param('pictured', 'uuid[]')})
UNION ALL SELECT id, workspace_id, id, now() FROM connections
WHERE workspace_id = ${param('workspaceId', 'uuid')} AND thumbnail_url IS NOT NULL
ON CONFLICT DO NOTHING`,
);

/** In the order of the array, so that the ids have it, too. */
export const insertEvents = command(
  'demo.insertEvents',
  sql`INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
SELECT (e->>'id')::uuid, (e->>'generation')::integer, e->>'status', e->'errors', (e->>'at')::timestamptz
FROM jsonb_array_elements(${param('events', 'jsonb')}) WITH ORDINALITY AS given (e, place) ORDER BY place`,
);

export const insertAccount = command(
  'demo.insertAccount',
  sql`INSERT INTO credit_accounts (workspace_id, plan, monthly_credits, first_day, cycle_started_at, cycle_resets_at, held, posted, purchased)
VALUES (${workspaceId}, ${param('plan', 'text')}, ${param('monthlyCredits', 'integer')},
  (${param('firstDay', 'timestamptz')} AT TIME ZONE 'UTC')::date, ${param('cycleStartedAt', 'timestamptz')},
  ${param('cycleResetsAt', 'timestamptz')}, ${param('held', 'integer')}, ${param('posted', 'integer')}, ${param('purchased', 'integer')})`,
);

export const insertEntries = command(
  'demo.insertEntries',
  sql`INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id, user_id, hold_id,
  cycle_credits, cycle_started_at, description, created_at)
SELECT gen_random_uuid(), ${workspaceId}, e->>'type', (e->>'credits')::integer, (e->>'amount')::integer,
  (e->>'balanceAfter')::integer, e->>'operation', (e->>'assignmentId')::uuid,
  (SELECT created_by FROM assignments WHERE id = (e->>'assignmentId')::uuid), (e->>'holdId')::uuid,
  (e->>'cycleCredits')::integer, (e->>'cycleStartedAt')::timestamptz, e->>'description', (e->>'createdAt')::timestamptz
FROM jsonb_array_elements(${param('entries', 'jsonb')}) WITH ORDINALITY AS given (e, place) ORDER BY place`,
);

/** The use of each user in the present cycle. */
export const insertUse = command(
  'demo.insertUse',
  sql`INSERT INTO member_credits (workspace_id, user_id, used, cycle_started_at)
SELECT workspace_id, user_id, sum(CASE type WHEN 'hold' THEN credits WHEN 'release' THEN -credits ELSE 0 END), cycle_started_at
FROM credit_entries JOIN credit_accounts USING (workspace_id, cycle_started_at)
WHERE workspace_id = ${workspaceId} AND user_id IS NOT NULL GROUP BY workspace_id, user_id, cycle_started_at`,
);

const unitPriceCents = param('unitPriceCents', 'integer');
export const insertPurchases = command(
  'demo.insertPurchases',
  sql`INSERT INTO credit_purchases (id, workspace_id, user_id, credits, price_cents, paid_cents, paid_at, created_at)
SELECT gen_random_uuid(), workspace_id, ${userId}, credits, credits * ${unitPriceCents}, credits * ${unitPriceCents},
  created_at, created_at FROM credit_entries WHERE workspace_id = ${workspaceId} AND type = 'purchase'`,
);

export const makePartitions = statement(
  'demo.makePartitions',
  z.strictObject({ made: z.int() }),
  sql`SELECT make_reading_partitions(${param('firstDay', 'timestamptz')}::date, ${param('now', 'timestamptz')}::date) AS made`,
);

/** The numbers of posts over time. The rows of the assignments are there. */
export const insertReadings = command(
  'demo.insertReadings',
  sql`WITH given AS (
  SELECT * FROM jsonb_to_recordset(${param('posts', 'jsonb')}) AS p (id uuid, "nextAt" timestamptz, points jsonb)),
posts AS (
  INSERT INTO read_posts (assignment_id, workspace_id, organization_id, connection_id, platform, published_at, next_reading_at,
    read_at, views, likes, comments, shares)
  SELECT a.id, a.workspace_id, a.organization_id, a.connection_id, a.platform, a.published_at, g."nextAt", last.at, last.views,
         last.likes, last.comments, last.shares
  FROM given g JOIN assignments a ON a.id = g.id
  CROSS JOIN LATERAL jsonb_to_record(coalesce(g.points->-1, '{}'))
    AS last (at timestamptz, views bigint, likes bigint, comments bigint, shares bigint))
INSERT INTO post_readings (assignment_id, at, views, likes, comments, shares)
SELECT g.id, p.* FROM given g CROSS JOIN LATERAL jsonb_to_recordset(g.points)
  AS p (at timestamptz, views bigint, likes bigint, comments bigint, shares bigint)`,
);

/** Notes the statistics of timelines and ledger, by the parts of statements that the service itself uses. */
export const noteHistory = command(
  'demo.noteHistory',
  sql`WITH moved AS (
  SELECT a.workspace_id, a.organization_id, a.connection_id, a.platform, e.status, a.created_at, a.scheduled_at,
         e.at AS published_at, e.at, lag(e.status) OVER (PARTITION BY e.assignment_id ORDER BY e.id) AS from_status
  FROM assignment_events e JOIN assignments a ON a.id = e.assignment_id WHERE a.workspace_id = ${workspaceId}),
charged AS (SELECT * FROM credit_entries WHERE workspace_id = ${workspaceId} AND type = 'charge'),
noted AS (${transitionNoted(sql`moved`)})
${chargeNoted(sql`charged`)}`,
);
