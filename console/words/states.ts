import type { AssignmentStatus, ContentType } from '../../domain/assignment';
import { isTransition } from '../../domain/webhook';
import type { DeliveryEvent, DeliveryStatus } from '../../domain/webhook';
import { texts } from '../texts/states';

/** A name with a colour of the theme, which repeats the meaning of the name. */
export interface Shown {
  label: string;
  color: string;
}

export const statusWords: Readonly<Record<AssignmentStatus, Shown & { meaning: string }>> = {
  pending: { ...texts.statuses.pending, color: 'gray' },
  uploading: { ...texts.statuses.uploading, color: 'blue' },
  uploaded: { ...texts.statuses.uploaded, color: 'cyan' },
  processing: { ...texts.statuses.processing, color: 'violet' },
  published: { ...texts.statuses.published, color: 'teal' },
  failed: { ...texts.statuses.failed, color: 'red' },
  cancelled: { ...texts.statuses.cancelled, color: 'gray' },
};

/** What a webhook tells of. */
export function eventWords(event: DeliveryEvent): string {
  return isTransition(event) ? statusWords[event].label : texts.events[event];
}

/** Tells whether the post does not go live at its time: it was stopped, or it failed. */
export function isStopped(status: AssignmentStatus): boolean {
  return status === 'cancelled' || status === 'failed';
}

export const deliveryWords: Readonly<Record<DeliveryStatus, Shown>> = {
  pending: { label: texts.deliveries.pending, color: 'blue' },
  delivered: { label: texts.deliveries.delivered, color: 'teal' },
  failed: { label: texts.deliveries.failed, color: 'red' },
};

export const tokenWords: Readonly<Record<'valid' | 'expired' | 'missing', Shown & { advice: string }>> = {
  valid: { ...texts.tokens.valid, color: 'teal' },
  expired: { ...texts.tokens.expired, color: 'red' },
  missing: { ...texts.tokens.missing, color: 'red' },
};

/** Of a channel, or of a post, whose platform this service does not offer. */
export const { notOffered } = texts;

export const typeWords: Readonly<Record<ContentType, string>> = texts.types;
