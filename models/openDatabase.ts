import * as pg from 'pg';
import { Sequelize } from 'sequelize';
import type { Logger } from '../lib/logger';
import type { DatabaseObserver } from '../lib/metrics';
import { initialize as initializeAssignment } from './assignments/Assignment';
import { initialize as initializeAssignmentEvent } from './assignments/AssignmentEvent';
import { initialize as initializeBookedEvent } from './billing/BookedEvent';
import { initialize as initializeConnection } from './connections/Connection';
import { initialize as initializeCreditAccount } from './billing/CreditAccount';
import { initialize as initializeCreditEntry } from './billing/CreditEntry';
import { initialize as initializeCreditPurchase } from './billing/CreditPurchase';
import { initialize as initializeChannelList } from './connections/ChannelList';
import { initialize as initializeChannelSnapshot } from './statistics/ChannelSnapshot';
import { initialize as initializeDailyStatistic } from './statistics/DailyStatistic';
import { initialize as initializeDataDeletion } from './removals/DataDeletion';
import { DatabaseClient } from './database/DatabaseClient';
import { bindPool } from './database/pool';
import { initialize as initializeDraft } from './assignments/Draft';
import { initialize as initializeFailureCount } from './users/FailureCount';
import { initialize as initializeIdempotencyKey } from './assignments/IdempotencyKey';
import { initialize as initializeInvitation } from './organizations/Invitation';
import { initialize as initializeMcpClient } from './mcp/McpClient';
import { initialize as initializeMcpGrant } from './mcp/McpGrant';
import { initialize as initializeMcpToken } from './mcp/McpToken';
import { initialize as initializeMemberCredits } from './billing/MemberCredits';
import { initialize as initializeMembership } from './organizations/Membership';
import { initialize as initializeMinuteTask } from './housekeeping/MinuteTask';
import { initialize as initializeConnectLink } from './oauth/ConnectLink';
import { initialize as initializeOAuthTicket } from './oauth/OAuthTicket';
import { initialize as initializeOrganization } from './organizations/Organization';
import { OutboxEntry, initialize as initializeOutboxEntry } from './outbox/OutboxEntry';
import { initialize as initializePaymentCustomer } from './billing/PaymentCustomer';
import { initialize as initializeKeptPicture } from './pictures/KeptPicture';
import { initialize as initializePostReading } from './readings/PostReading';
import { initialize as initializeReadPost } from './readings/ReadPost';
import { initialize as initializePostExtra } from './assignments/PostExtra';
import { defaultPlaces } from './outbox/places';
import type { Places } from './outbox/places';
import { initialize as initializePublishAttempt } from './assignments/PublishAttempt';
import { initialize as initializePurchaseDispute } from './billing/PurchaseDispute';
import { initialize as initializeQuotaDay } from './quota/QuotaDay';
import { initialize as initializeQuotaShare } from './quota/QuotaShare';
import { initialize as initializePublishTime } from './statistics/PublishTime';
import { initialize as initializeStatisticChange } from './statistics/StatisticChange';
import { initialize as initializeCollectionTurn } from './publishing/CollectionTurn';
import { initialize as initializeTransferSlot } from './publishing/TransferSlot';
import { initialize as initializeUpload } from './assignments/Upload';
import { initialize as initializeUploadLock } from './uploads/UploadLock';
import { initialize as initializeUploadSession } from './uploads/UploadSession';
import { initialize as initializeUploadUse } from './uploads/UploadUse';
import { initialize as initializeUser } from './users/User';
import { initialize as initializeWebhookAttempt } from './webhooks/WebhookAttempt';
import { initialize as initializeWebhookDelivery } from './webhooks/WebhookDelivery';
import { initialize as initializeWorkspace } from './organizations/Workspace';

/** The time limits of database work; slower work ends with an error. */
export interface DatabaseLimits {
  /** The wait for a connection of the pool. */
  acquireMs: number;
  statementMs: number;
  /** The wait for a lock. */
  lockMs: number;
  /** The idle time of an open transaction. */
  idleInTransactionMs: number;
}

