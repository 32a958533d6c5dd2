/** Violations of a post's extras; each as the end of a sentence. */
import { kindOf } from '../../kinds';
import type { SeenPost } from '../../kinds';
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
    ...wrongLists(assignment, post),
    times > 1 && `is in its place ${times} times`,
  ];
}

/** Of each playlist and each language that is asked for: the post has it once, or says that it has not. */
function wrongLists({ payload, warnings, ...assignment }: SeenAssignment, post: SeenPost): (string | false)[] {
  const { extras } = kindOf(assignment);
  const asked = (field = ''): Record<string, string>[] => (Array.isArray(payload[field]) ? payload[field] : []);
  const faultOf = (field = '', names: readonly string[] = [], name = ''): string | false => {
    const times = names.filter((one) => one === name).length;
    return (times > 1 || (times === 0 && !warnings.includes(field))) && `has ${name} of ${field} ${times} times`;
  };
  return [
    ...asked(extras?.places).map(({ name }) => faultOf(extras?.places, post.placeNames, name)),
    ...asked(extras?.captions).map(({ language }) => faultOf(extras?.captions, post.captions, language)),
  ];
}
