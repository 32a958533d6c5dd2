import { creditEntryTypes } from '../../../domain/credits';
import type { CreditEntryType } from '../../../domain/credits';
import { readDay, readText, readWord } from '../../parts/readText';

/** The parameters of the ledger in the address. */
export interface BillingSearch {
  type?: CreditEntryType;
  search?: string;
  /** A day, inclusive. */
  dateFrom?: string;
  /** A day, not part of it. */
  dateTo?: string;
  page?: number;
}

export function readBillingSearch(given: Record<string, unknown>): BillingSearch {
  const type = readWord(given['type'], creditEntryTypes);
  const page = Number(given['page']);
  return {
    ...(type && { type }),
    ...readText(given, 'search'),
    ...readDay(given, 'dateFrom'),
    ...readDay(given, 'dateTo'),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

/** Tells whether any filter is set: then an empty list says so. */
export function isFiltered({ page: _place, ...filters }: BillingSearch): boolean {
  return Object.keys(filters).length > 0;
}
