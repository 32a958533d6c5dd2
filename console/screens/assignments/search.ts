import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import { platformSlugs } from '../../../domain/platform';
import { readDay, readText, readWord } from '../../parts/readText';
import type { AssignmentSearch } from '../../resources/assignments/list';

/** The orders of the list. */
export const sorts = ['-createdAt', 'createdAt', '-scheduledAt', 'scheduledAt', '-publishedAt', 'publishedAt'] as const;

/**
 * Reads which posts are listed from the query of the address: a link shows the same list to everybody. It leaves out values that
 * it does not understand.
 */
export function readAssignmentSearch(given: Record<string, unknown>): AssignmentSearch {
  const status = readWord(given['status'], assignmentStatuses);
  const type = readWord(given['type'], contentTypes);
  const platform = readWord(given['platform'], platformSlugs);
  const sort = readWord(given['sort'], sorts);
  const page = Number(given['page']);
  return {
    ...(status && { status }),
    ...(type && { type }),
    ...(platform && { platform }),
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
