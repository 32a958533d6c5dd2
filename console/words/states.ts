import type { FinanceState } from '../../api/billing/schema';
import { contentTypes } from '../../domain/assignment';
import type { AssignmentStatus, ContentType } from '../../domain/assignment';
import { prices } from '../../domain/credits';
import type { CreditEntryType, CreditOperation } from '../../domain/credits';
import { failureKinds, isFailureCode } from '../../domain/failures/failures';
import type { Remedy } from '../../domain/failures/failures';
import type { DeliveryStatus } from '../../domain/webhook';

interface Shown {
  label: string;
  /** Of the theme. It repeats what the label says. */
  color: string;
}

export const statusWords: Readonly<Record<AssignmentStatus, Shown & { meaning: string }>> = {
  pending: { label: 'Pending', color: 'gray', meaning: 'Waits for its time, or for its turn' },
  uploading: { label: 'Uploading', color: 'blue', meaning: 'The media goes to the platform, not visible yet' },
  uploaded: { label: 'Uploaded', color: 'cyan', meaning: 'All is at the platform, not visible yet' },
  processing: { label: 'Processing', color: 'violet', meaning: 'The platform makes it public' },
  published: { label: 'Published', color: 'teal', meaning: 'It can be seen' },
  failed: { label: 'Failed', color: 'red', meaning: 'It ended, and is not known to be public' },
  cancelled: { label: 'Cancelled', color: 'gray', meaning: 'It was stopped before it was visible' },
};

/** Tells whether the post does not go live at its time: it was stopped, or it failed. */
export function isStopped(status: AssignmentStatus): boolean {
  return status === 'cancelled' || status === 'failed';
}

export const deliveryWords: Readonly<Record<DeliveryStatus, Shown>> = {
  pending: { label: 'On its way', color: 'blue' },
  delivered: { label: 'Delivered', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
};

export const tokenWords: Readonly<Record<'valid' | 'expired' | 'missing', Shown & { advice: string }>> = {
  valid: { label: 'Access works', color: 'teal', advice: '' },
  expired: { label: 'Access expired', color: 'red', advice: 'Connect the channel again.' },
  missing: { label: 'No access', color: 'red', advice: 'Connect the channel again.' },
};

/** Of a channel, or of a post, whose platform this service does not offer. */
export const notOffered =
  'This platform is not offered by this service at present. Nothing new can be published to it, and what is there stays.';

/** Kinds of ledger entry. */
export const entryWords: Readonly<Record<CreditEntryType, { label: string; meaning: string }>> = {
  grant: { label: 'Granted', meaning: 'The plan gives credits' },
  hold: { label: 'Held', meaning: 'Set aside until the post has ended' },
  charge: { label: 'Charged', meaning: 'Held credits are spent' },
  release: { label: 'Released', meaning: 'Held credits are free again' },
  expire: { label: 'Expired', meaning: 'The cycle has ended' },
  purchase: { label: 'Bought', meaning: 'Credits beside the plan' },
  adjust: { label: 'Adjusted', meaning: 'A correction, such as a refund' },
};

export const subscriptionWords: Readonly<Record<FinanceState['status'], Shown>> = {
  active: { label: 'Active', color: 'teal' },
  past_due: { label: 'Payment overdue', color: 'red' },
  canceled: { label: 'Cancelled', color: 'gray' },
};

export const typeWords: Readonly<Record<ContentType, string>> = {
  video: 'Video',
  image: 'Image',
  link: 'Link',
  text: 'Text',
  reel: 'Reel',
  short: 'Short',
  story: 'Story',
  carousel: 'Carousel',
};

/** The name of an operation that costs credits. */
export function operationWords(operation: CreditOperation): string {
  if (operation === 'publish.update') return 'Change of a published post';
  if (operation === 'stats.channel') return 'Live numbers of a channel';
  if (operation === 'stats.post') return 'Live numbers of a post';
  const type = contentTypes.find((one) => operation === `publish.${one}`);
  return type ? typeWords[type] : operation;
}

/** The person who has to act after a failure, as a sentence. */
const actors = {
  caller: 'You can put this right.',
  'channel owner': 'The owner of the channel has to connect it again.',
  operator: 'The operator of this service has to act. Tell them this code.',
  nobody: 'Nobody has to act.',
} as const;

/** The way to publish the post once they have acted. */
const remedyWords: Readonly<Record<Remedy, string>> = {
  retry: 'Then retry the post.',
  'new assignment': 'Make a new post: a retry sends the same content, and fails again.',
};

export interface FailureWords {
  /** The code in letters that people read: "Media download failed". */
  name: string;
  /** Whether the post is public, as far as anybody knows. */
  title: string;
  cause: string;
  /** The one who has to act. */
  actor: string;
  /** The same, and the step after that. */
  next: string;
  /** True if the cause is in the content, which a failed post keeps: a retry fails again. */
  needsNewPost: boolean;
  /** True if the next step is done at the channel. */
  isAtChannel: boolean;
}

const notPublished = 'It was not published';

const unknownFailure: Omit<FailureWords, 'name'> = {
  title: notPublished,
  cause: 'The cause is not known here.',
  actor: '',
  next: 'Retry it.',
  needsNewPost: false,
  isAtChannel: false,
};

/** Why a job failed, and the next step. */
export function failureWords(code: string): FailureWords {
  const name = `${code.charAt(0)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`;
  if (!isFailureCode(code)) return { ...unknownFailure, name };
  const { meaning: cause, whoActs, remedy } = failureKinds[code];
  const isAtChannel = whoActs === 'channel owner' || code === 'CONNECTION_INACTIVE';
  const actor = actors[whoActs];
  const next = `${actor} ${remedyWords[remedy]}`;
  const title = code === 'OUTCOME_UNKNOWN' ? 'It may have been published' : notPublished;
  return { name, title, cause, actor, next, needsNewPost: remedy === 'new assignment', isAtChannel };
}

/** An entry of the ledger, with the names of operations in words: "Held for video". */
export function describedEntry(description: string): string {
  const names = prices.map(({ operation }) => operation).find((operation) => description.includes(operation));
  return names === undefined ? description : description.replace(names, operationWords(names).toLowerCase());
}
