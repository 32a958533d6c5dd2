import type { RetentionDays } from '../domain/retention';
import { BookedEvent } from './billing/BookedEvent';
import { ChannelList } from './connections/ChannelList';
import { CreditPurchase } from './billing/CreditPurchase';
import type { TableName } from './openDatabase';
import { FailureCount } from './users/FailureCount';
import { IdempotencyKey } from './assignments/IdempotencyKey';
import { McpGrant } from './mcp/McpGrant';
import { McpToken } from './mcp/McpToken';
import { ConnectLink } from './oauth/ConnectLink';
import { OAuthTicket } from './oauth/OAuthTicket';
import { removeOldAttempts } from './publishing/oldAttempts';
import { DataDeletion } from './removals/DataDeletion';
import { eraseOverdueData } from './removals/platformData';
import { eraseOldAnswers, removeOldDeliveries } from './webhooks/oldDeliveries';
import { OutboxEntry } from './outbox/OutboxEntry';
import { removeErasedReadings, removeReadPosts, removeReadingsOfGone } from './readings/oldReadings';
import { dropOldPictures, removeErasedPictures } from './pictures/oldPictures';
import { QuotaDay } from './quota/QuotaDay';
import { QuotaShare } from './quota/QuotaShare';

/** One step of the hourly clean-up. Its statement asks for `now()`: no index can be asked for `clock_timestamp()`. */
export interface Removal {
  /** The index that leads to the rows: a removal reads no other rows. */
  readonly index: string;
  /** @returns the number of rows, at most `limit`, that were removed or in which a value was erased */
  readonly remove: (limit: number, days: RetentionDays) => Promise<number>;
}

/** How long the rows of a table are kept. */
type Retention =
  /** Kept for good, or until a person removes the rows: for this reason. */
  | { readonly kept: string }
  /** Kept as long as the rows of another table, with which the database, or code that says why, removes them. */
  | { readonly endsWith: TableName; readonly also?: Readonly<Record<string, Removal>> }
  /** Kept until other code removes the rows. */
  | { readonly removedBy: string; readonly index: string }
  /** Kept until a clean-up: each step by its name in the log. */
  | { readonly removals: Readonly<Record<string, Removal>> };

const people = 'people and what belongs to them stay until they are removed';
const ledger = 'what was paid and what was charged is never forgotten';
const history = 'callers read the history of their posts for as long as they like';
const small = 'it has a row for each thing that is kept, and no more';
const besidesAssignment = { endsWith: 'assignments' } as const;

