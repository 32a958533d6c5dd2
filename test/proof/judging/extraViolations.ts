/** Violations of a post's extras; each as the end of a sentence. */
import { kindOf } from '../../kinds';
import type { SeenAssignment, Snapshot } from './snapshot';

/** A call whose answer never came may have done what the job has given up; never twice. */
export function wrongExtras(job: SeenAssignment, { posts }: Snapshot): (string | false)[] {
  const { extras } = kindOf(job);
  const post = posts.find(({ id }) => id === job.platformPostId);
  if (!extras || !post || job.status !== 'published') return [];
  const { [extras.picture]: picture, [extras.place]: place } = job.payload;
  const times = (post.places ?? []).filter((id) => id === place).length;
  return [
    picture !== undefined && !post.hasPicture && !job.warnings.includes(extras.picture) && 'lacks its picture',
    place !== undefined && times === 0 && !job.warnings.includes(extras.place) && 'is not in its place',
    times > 1 && `is in its place ${times} times`,
  ];
}
