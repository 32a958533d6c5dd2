import type { AssignmentStatus, ContentType } from '../../domain/assignment';
import { isTransition } from '../../domain/webhook';
import type { DeliveryEvent, DeliveryStatus } from '../../domain/webhook';
import { colors } from '../look/tokens';
import { texts } from '../texts/states';

/** A name with a colour of the theme, which repeats the meaning of the name. */
export interface Shown {
  label: string;
  color: string;
}

export const statusWords: Readonly<Record<AssignmentStatus, Shown & { meaning: string }>> = {
  pending: { ...texts.statuses.pending, color: colors.statuses.pending },
  uploading: { ...texts.statuses.uploading, color: colors.statuses.uploading },
  uploaded: { ...texts.statuses.uploaded, color: colors.statuses.uploaded },
  processing: { ...texts.statuses.processing, color: colors.statuses.processing },
  published: { ...texts.statuses.published, color: colors.statuses.published },
  failed: { ...texts.statuses.failed, color: colors.statuses.failed },
  cancelled: { ...texts.statuses.cancelled, color: colors.statuses.cancelled },
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
