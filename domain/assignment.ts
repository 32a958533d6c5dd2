/** The statuses of an assignment. `domain/assignment/` has the moves between them, and docs/states.md shows them. */
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

/** Content types whose posts have no media. */
export const typesWithoutMedia: readonly ContentType[] = ['link', 'text'];

/** Statuses in which an assignment has ended: no workflow of its own will change it any more. */
export const endedStatuses: readonly AssignmentStatus[] = ['published', 'failed', 'cancelled'];

/** An entry of `errors[]` of a failed assignment. */
export interface AssignmentError {
  code: string;
  message: string;
}
