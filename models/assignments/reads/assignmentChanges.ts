import type { AssignmentStatus } from '../../../domain/assignment';
import { Assignment } from '../Assignment';
import type { TimelineEntry } from '../AssignmentEvent';
import { batchCalls } from '../../database/batchCalls';
import { constant, param, sql } from '../../database/fragment';
import { rows } from '../../database/sql';
import type { OrganizationTenant } from '../../database/Tenant';
import { progressOf } from '../Upload';
import type { UploadProgress } from '../Upload';

/** The most events that one read answers. */
export const changesMax = 50;

interface AskedChanges {
  tenant: OrganizationTenant;
  assignmentId: string;
  /** The id of the last event that is known already; one that the assignment does not have counts as none. */
  after: number;
}

export interface AssignmentChanges {
  /** The events after it, oldest first: `changesMax` at most. */
  events: (TimelineEntry & { id: number })[];
  /** Only while uploading. */
  progress: UploadProgress | null;
}

interface Row {
  n: number;
  status: AssignmentStatus;
  mediaSizeBytes: number | null;
  events: (Omit<TimelineEntry, 'at'> & { id: number; at: string })[];
  uploads: { bytesTransferred: number; sizeBytes: number | null }[];
}

/**
 * The status, progress and new events of an assignment, as of one moment. Its events are in the order of their commits,
 * since each transaction that writes one holds the row. A foreign id is null, as an unknown one is. Questions that come
 * together are one statement.
 */
export const assignmentChanges = batchCalls(
  async (asked: readonly AskedChanges[]): Promise<(AssignmentChanges | null)[]> => {
    const found = await rows<Row>(Assignment, select, {
      ids: asked.map(({ assignmentId }) => assignmentId),
      workspaceIds: asked.map(({ tenant }) => tenant.workspaceId),
      organizationIds: asked.map(({ tenant }) => tenant.organizationId),
      afters: asked.map(({ after }) => after),
    });
    const byPlace = new Map(found.map((row) => [row.n, row]));
    return asked.map((_one, index) => changesOf(byPlace.get(index + 1)));
  },
);

const select = sql`
  SELECT asked.n, a.status, a.media_size_bytes AS "mediaSizeBytes",
         (SELECT coalesce(jsonb_agg(to_jsonb(e) ORDER BY e.id), '[]') FROM (
            SELECT id, status, errors, at FROM assignment_events
            WHERE assignment_id = a.id AND id > known.after ORDER BY id LIMIT ${constant(changesMax)}) e) AS events,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('bytesTransferred', u.bytes_transferred, 'sizeBytes', u.size_bytes)), '[]')
          FROM uploads u WHERE u.assignment_id = a.id) AS uploads
  FROM unnest(${param('ids', 'uuid[]')}, ${param('workspaceIds', 'uuid[]')}, ${param('organizationIds', 'uuid[]')}, ${param('afters', 'bigint[]')})
         WITH ORDINALITY AS asked (id, workspace_id, organization_id, after, n)
  JOIN assignments a
    ON a.id = asked.id AND a.workspace_id = asked.workspace_id AND a.organization_id = asked.organization_id
  CROSS JOIN LATERAL (SELECT coalesce(max(id), 0) AS after FROM assignment_events
                      WHERE id = asked.after AND assignment_id = a.id) known`;

function changesOf(row: Row | undefined): AssignmentChanges | null {
  if (!row) return null;
  const { events, status, uploads, mediaSizeBytes } = row;
  return {
    events: events.map((event) => ({ ...event, at: new Date(event.at) })),
    progress: status === 'uploading' ? progressOf(uploads, mediaSizeBytes) : null,
  };
}
