import type { AssignmentSummary } from '../../models/assignmentSummaries';
import { timestampOrNull } from '../http/fields';
import { presentDelivery } from '../webhooks/present';
import type { AssignmentSearchPage, InspectedAssignment } from './consoleSchema';
import type { InspectedAssignment as Inspected } from './inspectAssignment';
import { presentAssignment, presentListItem } from './present';

export function presentSummary(summary: AssignmentSummary): AssignmentSearchPage['items'][number] {
  const { title, scheduledAt, connection, errors, progress } = summary;
  return {
    ...presentListItem(summary),
    title,
    scheduledAt: timestampOrNull(scheduledAt),
    connection,
    errors,
    progress,
  };
}

export function presentInspected(inspected: Inspected): InspectedAssignment {
  const { createdBy, deliveries, credits, isUpdatable, run: temporal } = inspected;
  return {
    ...presentAssignment(inspected),
    createdBy: createdBy && { id: createdBy.id, name: createdBy.name },
    deliveries: deliveries.map(presentDelivery),
    credits,
    isUpdatable,
    temporal,
  };
}
