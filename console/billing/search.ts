import { creditEntryTypes, planIds } from '../../domain/credits';
import type { CreditEntryType, PlanId } from '../../domain/credits';
import { readDay, readText, readWord } from '../app/readText';

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

/** The parameters in the address when the browser comes back from the payment. */
export interface PaymentLanding {
  status?: 'paid' | 'left';
  /** The plan that was paid. */
  plan?: PlanId;
  /** The last purchase before this one, or `none`; absent: no credits were bought. */
  after?: string;
}

export function readPaymentLanding(given: Record<string, unknown>): PaymentLanding {
  const status = readWord(given['status'], ['paid', 'left'] as const);
  const plan = readWord(given['plan'], planIds);
  return { ...(status && { status }), ...(plan && { plan }), ...readText(given, 'after') };
}
