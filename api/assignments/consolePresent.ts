import type { CalendarSpan } from '../../models/assignments/reads/assignmentCalendar';
import type { DetailedEntry } from '../../models/assignments/reads/assignmentDetail';
import type { AssignmentSummary } from '../../models/assignments/reads/assignmentSummaries';
import { timestampOrNull } from '../http/fields';
import type { Shown } from '../pictures/pictureAddress';
import { presentDelivery } from '../webhooks/present';
import type { AssignmentCalendar } from './calendar/calendarSchema';
import type { AssignmentSearchPage, InspectedAssignment } from './consoleSchema';
import type { InspectedAssignment as Inspected } from './inspectAssignment';
import { presentAssignment, presentListItem } from './present';
import { presentEntry } from './presentParts';

export function presentSummary(summary: Shown<AssignmentSummary>): AssignmentSearchPage['items'][number] {
  const { title, scheduledAt, connection, errors, progress, removal, durationSeconds } = summary;
  return {
    ...presentListItem(summary),
    title,
    scheduledAt: timestampOrNull(scheduledAt),
    connection,
    errors,
    progress,
    removal: removal && { mode: removal.mode, status: removal.state },
    durationSeconds,
  };
}

interface SpanFound extends Omit<CalendarSpan, 'ids'> {
  items: readonly Shown<AssignmentSummary>[];
}

export function presentCalendar(spans: readonly SpanFound[]): AssignmentCalendar {
  return {
    spans: spans.map(({ from, items, ...of }) => ({
      from: from.toISOString(),
      ...of,
      items: items.map(presentSummary),
    })),
  };
}

export function presentInspected(inspected: Inspected): InspectedAssignment {
  const { createdBy, deliveries, credits, isUpdatable, removalModes, resolvers, run: temporal } = inspected;
  return {
    ...presentAssignment(inspected),
    durationSeconds: inspected.assignment.durationSeconds,
    timeline: inspected.timeline.map((entry) => presentInspectedEntry(entry, resolvers)),
    createdBy: createdBy && { id: createdBy.id, name: createdBy.name },
    deliveries: deliveries.map(presentDelivery),
    credits,
    removalModes: [...removalModes],
    isUpdatable,
    isResolvable: inspected.assignment.isResolvable,
    isPaused: inspected.assignment.prepareAgainAt !== null,
    temporal,
  };
}

function presentInspectedEntry(
  entry: DetailedEntry,
  resolvers: ReadonlyMap<string, string>,
): InspectedAssignment['timeline'][number] {
  const { failedTries: count, latestFailures, resolution } = entry;
  const latest = latestFailures.map(({ at, ...failure }) => ({ ...failure, at: new Date(at).toISOString() }));
  const resolved = resolution && {
    outcome: resolution.outcome,
    by: resolution.userId === null ? null : (resolvers.get(resolution.userId) ?? null),
    at: resolution.at,
  };
  return { ...presentEntry(entry), failedTries: { count, latest }, resolution: resolved };
}
