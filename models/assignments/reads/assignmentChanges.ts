import { z } from 'zod';
import { assignmentStatuses } from '../../../domain/assignment';
import type { AssignmentError } from '../../../domain/assignment';
import type { AssignmentSnapshot } from '../../../domain/assignment/snapshot';
import type { TimelineEntry } from '../AssignmentEvent';
import { batchCalls } from '../../database/batchCalls';
import { constant, param, sql } from '../../database/fragment';
import { statement } from '../../database/statement';
import type { OrganizationTenant } from '../../database/Tenant';
import { progressOf } from '../Upload';
import type { UploadProgress } from '../Upload';
import { Transfers, transfers } from './parts';

/** The most events that one read answers. */
export const changesMax = 50;

interface AskedChanges {
  tenant: OrganizationTenant;
  assignmentId: string;
  /** The id of the last known event; an id that the assignment does not have counts as none. */
  after: number;
}

export interface AssignmentChanges {
  /** The events after the known ones, oldest first: `changesMax` at most. */
  events: (TimelineEntry & { id: number })[];
  /** The progress of the transfers; only while uploading. */
  progress: UploadProgress | null;
  /** Of the public post; null unless somebody has asked for it. */
  removal: AssignmentSnapshot['removal'];
}

const Row = z.strictObject({
  n: z.int(),
  status: z.enum(assignmentStatuses),
  mediaSizeBytes: z.int().nullable(),
  removal: z.custom<AssignmentSnapshot['removal']>(),
  events: z.array(
    z.strictObject({
      id: z.int(),
      status: z.enum(assignmentStatuses),
      errors: z.array(z.custom<AssignmentError>()),
      at: z.string(),
    }),
  ),
  uploads: Transfers,
});

const readChanges = statement(
  'assignments.readChanges',
  Row,
  sql`SELECT asked.n, a.status, a.media_size_bytes AS "mediaSizeBytes", a.removal,
         (SELECT coalesce(jsonb_agg(to_jsonb(e) ORDER BY e.id), '[]') FROM (
            SELECT id, status, errors, at FROM assignment_events
            WHERE assignment_id = a.id AND id > known.after ORDER BY id LIMIT ${constant(changesMax)}) e) AS events,
         ${transfers}
  FROM unnest(${param('ids', 'uuid[]')}, ${param('workspaceIds', 'uuid[]')}, ${param('organizationIds', 'uuid[]')}, ${param('afters', 'bigint[]')})
         WITH ORDINALITY AS asked (id, workspace_id, organization_id, after, n)
  JOIN assignments a
    ON a.id = asked.id AND a.workspace_id = asked.workspace_id AND a.organization_id = asked.organization_id
  CROSS JOIN LATERAL (SELECT coalesce(max(id), 0) AS after FROM assignment_events
                      WHERE id = asked.after AND assignment_id = a.id) known`,
);

/**
 * The status, progress and new events of an assignment, as of one moment. Its events are in the order of their commits,
 * since each transaction that writes an event holds the row. A foreign id is null, as an unknown id is. One statement
 * answers questions that come together.
 */
export const assignmentChanges = batchCalls(
  async (asked: readonly AskedChanges[]): Promise<(AssignmentChanges | null)[]> => {
    const found = await readChanges.all({
      ids: asked.map(({ assignmentId }) => assignmentId),
      workspaceIds: asked.map(({ tenant }) => tenant.workspaceId),
      organizationIds: asked.map(({ tenant }) => tenant.organizationId),
      afters: asked.map(({ after }) => after),
    });
    const byPlace = new Map(found.map((row) => [row.n, row]));
    return asked.map((_one, index) => changesOf(byPlace.get(index + 1)));
  },
);

function changesOf(row: z.infer<typeof Row> | undefined): AssignmentChanges | null {
  if (!row) return null;
  const { events, status, uploads, mediaSizeBytes, removal } = row;
  return {
    events: events.map((event) => ({ ...event, at: new Date(event.at) })),
    progress: status === 'uploading' ? progressOf(uploads, mediaSizeBytes) : null,
    removal,
  };
}
