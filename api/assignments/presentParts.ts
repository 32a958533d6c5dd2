import { shownRemoval } from '../../domain/assignment/postEvents';
import type { PostRemoval } from '../../domain/assignment/snapshot';
import type { TimelineEntry } from '../../models/assignments/AssignmentEvent';
import type { Assignment, Removal } from './schema';

/** An entry of the timeline, in answers and in events. */
export function presentEntry({ status, at, errors }: TimelineEntry): Assignment['timeline'][number] {
  return { status, at: at.toISOString(), errors };
}

/** A removal, in answers and in events. */
export function presentRemoval(removal: PostRemoval): Removal {
  return shownRemoval(removal);
}
