import type { PlatformSlug } from './platform';

/**
 * Names and ids that the processes and the Temporal server share. A workflow's id, its queue and its search attributes
 * are spelled here and nowhere else. Arguments carry ids only: never tokens, codes, signed URLs or platform bodies.
 */
export interface AssignmentRun {
  assignmentId: string;
  /** Decides the activity queue. */
  platform: PlatformSlug;
  /** The fence: a run of an older generation can change nothing (workflows/README.md). */
  generation: number;
  /** It has no media: none of its steps waits for a transfer. */
  isWithoutMedia?: boolean;
}

export const publishAssignmentWorkflow = 'publishAssignment';

/** `assignment/<id>/<generation>`: one run per generation, and an id is never started again. */
export function publishWorkflowId({
  assignmentId,
  generation,
}: Pick<AssignmentRun, 'assignmentId' | 'generation'>): string {
  return `assignment/${assignmentId}/${generation}`;
}

/** The run that an id of `publishWorkflowId` names. */
export function runOfWorkflowId(workflowId: string): Pick<AssignmentRun, 'assignmentId' | 'generation'> {
  const [, assignmentId = '', generation] = workflowId.split('/');
  return { assignmentId, generation: Number(generation) };
}

/** One round of attempts to deliver one webhook. */
export interface DeliveryRound {
  deliveryId: string;
  round: number;
}

export const deliverWebhookWorkflow = 'deliverWebhook';

/** `webhook/<deliveryId>/<round>`: a redelivery is another round. */
export function deliveryWorkflowId({ deliveryId, round }: DeliveryRound): string {
  return `webhook/${deliveryId}/${round}`;
}

/**
 * Work that runs by the clock, each quarter of an hour or less often: an operator sees each as a schedule, can pause it and can trigger
 * it by hand. Each has an offset of its own, because posts are due at whole minutes. What comes more often is a minute
 * task (models/housekeeping/minuteTasks.ts).
 */
export const housekeeping = {
  reconcileAll: {
    scheduleId: 'reconcile-all',
    workflow: 'reconcileAll',
    every: '1d',
    offset: '13673s',
    note: 'As the minute task reconcile, for assignments that wait for their time, too',
  },
  refreshTokens: {
    scheduleId: 'refresh-tokens',
    workflow: 'refreshTokens',
    every: '1h',
    offset: '451s',
    note: 'Renews tokens that assignments will need soon, and each other one about once a day, so that a dead one is noticed early',
  },
  snapshotChannels: {
    scheduleId: 'snapshot-channels',
    workflow: 'snapshotChannels',
    every: '2h',
    offset: '1357s',
    note: 'Notes the counters of each channel once a day (UTC); one that could not be asked is asked again within two hours',
  },
  readSubscriptions: {
    scheduleId: 'read-subscriptions',
    workflow: 'readSubscriptions',
    every: '2h',
    offset: '3139s',
    note: 'Reads the subscription of each paid workspace from Stripe once a day; one that could not be read is read again within two hours',
  },
  cleanUp: {
    scheduleId: 'clean-up',
    workflow: 'cleanUp',
    every: '1h',
    offset: '2267s',
    note: 'Removes what has expired: idempotency keys, dispatched outbox entries, tickets, stale holds, rotated webhook secrets, tokens of invitations, uploaded files',
  },
} as const;

/** One ticket of the OAuth channel connect. */
export interface TicketRun {
  ticketId: string;
  platform: PlatformSlug;
}

export const connectChannelWorkflow = 'connectChannel';

/** An update without arguments; its id is the ticket's. */
export const completeTicketUpdate = 'completeTicket';

/** `ticket/<ticketId>/1`: a ticket has one run. */
export function ticketWorkflowId({ ticketId }: Pick<TicketRun, 'ticketId'>): string {
  return `ticket/${ticketId}/1`;
}

/** One removal of a connection. */
export interface ConnectionRemoval {
  connectionId: string;
  platform: PlatformSlug;
  /** Counts the removals of this connection, which may be connected again in between. */
  removal: number;
}

export const retireConnectionWorkflow = 'retireConnection';

/** `connection/<connectionId>/<removal>` */
export function retirementWorkflowId({
  connectionId,
  removal,
}: Pick<ConnectionRemoval, 'connectionId' | 'removal'>): string {
  return `connection/${connectionId}/${removal}`;
}

/** One round of tries to hand the mail of an invitation to the mail server. */
export interface MailRound {
  invitationId: string;
  round: number;
}

export const mailInvitationWorkflow = 'mailInvitation';

/** `invitation/<invitationId>/<round>`: a run that was lost goes on in another round. */
export function mailWorkflowId({ invitationId, round }: MailRound): string {
  return `invitation/${invitationId}/${round}`;
}

/**
 * Workflows and database activities run on `main`, deliveries with their workflow tasks on `webhooks`, and activities
 * that wait for the mail server on `mails`. Each platform has three activity queues of its own: `platform-` for its
 * short calls, `media-` for transfers, which last as long as their sources, and `hosts-` for the other steps that ask
 * hosts that callers have named. Nothing on `main`, `mails` and `platform-` does so (lib/safeFetch/walledOff.ts).
 */
export const mainQueue = 'main';
export const webhookQueue = 'webhooks';
export const mailQueue = 'mails';
export const platformQueue = (platform: PlatformSlug): string => `platform-${platform}`;
export const mediaQueue = (platform: PlatformSlug): string => `media-${platform}`;
export const hostsQueue = (platform: PlatformSlug): string => `hosts-${platform}`;

/** The name under which Temporal knows the versions of the worker, where they have ids. */
export const workerDeployment = 'content-delivery';

/** Search attributes by their Temporal type. `bin/local/servers/temporal.mjs` and docker-compose.yml register the same ones. */
export const searchAttributeTypes = {
  AssignmentId: 'KEYWORD',
  WorkspaceId: 'KEYWORD',
  ConnectionId: 'KEYWORD',
  Platform: 'KEYWORD',
  ContentType: 'KEYWORD',
  AssignmentStatus: 'KEYWORD',
  ErrorCode: 'KEYWORD',
  ScheduledAt: 'DATETIME',
} as const;

/**
 * The trace that a run belongs to (https://www.w3.org/TR/trace-context/#traceparent-header): in the memo of the run, and in the
 * input of its activities. Without traces there is none.
 */
export interface Traced {
  traceparent?: string;
}

/** Priorities on shared queues: webhooks before immediate publishes before scheduled ones (1 is the highest, 5 the lowest). */
export const priorities = { webhook: 1, immediate: 2, scheduled: 3 } as const;

/** The lines in which immediate publications of a workspace wait for a place: without media, and with media. */
export const publishLine = 'publish';
export const publishMediaLine = 'publish media';
/** The line in which a workspace's webhooks to one receiver wait: webhooks to another receiver do not wait for it. */
export const webhookLine = (host: string): string => `webhook ${host}`;

/** Days for which a closed run stays visible to operators. */
export const retentionDays = 30;

/** Type of the activity failure that says: the platform is still at it, ask again later. */
export const stillProcessing = 'STILL_PROCESSING';
