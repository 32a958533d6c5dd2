import type { FieldErrors } from '../../domain/payload/payload';
import type { Assignment } from '../../models/assignments/Assignment';

const keeps = 'What was transferred before goes live.';
export const newerWords = 'The source serves a newer version, which was not there whole in time.';

/** The reason why a medium of the post is not the version that its source serves now. */
export interface MediaWarning {
  /** Its place, from 0; null: all of them. */
  item: number | null;
  words: string;
}

/** The warnings of an assignment, as validate names their fields (contract.md §2). Null: there are none. */
export function warningsOf(
  { mediaUrl }: Pick<Assignment, 'mediaUrl'>,
  warnings: readonly MediaWarning[],
): FieldErrors | null {
  if (warnings.length === 0) return null;
  if (mediaUrl !== null) return { mediaUrl: warnings.map(({ words }) => `${words} ${keeps}`) };
  const placed = warnings.map(({ item, words }) => (item === null ? words : `item ${item + 1}: ${words}`));
  return { 'payload.mediaUrls': placed.map((words) => `${words} ${keeps}`) };
}
