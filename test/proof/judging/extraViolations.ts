/** Violations of a post's extras; each as the end of a sentence. */
import { kindOf } from '../../kinds';
import type { SeenAssignment, Snapshot } from './snapshot';

/** A call whose answer never came may have added an extra that the assignment has given up, but never twice. */
export function wrongExtras(assignment: SeenAssignment, { posts }: Snapshot): (string | false)[] {
  const { extras, comment: byComment } = kindOf(assignment);
  const post = posts.find(({ id }) => id === assignment.platformPostId);
  if (!post || assignment.status !== 'published') return [];
  const { payload, warnings } = assignment;
  const asked = (field = '') => payload[field];
  const lacks = (field = '') => !warnings.includes(field);
  const [comment, picture, place] = [byComment?.field, extras?.picture, extras?.place].map(asked);
  const comments = post.comments ?? [];
  const times = (post.places ?? []).filter((id) => id === place).length;
  return [
    picture !== undefined && !post.hasPicture && lacks(extras?.picture) && 'lacks its picture',
    comment !== undefined && comments.length === 0 && lacks(byComment?.field) && 'lacks its comment',
    comments.length > (comment === undefined ? 0 : 1) && `has ${comments.length} comments`,
    place !== undefined && times === 0 && lacks(extras?.place) && 'is not in its place',
    times > 1 && `is in its place ${times} times`,
  ];
}
