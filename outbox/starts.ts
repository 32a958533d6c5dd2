import type { WorkflowStartOptions } from '@temporalio/client';
import { typesWithoutMedia } from '../domain/assignment';
import { isEndedTicket } from '../domain/ticket';
import { isTransition } from '../domain/webhook';
import {
  connectChannelWorkflow,
  deliverWebhookWorkflow,
  deliveryWorkflowId,
  mailInvitationWorkflow,
  mailWorkflowId,
  priorities,
  publishAssignmentWorkflow,
  publishWorkflowId,
  retireConnectionWorkflow,
  retirementWorkflowId,
  ticketWorkflowId,
  webhookQueue,
} from '../domain/workflowContract';
import { keyword, scheduledAtAttribute } from '../lib/temporal';
import { assignmentForStart } from '../models/assignments/store/assignmentRuns';
import { mailForStart } from '../models/organizations/invitationMail';
import { OAuthTicket } from '../models/oauth/OAuthTicket';
import type { OutboxOrder } from '../models/outbox/OutboxEntry';
import { findRemoved } from '../models/removals/removedConnections';
import { WebhookDelivery } from '../models/webhooks/WebhookDelivery';

/**
 * Values that a start hands to Temporal besides the workflow's name, its id and the rules that all starts share. Without a
 * queue it is a start for `main`.
 */
export type StartOptions = Pick<
  WorkflowStartOptions,
  'args' | 'startDelay' | 'priority' | 'staticSummary' | 'typedSearchAttributes'
> &
  Partial<Pick<WorkflowStartOptions, 'taskQueue'>>;

interface StartSource {
  workflowId: (order: OutboxOrder) => string;
  /** Read from the database at dispatch; null when the start has become void: its subject has moved on. */
  options: (order: OutboxOrder) => Promise<StartOptions | null>;
}

/** No start delay when due this soon: a workflow timer is more exact than the server's start delay. */
const startDelayFromMs = 1000;
/** A post without media has nothing to prepare: its run starts so long before its time, to be ready at it. */
const startAheadMs = 1000;

/** Every workflow that the outbox can start, by name. */
export const startables: Readonly<Record<string, StartSource>> = {
  [publishAssignmentWorkflow]: {
    workflowId: ({ subjectId, generation }) => publishWorkflowId({ assignmentId: subjectId, generation }),
    options: publishOptions,
  },
  [deliverWebhookWorkflow]: {
    workflowId: ({ subjectId, generation }) => deliveryWorkflowId({ deliveryId: subjectId, round: generation }),
    options: deliveryOptions,
  },
  [connectChannelWorkflow]: {
    workflowId: ({ subjectId }) => ticketWorkflowId({ ticketId: subjectId }),
    options: ticketOptions,
  },
  [retireConnectionWorkflow]: {
    workflowId: ({ subjectId, generation }) => retirementWorkflowId({ connectionId: subjectId, removal: generation }),
    options: retirementOptions,
  },
  [mailInvitationWorkflow]: {
    workflowId: ({ subjectId, generation }) => mailWorkflowId({ invitationId: subjectId, round: generation }),
    options: mailOptions,
  },
};

/** Void once another generation has taken over, or when nothing is next. */
async function publishOptions({ subjectId: assignmentId, generation }: OutboxOrder): Promise<StartOptions | null> {
  const assignment = await assignmentForStart(assignmentId);
  if (assignment?.generation !== generation || !assignment.hasWork) return null;
  const { platform, scheduledAt, workspaceId } = assignment;
  const isWithoutMedia = typesWithoutMedia.includes(assignment.type);
  const startDelay = assignment.waitMs - (isWithoutMedia ? startAheadMs : 0);
  return {
    args: [{ assignmentId, generation, platform, ...(isWithoutMedia && { isWithoutMedia }) }],
    ...(startDelay >= startDelayFromMs && { startDelay }),
    priority: { priorityKey: scheduledAt ? priorities.scheduled : priorities.immediate, fairnessKey: workspaceId },
    staticSummary: `${platform} ${assignment.type} to ${assignment.channelName}`.slice(0, summaryLengthMax),
    typedSearchAttributes: [
      keyword('AssignmentId', assignmentId),
      keyword('WorkspaceId', workspaceId),
      keyword('ConnectionId', assignment.connectionId),
      keyword('Platform', platform),
      keyword('ContentType', assignment.type),
      keyword('AssignmentStatus', assignment.status),
      ...(scheduledAt ? [scheduledAtAttribute(scheduledAt)] : []),
    ],
  };
}

/** Void once another round has begun, or when this round has ended. */
async function deliveryOptions({
  subjectId: deliveryId,
  generation: round,
}: OutboxOrder): Promise<StartOptions | null> {
  const delivery = await WebhookDelivery.forStart(deliveryId);
  if (delivery?.round !== round || delivery.status !== 'pending') return null;
  const { workspaceId, event, assignmentId, connectionId, platform } = delivery;
  return {
    taskQueue: webhookQueue,
    args: [{ deliveryId, round }],
    priority: { priorityKey: priorities.webhook, fairnessKey: workspaceId },
    staticSummary: `webhook: ${event}`,
    typedSearchAttributes: [
      keyword('AssignmentId', assignmentId),
      keyword('WorkspaceId', workspaceId),
      keyword('ConnectionId', connectionId),
      keyword('Platform', platform),
      ...(isTransition(event) ? [keyword('AssignmentStatus', event)] : []),
    ],
  };
}

/** Void once the ticket has ended. */
async function ticketOptions({ subjectId: ticketId }: OutboxOrder): Promise<StartOptions | null> {
  const ticket = await OAuthTicket.find(ticketId);
  if (!ticket || isEndedTicket(ticket.status)) return null;
  const { workspaceId, platform, connectionId } = ticket;
  return {
    args: [{ ticketId, platform }],
    priority: { priorityKey: priorities.immediate, fairnessKey: workspaceId },
    staticSummary: connectionId === null ? `connect a ${platform} channel` : `connect a ${platform} channel again`,
    typedSearchAttributes: [
      keyword('WorkspaceId', workspaceId),
      keyword('Platform', platform),
      ...(connectionId === null ? [] : [keyword('ConnectionId', connectionId)]),
    ],
  };
}

/** Void once the connection is back. */
async function retirementOptions({
  subjectId: connectionId,
  generation: removal,
}: OutboxOrder): Promise<StartOptions | null> {
  const removed = await findRemoved(connectionId, removal);
  if (!removed) return null;
  const { platform, workspaceId, name } = removed;
  return {
    args: [{ connectionId, platform, removal }],
    priority: { priorityKey: priorities.scheduled, fairnessKey: workspaceId },
    staticSummary: `retire ${platform} channel ${name}`.slice(0, summaryLengthMax),
    typedSearchAttributes: [
      keyword('WorkspaceId', workspaceId),
      keyword('Platform', platform),
      keyword('ConnectionId', connectionId),
    ],
  };
}

/** Void once there is nothing to send, or another round has begun. */
async function mailOptions({ subjectId: invitationId, generation: round }: OutboxOrder): Promise<StartOptions | null> {
  const mail = await mailForStart({ invitationId, round });
  if (!mail) return null;
  const { workspaceId } = mail;
  return {
    args: [{ invitationId, round }],
    priority: { priorityKey: priorities.immediate, fairnessKey: workspaceId },
    staticSummary: 'mail an invitation',
    typedSearchAttributes: [keyword('WorkspaceId', workspaceId)],
  };
}

/** Temporal takes 200 bytes; a channel's name may hold characters of four. */
const summaryLengthMax = 50;
