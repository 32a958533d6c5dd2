import type { Payload } from '../../../domain/payload/payload';
import type { SeenPost } from '../../kinds';

/** Everything visible of the service from outside, at one moment: the subject of the invariants. */
export interface Snapshot {
  assignments: SeenAssignment[];
  /** Timelines, in the order in which they were written. */
  events: SeenEvent[];
  attempts: { assignmentId: string; outcome: string | null }[];
  /** In the order of the transitions that they tell of. */
  deliveries: SeenDelivery[];
  accounts: SeenAccount[];
  members: SeenMember[];
  /** In the order of the ledger. */
  entries: SeenEntry[];
  purchases: SeenPurchase[];
  /** By Stripe's record. */
  payments: SeenPayment[];
  orders: SeenOrder[];
  connections: { id: string; isRemoved: boolean; hasTokens: boolean }[];
  tickets: { id: string; status: string; connectedId: string | null; holdsSecret: boolean }[];
  invitations: { id: string; mailStatus: string; isSealed: boolean }[];
  /** Mails by the mailbox's record, in the order in which they came, and how the sessions ended that brought them. */
  mails: { invitationId: string; end: 'quit' | 'cut' | null }[];
  posts: SeenPost[];
  /** Ids of the platforms' invisible objects beside the posts: drafts, media of no post, unfinished uploads. */
  left: string[];
  /** All that calls have ever done to posts, by the sandbox's record, in the order in which it happened. */
  effects: SeenEffect[];
  /** Webhooks as a receiver took them, in the order in which they came. */
  received: SeenWebhook[];
  runs: SeenRun[];
  /** The answers to callers. */
  accepted: { idempotencyKey: string; id: string }[];
  /** Connections that browsers received. */
  connected: string[];
  /** Webhook secrets, by workspace. */
  secrets: Record<string, string>;
}

/** Times are in milliseconds since 1970: of the database's clock, or of the machine's where it says so. */
export interface SeenEvent {
  assignmentId: string;
  generation: number;
  status: string;
  atMs: number;
}

export interface SeenEffect {
  /** The post's id. */
  resource: string;
  title: string;
  /** The post's audience before and afterwards; null: there is no such post. */
  from: string | null;
  to: string | null;
  /** Of the machine's clock. */
  atMs: number;
}

export interface SeenDelivery {
  id: string;
  workspaceId: string;
  assignmentId: string;
  event: string;
  status: string;
  body: string;
  createdAtMs: number;
  /** When its first attempt had ended without an answer; null: it has not, or there was an answer. */
  unansweredAtMs: number | null;
}

export interface SeenWebhook {
  deliveryId: string;
  path: string;
  signature: string;
  body: string;
  /** Of the machine's clock. */
  atMs: number;
}

export interface SeenAssignment {
  id: string;
  platform: string;
  type: string;
  status: string;
  generation: number;
  /** The assignment's mark: the post's title contains it. */
  idempotencyKey: string;
  payload: Payload;
  /** Null: at once. */
  scheduledAtMs: number | null;
  prepareAheadMs: number;
  platformPostId: string | null;
  platformUrl: string | null;
  /** Ids of all objects that the assignment has ever noted as uploaded or staged, removed objects included. */
  draftIds: string[];
  /** One call made its post and showed it: there was no draft. */
  isMadePublic: boolean;
  /** A person has said that its post is there: it was published without a run. */
  isResolved: boolean;
  callbackUrl: string | null;
  callbackEvents: string[];
  /** Null: all. */
  callbackStatuses: string[] | null;
  holdId: string;
  cleanup: string;
  owesExtras: boolean;
  /** Null: nobody has asked to take its post down. */
  removal: { state: string; mode: string } | null;
  /** Each removal of its post that has ended, also one that the row has forgotten. Times are in milliseconds. */
  endedRemovals: { state: string; mode: string; askedAt: number; endedAt: number }[];
  errors: { code: string; message?: string }[];
  /** The payload fields that it has a warning of. */
  warnings: string[];
}

export interface SeenAccount {
  workspaceId: string;
  monthlyCredits: number;
  held: number;
  posted: number;
  purchased: number;
  purchasedHeld: number;
}

/** The credits that a user of a workspace has used in the cycle. */
export interface SeenMember {
  workspaceId: string;
  userId: string;
  monthlyLimit: number | null;
  used: number;
}

export interface SeenEntry {
  workspaceId: string;
  type: string;
  operation: string | null;
  credits: number;
  amount: number;
  balanceAfter: number;
  /** Of a hold: the part that was not bought. */
  cycleCredits: number | null;
  assignmentId: string | null;
  userId: string | null;
  holdId: string | null;
}

/** The payment of a purchase, and the part of it that was refunded. */
export interface SeenPayment {
  purchaseId: string;
  cents: number;
  refundedCents: number;
}

/** Credits that a caller wanted to buy. */
export interface SeenPurchase {
  id: string;
  workspaceId: string;
  credits: number;
  isPaid: boolean;
  /** Credits that were taken back for refunds. */
  takenBack: number;
}

export interface SeenOrder {
  kind: string;
  workflow: string;
  subjectId: string;
  generation: number;
  /** Null: still to be dispatched. */
  outcome: string | null;
  /** Empty: it has no place. */
  line: string;
}

export interface SeenRun {
  workflowId: string;
  status: string;
  /** When the run was to begin, as its start said; null: at once, or it is no run of an assignment. */
  scheduledAtMs: number | null;
  /** Why tasks of the workflow failed: a task that a killed worker has left timed out, and did not fail. */
  taskFailures: { cause: string; message: string }[];
}