/** Every table of the service, with its retention. A table without a retention does not compile. */
export const retentions: Readonly<Record<TableName, Retention>> = {
  idempotency_keys: removals({
    idempotencyKeys: by('idempotency_keys_over', async (limit) => IdempotencyKey.removeExpired(limit)),
  }),
  workspaces: { kept: people },
  organizations: { kept: people },
  users: { kept: people },
  memberships: { kept: people },
  invitations: { kept: people },
  failure_counts: removals({
    failureCounts: by('failure_counts_over', async (limit) => FailureCount.removeExpired(limit)),
  }),
  connections: { kept: people },
  channel_lists: removals({
    channelLists: by('channel_lists_over', async (limit) => ChannelList.removeExpired(limit)),
  }),
  assignments: { kept: history },
  assignment_events: { kept: history },
  uploads: besidesAssignment,
  upload_sessions: { removedBy: 'models/uploads/uploadExpiry.ts', index: 'upload_sessions_removed' },
  upload_uses: besidesAssignment,
  upload_locks: { endsWith: 'upload_sessions' },
  transfer_slots: { kept: small },
  collection_turns: { endsWith: 'connections' },
  quota_days: removals({ quotaDays: by('quota_days_over', async (limit) => QuotaDay.removeExpired(limit)) }),
  quota_shares: removals({ quotaShares: by('quota_shares_over', async (limit) => QuotaShare.removeExpired(limit)) }),
  publish_attempts: removals({
    publishAttempts: by('publish_attempts_over', async (limit, { attempts }) => removeOldAttempts(limit, attempts)),
  }),
  post_extras: besidesAssignment,
  drafts: besidesAssignment,
  outbox: removals({
    outboxEntries: by('outbox_over', async (limit, { outbox }) => OutboxEntry.removeDispatched(limit, outbox)),
  }),
  credit_accounts: { kept: ledger },
  credit_entries: { kept: ledger },
  member_credits: { kept: ledger },
  payment_customers: { kept: ledger },
  purchase_disputes: { endsWith: 'credit_purchases' },
  credit_purchases: removals({
    unpaidPurchases: by('credit_purchases_unpaid', async (limit) => CreditPurchase.removeUnpaid(limit)),
  }),
  booked_events: removals({
    stripeEvents: by('booked_events_over', async (limit) => BookedEvent.removeExpired(limit)),
  }),
  webhook_deliveries: removals({
    webhookDeliveries: by('webhook_deliveries_over', async (limit, { deliveries }) =>
      removeOldDeliveries(limit, deliveries),
    ),
  }),
  webhook_attempts: {
    endsWith: 'webhook_deliveries',
    also: {
      webhookAnswers: by('webhook_attempts_answered', async (limit, { answers }) => eraseOldAnswers(limit, answers)),
    },
  },
  oauth_tickets: removals({
    tickets: by('oauth_tickets_over', async (limit, { tickets }) => OAuthTicket.removeExpired(limit, tickets)),
  }),
  connect_links: removals({
    connectLinks: by('connect_links_over', async (limit) => ConnectLink.removeExpired(limit)),
  }),
  data_deletions: removals({
    dataDeletions: by('data_deletions_over', async (limit) => DataDeletion.removeOld(limit)),
  }),
  mcp_clients: { kept: 'clients register once, and go on with what they got' },
  mcp_tokens: removals({
    accessTokens: by('mcp_tokens_over', async (limit) => McpToken.removeExpired(limit)),
    tokensOfEndedGrants: by('mcp_grants_over', async (limit, { grants }) => McpToken.removeOfEnded(limit, grants)),
  }),
  mcp_grants: removals({
    mcpGrants: by('mcp_grants_over', async (limit, { grants }) => McpGrant.removeExpired(limit, grants)),
  }),
  statistic_changes: { removedBy: 'models/statistics/foldStatistics.ts', index: 'statistic_changes_pkey' },
  daily_statistics: { kept: small },
  publish_times: { kept: small },
  channel_snapshots: {
    endsWith: 'connections',
    also: { platformData: by('connections_access_over', async (limit) => eraseOverdueData(limit)) },
  },
  read_posts: {
    endsWith: 'assignments',
    also: {
      erasedReadings: by('connections_owing_erasure', async (limit) => removeErasedReadings(limit)),
      readingsOfGone: by('read_posts_gone', async (limit) => removeReadingsOfGone(limit)),
      readPosts: by('read_posts_over', async (limit, { readings }) => removeReadPosts(limit, readings)),
    },
  },
  post_readings: { endsWith: 'read_posts' },
  // The picture of a channel ends with its connection.
  pictures: {
    endsWith: 'assignments',
    also: {
      erasedPictures: by('connections_owing_erasure', async (limit) => removeErasedPictures(limit)),
      oldPictures: by('pictures_over', async (limit) => dropOldPictures(limit)),
    },
  },
  minute_tasks: { kept: small },
};

function by(index: string, remove: Removal['remove']): Removal {
  return { index, remove };
}

function removals(each: Readonly<Record<string, Removal>>): Retention {
  return { removals: each };
}

/** Every step of the clean-up, by its name, in the order of the tables. */
export function allRemovals(): [name: string, removal: Removal][] {
  return Object.values(retentions).flatMap((retention) => {
    if ('removals' in retention) return Object.entries(retention.removals);
    return 'also' in retention ? Object.entries(retention.also) : [];
  });
}