export const defaultDatabaseLimits: DatabaseLimits = {
  acquireMs: 10_000,
  statementMs: 10_000,
  lockMs: 8_000,
  idleInTransactionMs: 15_000,
};

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  logger: Logger;
  /** The limits of a workspace's work at one time; `defaultPlaces` if left out. */
  places?: Places;
  /** `defaultDatabaseLimits` if left out. */
  limits?: DatabaseLimits;
  observer?: DatabaseObserver;
  /** Whether each row of a statement is parsed by its schema; the tests switch it on. */
  checkRows?: boolean;
}

/**
 * Opens the pool and binds every model to the pool. Nothing is connected until the first query.
 * `bigint` columns are read as numbers: no value of ours (bytes, sequence numbers) leaves the safe integers.
 */
export function openDatabase(options: DatabaseOptions): Sequelize {
  const { url, poolSize, logger, observer, checkRows = false } = options;
  const { places = defaultPlaces, limits = defaultDatabaseLimits } = options;
  pg.defaults.parseInt8 = true;
  const sequelize = new Sequelize(url, {
    dialect: 'postgres',
    dialectModule: { ...pg, Client: DatabaseClient },
    pool: { max: poolSize, min: 0, acquire: limits.acquireMs, idle: 10_000 },
    logging: (sql) => logger.trace({ sql }, 'sql'),
    define: { underscored: true, timestamps: false },
    dialectOptions: {
      // The connection says both once, as it opens: a transaction would need a round trip for the first. PostgreSQL's
      // own page cost assumes a spinning disk: by it, a list reads the whole table rather than an index.
      options: String.raw`-c default_transaction_isolation=read\ committed -c random_page_cost=1.1`,
      application_name: 'content-delivery',
      keepAlive: true,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    },
  });
  for (const initialize of Object.values(tables)) initialize(sequelize);
  OutboxEntry.places = places;
  bindPool({ sequelize, logger, checkRows, ...(observer && { observer }) });
  return sequelize;
}

/** Each table, with the function that binds its model. A table without a retention does not compile (retentions.ts). */
const tables = {
  workspaces: initializeWorkspace,
  organizations: initializeOrganization,
  users: initializeUser,
  memberships: initializeMembership,
  invitations: initializeInvitation,
  failure_counts: initializeFailureCount,
  connections: initializeConnection,
  channel_lists: initializeChannelList,
  assignments: initializeAssignment,
  assignment_events: initializeAssignmentEvent,
  uploads: initializeUpload,
  upload_sessions: initializeUploadSession,
  upload_uses: initializeUploadUse,
  upload_locks: initializeUploadLock,
  transfer_slots: initializeTransferSlot,
  collection_turns: initializeCollectionTurn,
  quota_days: initializeQuotaDay,
  quota_shares: initializeQuotaShare,
  publish_attempts: initializePublishAttempt,
  post_extras: initializePostExtra,
  drafts: initializeDraft,
  idempotency_keys: initializeIdempotencyKey,
  outbox: initializeOutboxEntry,
  credit_accounts: initializeCreditAccount,
  credit_entries: initializeCreditEntry,
  member_credits: initializeMemberCredits,
  payment_customers: initializePaymentCustomer,
  credit_purchases: initializeCreditPurchase,
  purchase_disputes: initializePurchaseDispute,
  booked_events: initializeBookedEvent,
  webhook_deliveries: initializeWebhookDelivery,
  webhook_attempts: initializeWebhookAttempt,
  oauth_tickets: initializeOAuthTicket,
  connect_links: initializeConnectLink,
  data_deletions: initializeDataDeletion,
  mcp_clients: initializeMcpClient,
  mcp_grants: initializeMcpGrant,
  mcp_tokens: initializeMcpToken,
  statistic_changes: initializeStatisticChange,
  daily_statistics: initializeDailyStatistic,
  publish_times: initializePublishTime,
  channel_snapshots: initializeChannelSnapshot,
  read_posts: initializeReadPost,
  post_readings: initializePostReading,
  pictures: initializeKeptPicture,
  minute_tasks: initializeMinuteTask,
} as const;

export type TableName = keyof typeof tables;
