import { assignmentStatuses } from './assignment';
import type { AssignmentError, AssignmentStatus } from './assignment';

/** Whether a webhook is sent when an assignment comes to a status: all but the way back to `pending` (contract.md §2). */
export function isNotified(status: AssignmentStatus): boolean {
  return status !== 'pending';
}

/** The statuses that webhooks tell of. */
export const notifiedStatuses: readonly AssignmentStatus[] = assignmentStatuses.filter(isNotified);

/** What becomes of a live post, and callers can ask to hear of: of its removal, and of its extras (contract.md §5). */
export const callbackEvents = ['removal', 'extras'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

/** What a delivery tells of: the status that an assignment has reached, or an event beside the transitions. */
export type DeliveryEvent = AssignmentStatus | `assignment.${CallbackEvent}`;

/** The name of an event beside the transitions, in bodies, headers and records. */
export function nameOfEvent<Event extends CallbackEvent>(event: Event): `assignment.${Event}` {
  return `assignment.${event}`;
}

/** All that deliveries can tell of. */
export const deliveryEvents: readonly DeliveryEvent[] = [...notifiedStatuses, ...callbackEvents.map(nameOfEvent)];

/** Whether a delivery tells of a transition. */
export function isTransition(event: DeliveryEvent): event is AssignmentStatus {
  return assignmentStatuses.some((status) => status === event);
}

/** The body of a webhook about a transition: exactly these fields (contract.md §5). */
export interface WebhookEvent {
  assignmentId: string;
  status: AssignmentStatus;
  platform: string;
  connectionId: string;
  platformPostId: string | null;
  platformUrl: string | null;
  errors: readonly AssignmentError[];
  /** When the change happened. */
  timestamp: Date;
}

/** The body of a delivery. Made once, with the transition: every attempt sends these very bytes. */
export function webhookBody(event: WebhookEvent): string {
  const { assignmentId, status, platform, connectionId, platformPostId, platformUrl, errors, timestamp } = event;
  const isPublished = status === 'published';
  return JSON.stringify({
    assignmentId,
    status,
    platform,
    connectionId,
    platformPostId: isPublished ? platformPostId : null,
    platformUrl: isPublished ? platformUrl : null,
    errors,
    timestamp: timestamp.toISOString(),
  });
}

/** Something that has become of a live post, in the terms of a body. */
export interface PostEvent {
  event: CallbackEvent;
  /** How that has ended, as answers show it. */
  outcome: unknown;
}

/** The body of a delivery about a live post. It has no `status`, so that nobody takes it for a transition (contract.md §5). */
export function eventBody(
  { event, outcome }: PostEvent,
  about: Pick<
    WebhookEvent,
    'assignmentId' | 'connectionId' | 'platform' | 'platformPostId' | 'platformUrl' | 'timestamp'
  >,
): string {
  const { assignmentId, connectionId, platform, platformPostId, platformUrl, timestamp } = about;
  return JSON.stringify({
    event: nameOfEvent(event),
    assignmentId,
    connectionId,
    platform,
    platformPostId,
    platformUrl,
    [event]: outcome,
    timestamp: timestamp.toISOString(),
  });
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why an attempt failed; the first word of `lastError`. */
export const deliveryFaults = [
  'dns_error',
  'connection_refused',
  'connection_reset',
  'timeout',
  'tls_error',
  'blocked_address',
  'http_status',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** Waits before each attempt, in seconds: 12 attempts over 75 h 42 m (contract.md §5). */
export const webhookDelaysDefault = '0,5,30,120,600,1800,7200,18000,36000,50400,72000,86400';

/** One attempt ends this long after it began, whatever the receiver does. */
export const attemptDeadlineMs = 10_000;
/** After the status line, the rest of an answer is waited for at most this long. */
export const answerWaitMs = 1_000;
/** Of an answer, at most this much is read, and this much kept. */
export const answerReadBytesMax = 16 * 1024;
export const answerKeptBytesMax = 4 * 1024;
/** A first attempt waits for the previous delivery's first attempt of its assignment at most this long. */
export const orderWaitSeconds = 15;
/** For this long after a rotation the previous secret signs, too. */
export const previousSecretHours = 24;

const jitter = 0.2;

/**
 * The wait before the next attempt: its step ±20 %. `Retry-After` may lengthen the wait, to twice the step at most.
 * @param attemptsMade in this round, at least 1
 * @param random from 0 to 1
 * @returns milliseconds, or null after the last attempt
 */
export function nextAttemptDelayMs(
  delaysMs: readonly number[],
  attemptsMade: number,
  retryAfterMs: number,
  random: number,
): number | null {
  const stepMs = delaysMs[attemptsMade];
  if (stepMs === undefined) return null;
  const spreadMs = stepMs * (1 - jitter + 2 * jitter * random);
  return Math.max(spreadMs, Math.min(retryAfterMs, 2 * stepMs));
}

/** The receiver that a URL leads to, port included, in one spelling: dots that end its name make it no other. */
export function hostOf(url: string): string {
  return new URL(url).host.replace(/\.+(?=:|$)/, '');
}
