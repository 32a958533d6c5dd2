import { randomUUID } from 'node:crypto';
import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize';
import { boughtCredits, liveStatsCredits, plans, publishCredits } from '../../domain/credits';
import { publishAssignmentWorkflow } from '../../domain/workflowContract';
import type { Transaction } from '../../models/database/transaction';
import { noteCharge, noteTransition } from '../../models/statistics/StatisticChange';
import type { History, PastJob } from './History';
import { ledgerOf } from './ledger';
import type { Movement } from './ledger';

export interface HistoryOwner {
  readonly workspaceId: string;
  readonly organizationId: string;
  /** The user who asked for every second job; the API key asked for the others. */
  readonly userId: string;
}

interface WrittenJob extends PastJob {
  readonly id: string;
  /** One for each time that credits were held: at the creation, and at each retry. */
  readonly holdIds: readonly string[];
}

/**
 * Writes a history as the service would have written it: rows, timelines, ledger, and what the statistics are made of. The
 * workspace has no account yet. No workflow runs for it, and the reconciler leaves it alone: no start was ever ordered.
 */
export async function writeHistory(
  sequelize: Sequelize,
  owner: HistoryOwner,
  history: History,
  now: Date,
  transaction: Transaction,
): Promise<void> {
  const run = async (sql: string, values: object): Promise<void> => {
    await sequelize.query(sql, { bind: { ...owner, ...values }, type: QueryTypes.SELECT, transaction });
  };
  const channelIds = history.channels.map(() => randomUUID());
  const jobs = history.jobs.map((job): WrittenJob => {
    const holds = 1 + job.steps.filter(({ to }) => to === 'pending').length;
    return { ...job, id: randomUUID(), holdIds: Array.from({ length: holds }, () => randomUUID()) };
  });
  await run(insertChannels, {
    channels: JSON.stringify(history.channels.map((one, n) => ({ ...one, id: channelIds[n] }))),
  });
  await run(insertJobs, { jobs: JSON.stringify(jobs.map((job, n) => rowOf(job, n, history, channelIds))) });
  await run(insertEvents, { events: JSON.stringify(jobs.flatMap(eventsOf)) });
  await writeLedger(run, movementsOf(history, jobs), history, now);
  await run(noteHistory, {});
}

type Run = (sql: string, values: object) => Promise<void>;

async function writeLedger(run: Run, movements: readonly Movement[], { plan, firstDay }: History, now: Date) {
  const { monthlyCredits } = plans[plan];
  const { entries, account } = ledgerOf(movements, monthlyCredits, firstDay, now);
  await run(insertAccount, { plan, monthlyCredits, firstDay, ...account });
  await run(insertEntries, { entries: JSON.stringify(entries) });
  await run(insertUse, {});
  await run(insertPurchases, { unitPriceCents: boughtCredits.unitPriceCents });
}

/** The row of a job as its last step has left it. */
function rowOf(job: WrittenJob, place: number, { channels }: History, channelIds: readonly string[]): object {
  const { id, type, payload, createdAt, scheduledAt, steps, holdIds } = job;
  const last = steps.at(-1);
  const { platform } = channels[job.channel] ?? {};
  const isPublished = last?.to === 'published';
  return {
    id,
    connectionId: channelIds[job.channel],
    isByUser: place % 2 === 0,
    platform,
    type,
    payload,
    status: last?.to ?? 'pending',
    generation: holdIds.length,
    holdId: holdIds.at(-1),
    scheduledAt,
    errors: last?.error ? [last.error] : [],
    platformPostId: isPublished ? `demo-${id}` : null,
    platformUrl: isPublished ? `https://posts.example/${platform}/${id}` : null,
    publishedAt: isPublished ? last.at : null,
    createdAt,
    updatedAt: last?.at ?? createdAt,
  };
}

function eventsOf({ id, createdAt, steps }: WrittenJob): object[] {
  let generation = 1;
  const later = steps.map(({ to, at, error }) => {
    if (to === 'pending') generation += 1;
    return { id, generation, status: to, errors: error ? [error] : [], at };
  });
  return [{ id, generation: 1, status: 'pending', errors: [], at: createdAt }, ...later];
}

