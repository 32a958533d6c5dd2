import type { PostRemoval } from '../../domain/assignment/snapshot';
import type { TimelineEntry } from '../../models/assignments/AssignmentEvent';
import type { Assignment, Removal } from './schema';

/** An entry of the timeline, in answers and in events. */
export function presentEntry({ status, at, errors }: TimelineEntry): Assignment['timeline'][number] {
  return { status, at: at.toISOString(), errors };
}

/** A removal, in answers and in events. */
export function presentRemoval({ mode, state, askedAt, askedBy, endedAt, error }: PostRemoval): Removal {
  return {
    mode,
    status: state,
    requestedAt: new Date(askedAt).toISOString(),
    requestedBy: askedBy,
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    error,
  };
}
