import { Assignment } from '../../models/Assignment';
import { AssignmentEvent } from '../../models/AssignmentEvent';
import type { TimelineEntry } from '../../models/AssignmentEvent';
import { Upload } from '../../models/Upload';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';

export interface AssignmentWithHistory {
  assignment: Assignment;
  /** Only while uploading. The total is the caller's hint until the source has told its size. */
  progress: { bytesTransferred: number; bytesTotal: number | null } | null;
  timeline: TimelineEntry[];
}

/** @throws ApiError 404 */
export async function getAssignment({ actor }: Context<Actor>, id: string): Promise<AssignmentWithHistory> {
  const assignment = await Assignment.ofWorkspace(actor.workspaceId, id);
  if (!assignment) throw notFound('assignment');
  const [timeline, progress] = await Promise.all([AssignmentEvent.timelineOf(id), progressOf(assignment)]);
  return { assignment, progress, timeline };
}

async function progressOf({ id, status, mediaSizeBytes }: Assignment): Promise<AssignmentWithHistory['progress']> {
  if (status !== 'uploading') return null;
  return Upload.progressOf(id, mediaSizeBytes);
}
