/** Violations of a post's extras; each as the end of a sentence. */
import { kindOf } from '../../kinds';
import type { SeenAssignment, Snapshot } from './snapshot';

/** A call whose answer never came may have added an extra that the assignment has given up, but never twice. */
export function wrongExtras(assignment: SeenAssignment, { posts }: Snapshot): (string | false)[] {
  const { extras } = kindOf(assignment);
  const post = posts.find(({ id }) => id === assignment.platformPostId);
  if (!extras || !post || assignment.status !== 'published') return [];
  const { [extras.picture]: picture, [extras.place]: place } = assignment.payload;
  const times = (post.places ?? []).filter((id) => id === place).length;
  return [
    picture !== undefined && !post.hasPicture && !assignment.warnings.includes(extras.picture) && 'lacks its picture',
    place !== undefined && times === 0 && !assignment.warnings.includes(extras.place) && 'is not in its place',
    times > 1 && `is in its place ${times} times`,
  ];
}
