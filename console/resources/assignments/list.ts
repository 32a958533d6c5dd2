import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endedStatuses } from '../../../domain/assignment';
import type { Answer, Input } from '../../http/Api';
import { query } from '../../http/client';

type Filter = 'status' | 'type' | 'platform' | 'connectionId' | 'search' | 'dateFrom' | 'dateTo' | 'sort' | 'page';

/** Which posts are listed, in which order. */
export type AssignmentSearch = { [Field in Filter]?: NonNullable<Input<'searchAssignments'>[Field]> };

export type AssignmentRow = Answer<'searchAssignments'>['items'][number];

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
    ...query('searchAssignments', { ...search, limit }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? movingMs : restingMs),
  });

/** A row that waits for a time that is not near stays as it is, also when it is uploaded ahead. */
function isMoving({ status, scheduledAt }: AssignmentRow): boolean {
  const isWaiting = status === 'pending' || status === 'uploaded';
  if (isWaiting && scheduledAt !== null) return Date.parse(scheduledAt) - Date.now() < nearMs;
  return !endedStatuses.includes(status);
}
