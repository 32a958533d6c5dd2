import { AssignmentEvent } from '../../../models/assignments/AssignmentEvent';
import type { TimelineEntry } from '../../../models/assignments/AssignmentEvent';

/** Every status that an assignment has had, oldest first. */
export async function timelineOf(assignmentId: string): Promise<TimelineEntry[]> {
  return AssignmentEvent.findAll({
    where: { assignmentId },
    attributes: ['status', 'errors', 'at'],
    order: [['id', 'ASC']],
    raw: true,
  });
}
