import type { QueryClient } from '@tanstack/react-query';
import type { Answer, Input } from '../../http/Api';
import { api, readAnew } from '../../http/client';
import { refreshCredits } from '../billing/queries';

export type Changes = Omit<Input<'updateAssignment'>, 'assignmentId'>;

export async function updateAssignment(assignmentId: string, changes: Changes): Promise<Answer<'updateAssignment'>> {
  return api.updateAssignment({ assignmentId, ...changes });
}

/** Reads the assignments and credits on the page again, after a change of an assignment. */
export async function refreshAssignments(queries: QueryClient): Promise<void> {
  await Promise.all([
    readAnew(queries, ['searchAssignments', 'getCalendar', 'inspectAssignment']),
    refreshCredits(queries),
  ]);
}
