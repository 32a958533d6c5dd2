/**
 * The life of an assignment, said once. Validation, the compare-and-set that moves a row, the documentation
 * (docs/states.md), the console's buttons and the tests all read this table.
 */
export const assignmentStatuses = [
  'pending',
  'uploading',
  'uploaded',
  'processing',
  'published',
  'failed',
  'cancelled',
] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

export const contentTypes = ['video', 'image', 'link', 'text', 'reel', 'short', 'story', 'carousel'] as const;
export type ContentType = (typeof contentTypes)[number];

/** Content types whose media arrives by `mediaUrl` (contract.md §2). */
export const mediaUrlTypes: readonly ContentType[] = ['video', 'image', 'short', 'reel', 'story'];

/** Those whose posts have no media. */
export const typesWithoutMedia: readonly ContentType[] = ['link', 'text'];

export interface Transition {
  readonly from: readonly AssignmentStatus[];
  readonly to: AssignmentStatus;
  /** The one who may fire it: the publishing workflow or a caller of the API. */
  readonly by: 'worker' | 'caller';
  /** Whether a webhook is sent (the contract's trigger list: every change but the way back to `pending`). */
  readonly notify: boolean;
}

/**
 * Every allowed change of status. "any → failed" of the contract is narrowed to the four live states on purpose:
 * a published or cancelled assignment stays so (docs/decisions/0005-status-has-one-writer.md).
 */
export const transitions = {
  startUpload: { from: ['pending'], to: 'uploading', by: 'worker', notify: true },
  finishUpload: { from: ['uploading'], to: 'uploaded', by: 'worker', notify: true },
  startProcessing: { from: ['uploaded'], to: 'processing', by: 'worker', notify: true },
  publish: { from: ['processing'], to: 'published', by: 'worker', notify: true },
  fail: { from: ['pending', 'uploading', 'uploaded', 'processing'], to: 'failed', by: 'worker', notify: true },
  retry: { from: ['failed'], to: 'pending', by: 'caller', notify: false },
  cancel: { from: ['pending', 'uploading', 'uploaded'], to: 'cancelled', by: 'caller', notify: true },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof transitions;

/** The statuses from which a change to `to` is allowed, whoever asks for it. */
export function sourcesOf(to: AssignmentStatus): AssignmentStatus[] {
  return Object.values<Transition>(transitions)
    .filter((transition) => transition.to === to)
    .flatMap((transition) => transition.from);
}

/** Whether `trigger` may fire while the assignment is in `status`. */
export function canFire(trigger: TransitionName, status: AssignmentStatus): boolean {
  const { from }: Transition = transitions[trigger];
  return from.includes(status);
}

/** Statuses in which a job has ended: no workflow of its own will change it any more. */
export const endedStatuses: readonly AssignmentStatus[] = ['published', 'failed', 'cancelled'];

/** Statuses in which a caller may change payload and time: before the job begins, and before its point of no return. */
export const editableStatuses: readonly AssignmentStatus[] = ['pending', 'uploaded'];

/** An entry of `errors[]` of a failed assignment. */
export interface AssignmentError {
  code: string;
  message: string;
}
