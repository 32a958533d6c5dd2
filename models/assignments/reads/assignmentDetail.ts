import type { InferAttributes } from 'sequelize';
import { timelineMax } from '../../../domain/limits';
import type { FieldErrors } from '../../../domain/payload/payload';
import { Assignment } from '../Assignment';
import type { FailedTry, TimelineEntry } from '../AssignmentEvent';
import { maybeOnItsWay } from '../PostExtra';
import { constant, identifier, join, param, sql } from '../../database/fragment';
import type { Fragment } from '../../database/fragment';
import { ofTenant } from '../../database/fragments';
import { firstRow } from '../../database/sql';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';
import { progressOf } from '../Upload';
import type { UploadProgress } from '../Upload';

/** A line of the timeline with the tries that failed in that status. */
export interface DetailedEntry extends TimelineEntry {
  failedTries: number;
  /** The newest, oldest first. */
  latestFailures: FailedTry[];
}

export interface AssignmentDetail {
  assignment: InferAttributes<Assignment>;
  /** The statuses that it has had, oldest first; of very many the newest. */
  timeline: DetailedEntry[];
  /** Only while uploading. */
  progress: UploadProgress | null;
  /** Of its extras that the post lacks: the field, and why. */
  warnings: FieldErrors;
}

type Row = InferAttributes<Assignment> & {
  timeline: (Omit<DetailedEntry, 'at'> & { at: string })[];
  uploads: { bytesTransferred: number; sizeBytes: number | null }[];
  warnings: FieldErrors;
};

/**
 * Of an extra `e` of an assignment `a`: why the post lacks what the payload asks for, or null. A published post lacks
 * what it is not known to have, whatever the last try was for; while it is still to be given that, nothing is wrong.
 */
const warningOf = sql`CASE WHEN e.value = a.payload->>e.field AND e.warning IS NOT NULL THEN e.warning
  WHEN a.status = 'published' AND NOT a.owes_extras AND a.payload->>e.field IS NOT NULL
    AND NOT (e.value = a.payload->>e.field AND e.done_at IS NOT NULL) THEN ${param('maybeOnItsWay', 'text')} END`;

/** An assignment with its history, all of one moment: one statement reads it. A foreign id is null as an unknown one is. */
export async function assignmentDetail(tenant: Tenant, id: string): Promise<AssignmentDetail | null> {
  const row = await firstRow<Row>(
    Assignment,
    sql`SELECT ${columns()},
            (SELECT jsonb_agg(jsonb_build_object('status', e.status, 'errors', e.errors, 'at', e.at,
                      'failedTries', e.failed_tries, 'latestFailures', e.latest_failures) ORDER BY e.id)
             FROM (SELECT * FROM assignment_events WHERE assignment_id = a.id
                   ORDER BY generation DESC, id DESC LIMIT ${constant(timelineMax)}) e) AS timeline,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('bytesTransferred', u.bytes_transferred, 'sizeBytes', u.size_bytes)), '[]')
             FROM uploads u WHERE u.assignment_id = a.id) AS uploads,
            (SELECT coalesce(jsonb_object_agg('payload.' || x.field, jsonb_build_array(x.warning)), '{}')
             FROM (SELECT field, ${warningOf} AS warning FROM post_extras e WHERE assignment_id = a.id) x
             WHERE x.warning IS NOT NULL) AS warnings
     FROM assignments a WHERE a.id = ${param('id', 'uuid')} AND ${ofTenant('a')}`,
    { id, maybeOnItsWay, ...tenantValues(tenant) },
  );
  if (!row) return null;
  const { timeline, uploads, warnings, ...assignment } = row;
  return {
    assignment,
    timeline: timeline.map((entry) => ({ ...entry, at: new Date(entry.at) })),
    progress: assignment.status === 'uploading' ? progressOf(uploads, assignment.mediaSizeBytes) : null,
    warnings: { ...warnings, ...assignment.mediaWarnings },
  };
}

/** The columns of an assignment `a`, by the names that the model has for them. */
function columns(): Fragment {
  const all = Object.entries(Assignment.getAttributes());
  return join(
    all.map(([name, { field = name }]) => sql`a.${identifier(field)} AS "${identifier(name)}"`),
    ', ',
  );
}
