import { AssignmentEvent } from '../../models/AssignmentEvent';
import type { TimelineEntry } from '../../models/AssignmentEvent';

/** Every status that an assignment has had, oldest first. */
export async function timelineOf(assignmentId: string): Promise<TimelineEntry[]> {
  return AssignmentEvent.findAll({
    where: { assignmentId },
    attributes: ['status', 'errors', 'at'],
    order: [['id', 'ASC']],
    raw: true,
  });
}
