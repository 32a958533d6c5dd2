import type { TimelineEntry } from '../../models/assignments/AssignmentEvent';
import type { Assignment } from './schema';

/** An entry of the timeline, in answers and in events. */
export function presentEntry({ status, at, errors }: TimelineEntry): Assignment['timeline'][number] {
  return { status, at: at.toISOString(), errors };
}
