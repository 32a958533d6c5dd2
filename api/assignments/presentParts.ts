import { shownRemoval } from '../../domain/assignment/postEvents';
import type { PostRemoval } from '../../domain/assignment/snapshot';
import { extrasOf, shownExtra } from '../../domain/assignment/extras';
import type { TimelineEntry } from '../../models/assignments/AssignmentEvent';
import type { AssignmentDetail } from '../../models/assignments/reads/assignmentDetail';
import type { Assignment } from './schema';
import type { Removal } from './post/postSchema';

/** An entry of the timeline, in answers and in events. */
export function presentEntry({ status, at, errors }: TimelineEntry): Assignment['timeline'][number] {
  return { status, at: at.toISOString(), errors };
}

/** A removal, in answers and in events. */
export function presentRemoval(removal: PostRemoval): Removal {
  return shownRemoval(removal);
}

type WithExtras = Pick<AssignmentDetail, 'notedExtras' | 'lacksExtras' | 'mediaWarnings'> & {
  assignment: Pick<AssignmentDetail['assignment'], 'status' | 'payload' | 'removal'>;
};

/** The extras that the payload asks for, and what the post does not have. */
export function presentExtras({
  assignment,
  notedExtras: noted,
  lacksExtras,
  mediaWarnings,
}: WithExtras): Pick<Assignment, 'extras' | 'warnings'> {
  const { extras, warnings } = extrasOf({ ...assignment, lacksExtras, noted });
  return {
    extras: extras.map(shownExtra),
    warnings: { ...warnings, ...mediaWarnings },
  };
}
