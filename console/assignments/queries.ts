import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { AssignmentSearchPage } from '../../api/assignments/consoleSchema';
import type { RetriedAssignment } from '../../api/assignments/updateSchema';
import { endedStatuses } from '../../domain/assignment';
import { get, post, remove } from '../http/request';
import type { AssignmentSearch } from './search';

export type AssignmentRow = AssignmentSearchPage['items'][number];

const pageSize = 20;
const movingMs = 3_000;
const restingMs = 30_000;
const nearMs = 60_000;

/**
 * One page of the list. It is read again often while something on it moves.
 * @param search its days as moments (`inMoments`)
 */
export const assignmentsQuery = (search: AssignmentSearch, limit = pageSize) =>
  queryOptions({
    queryKey: ['assignments', search, limit],
    queryFn: async ({ signal }) =>
      get<AssignmentSearchPage>('/console/assignments', { query: { ...search, limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? movingMs : restingMs),
  });

/** A row that waits for a time that is not near stays as it is, also when it is uploaded ahead. */
function isMoving({ status, scheduledAt }: AssignmentRow): boolean {
  const isWaiting = status === 'pending' || status === 'uploaded';
  if (isWaiting && scheduledAt !== null) return Date.parse(scheduledAt) - Date.now() < nearMs;
  return !endedStatuses.includes(status);
}

export async function retryAssignment(id: string): Promise<void> {
  await post<RetriedAssignment>(`/console/assignments/${id}/retry`);
}

export async function cancelAssignment(id: string): Promise<void> {
  return remove(`/console/assignments/${id}`);
}

/** After a change of an assignment: what shows it is read again. */
export async function refreshAssignments(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['assignments'] }),
    queries.invalidateQueries({ queryKey: ['assignment'] }),
    queries.invalidateQueries({ queryKey: ['calendar'] }),
    queries.invalidateQueries({ queryKey: ['billing'] }),
  ]);
}
