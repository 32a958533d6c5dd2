import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AssignmentSearchInput, AssignmentSearchPage } from '../../../api/assignments/consoleSchema';
import { endedStatuses } from '../../../domain/assignment';
import type { AssignmentStatus, ContentType } from '../../../domain/assignment';
import { get } from '../../http/request';

/** Which posts are listed, in which order. */
export interface AssignmentSearch {
  status?: AssignmentStatus;
  type?: ContentType;
  platform?: string;
  connectionId?: string;
  search?: string;
  /** A day: created then or later. */
  dateFrom?: string;
  /** A day: created before. */
  dateTo?: string;
  sort?: NonNullable<z.input<typeof AssignmentSearchInput>['sort']>;
  page?: number;
}

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