/** The movements of credits, in order: of two at the same moment, those of one job stay in their order. */
function movementsOf({ liveCalls, purchases }: History, jobs: readonly WrittenJob[]): Movement[] {
  const calls = liveCalls.flatMap((at): Movement[] => {
    const holdId = randomUUID();
    const asked = { operation: 'stats.channel', credits: liveStatsCredits, assignmentId: null } as const;
    return [
      { at, kind: 'hold', holdId, ...asked },
      { at, kind: 'post', holdId },
    ];
  });
  const bought = purchases.map((purchase): Movement => ({ kind: 'purchase', ...purchase }));
  return [...jobs.flatMap(movementsOfJob), ...calls, ...bought].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function movementsOfJob({ id, type, createdAt, steps, holdIds }: WrittenJob): Movement[] {
  let held = 0;
  return [{ to: 'pending', at: createdAt } as const, ...steps].flatMap(({ to, at }): Movement[] => {
    const holdId = holdIds[to === 'pending' ? held++ : held - 1] ?? '';
    if (to === 'pending') {
      const operation = `publish.${type}` as const;
      return [{ at, kind: 'hold', holdId, operation, credits: publishCredits[type], assignmentId: id }];
    }
    if (to === 'published') return [{ at, kind: 'post', holdId }];
    return to === 'failed' || to === 'cancelled' ? [{ at, kind: 'void', holdId }] : [];
  });
}

const insertChannels = `
WITH given AS (
  SELECT * FROM jsonb_to_recordset($channels::jsonb) AS c (id uuid, platform text, "externalPlatformId" text, name text,
    "isActive" boolean, "tokenStatus" text, snapshots jsonb)),
connected AS (
  INSERT INTO connections (id, workspace_id, organization_id, platform, external_platform_id, name, is_active, token_status, metadata)
  SELECT id, $workspaceId, $organizationId, platform, "externalPlatformId", name, "isActive", "tokenStatus",
         jsonb_build_object('subscribers', snapshots->-1->'subscribers', 'views', snapshots->-1->'totalViews', 'posts', null, 'handle', null)
  FROM given RETURNING id)
INSERT INTO channel_snapshots (connection_id, day, subscribers, total_views)
SELECT given.id, s.day, s.subscribers, s."totalViews" FROM given JOIN connected USING (id)
CROSS JOIN LATERAL jsonb_to_recordset(given.snapshots) AS s (day date, subscribers bigint, "totalViews" bigint)`;

/** Jobs that are under way stay so: the starts of their runs never come. */
const insertJobs = `
WITH made AS (
INSERT INTO assignments (id, workspace_id, organization_id, connection_id, created_by, platform, type, status, generation,
  payload, scheduled_at, hold_id, platform_post_id, platform_url, published_at, errors, created_at, updated_at)
SELECT id, $workspaceId, $organizationId, "connectionId", CASE WHEN "isByUser" THEN $userId::uuid END, platform, type, status,
  generation, payload, "scheduledAt", "holdId", "platformPostId", "platformUrl", "publishedAt", errors, "createdAt", "updatedAt"
FROM jsonb_to_recordset($jobs::jsonb) AS j (id uuid, "connectionId" uuid, "isByUser" boolean, platform text, type text,
  status text, generation integer, payload jsonb, "scheduledAt" timestamptz, "holdId" uuid, "platformPostId" text,
  "platformUrl" text, "publishedAt" timestamptz, errors jsonb, "createdAt" timestamptz, "updatedAt" timestamptz)
RETURNING id, generation, workspace_id, status)
INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, available_at)
SELECT 'start', '${publishAssignmentWorkflow}', id, generation, workspace_id, 'infinity' FROM made
WHERE status IN ('pending', 'uploading', 'uploaded', 'processing')`;

/** In the order of the array, so that the ids have it, too. */
const insertEvents = `
INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
SELECT (e->>'id')::uuid, (e->>'generation')::integer, e->>'status', e->'errors', (e->>'at')::timestamptz
FROM jsonb_array_elements($events::jsonb) WITH ORDINALITY AS given (e, place) ORDER BY place`;

const insertAccount = `
INSERT INTO credit_accounts (workspace_id, plan, monthly_credits, first_day, cycle_started_at, cycle_resets_at, held, posted, purchased)
VALUES ($workspaceId, $plan, $monthlyCredits, ($firstDay::timestamptz AT TIME ZONE 'UTC')::date, $cycleStartedAt, $cycleResetsAt,
  $held, $posted, $purchased)`;

const insertEntries = `
INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id, user_id, hold_id,
  cycle_credits, cycle_started_at, description, created_at)
SELECT gen_random_uuid(), $workspaceId, e->>'type', (e->>'credits')::integer, (e->>'amount')::integer,
  (e->>'balanceAfter')::integer, e->>'operation', (e->>'assignmentId')::uuid,
  (SELECT created_by FROM assignments WHERE id = (e->>'assignmentId')::uuid), (e->>'holdId')::uuid,
  (e->>'cycleCredits')::integer, (e->>'cycleStartedAt')::timestamptz, e->>'description', (e->>'createdAt')::timestamptz
FROM jsonb_array_elements($entries::jsonb) WITH ORDINALITY AS given (e, place) ORDER BY place`;

/** The use of each user in the present cycle. */
const insertUse = `
INSERT INTO member_credits (workspace_id, user_id, used, cycle_started_at)
SELECT workspace_id, user_id, sum(CASE type WHEN 'hold' THEN credits WHEN 'release' THEN -credits ELSE 0 END), cycle_started_at
FROM credit_entries JOIN credit_accounts USING (workspace_id, cycle_started_at)
WHERE workspace_id = $workspaceId AND user_id IS NOT NULL GROUP BY workspace_id, user_id, cycle_started_at`;

const insertPurchases = `
INSERT INTO credit_purchases (id, workspace_id, user_id, credits, price_cents, paid_cents, paid_at, created_at)
SELECT gen_random_uuid(), workspace_id, $userId, credits, credits * $unitPriceCents::integer, credits * $unitPriceCents::integer,
  created_at, created_at FROM credit_entries WHERE workspace_id = $workspaceId AND type = 'purchase'`;

/** From timelines and ledger, by the same parts of statements with which the service notes what happens. */
const noteHistory = `
WITH moved AS (
  SELECT a.workspace_id, a.organization_id, a.connection_id, a.platform, e.status, a.created_at, a.scheduled_at,
         e.at AS published_at, e.at, lag(e.status) OVER (PARTITION BY e.assignment_id ORDER BY e.id) AS from_status
  FROM assignment_events e JOIN assignments a ON a.id = e.assignment_id WHERE a.workspace_id = $workspaceId),
charged AS (SELECT * FROM credit_entries WHERE workspace_id = $workspaceId AND type = 'charge'),
noted AS (${noteTransition('moved')})
${noteCharge('charged')}`;
