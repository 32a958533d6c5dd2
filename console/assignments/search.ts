import type { z } from 'zod';
import type { AssignmentSearchInput } from '../../api/assignments/consoleSchema';
import { assignmentStatuses, contentTypes } from '../../domain/assignment';
import type { AssignmentStatus, ContentType } from '../../domain/assignment';
import { readDay, readText, readWord } from '../app/readText';

type Sort = NonNullable<z.input<typeof AssignmentSearchInput>['sort']>;

/** The orders of the list. */
export const sortWords = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-scheduledAt': 'Latest scheduled first',
  scheduledAt: 'Next scheduled first',
  '-publishedAt': 'Last published first',
  publishedAt: 'First published first',
} as const satisfies Record<Sort, string>;
const sorts = ['-createdAt', 'createdAt', '-scheduledAt', 'scheduledAt', '-publishedAt', 'publishedAt'] as const;

/** The parameters of the list in the address: a link shows the same list to everybody. */
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
  sort?: Sort;
  page?: number;
}

/** Reads it from the query of the address. It leaves out values that it does not understand. */
export function readAssignmentSearch(given: Record<string, unknown>): AssignmentSearch {
  const status = readWord(given['status'], assignmentStatuses);
  const type = readWord(given['type'], contentTypes);
  const sort = readWord(given['sort'], sorts);
  const page = Number(given['page']);
  return {
    ...(status && { status }),
    ...(type && { type }),
    ...readText(given, 'platform'),
    ...readText(given, 'connectionId'),
    ...readText(given, 'search'),
    ...readDay(given, 'dateFrom'),
    ...readDay(given, 'dateTo'),
    ...(sort && sort !== '-createdAt' && { sort }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

/** Tells whether any filter is set: then an empty list says so. */
export function isFiltered({ sort: _order, page: _place, ...filters }: AssignmentSearch): boolean {
  return Object.keys(filters).length > 0;
}
