import type { DetailedEntry } from '../../models/assignments/reads/assignmentDetail';
import type { AssignmentSummary } from '../../models/assignments/reads/assignmentSummaries';
import { timestampOrNull } from '../http/fields';
import { presentConsoleDelivery } from '../webhooks/present';
import type { AssignmentSearchPage, InspectedAssignment } from './consoleSchema';
import type { InspectedAssignment as Inspected } from './inspectAssignment';
import { presentAssignment, presentListItem } from './present';
import { presentEntry } from './presentEntry';

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
    timeline: inspected.timeline.map(presentInspectedEntry),
    createdBy: createdBy && { id: createdBy.id, name: createdBy.name },
    deliveries: deliveries.map(presentConsoleDelivery),
    credits,
    isUpdatable,
    isPaused: inspected.assignment.prepareAgainAt !== null,
    temporal,
  };
}

function presentInspectedEntry(entry: DetailedEntry): InspectedAssignment['timeline'][number] {
  const { failedTries: count, latestFailures } = entry;
  const latest = latestFailures.map(({ at, ...failure }) => ({ ...failure, at: new Date(at).toISOString() }));
  return { ...presentEntry(entry), failedTries: { count, latest } };
}
