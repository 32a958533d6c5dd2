import { creditEntryTypes, planIds } from '../../domain/credits';
import type { CreditEntryType, PlanId } from '../../domain/credits';
import { readText, readWord } from '../app/readText';

/** What the address says of the ledger. */
export interface BillingSearch {
  type?: CreditEntryType;
  search?: string;
  /** A day, inclusive. */
  dateFrom?: string;
  /** A day, not part of it. */
  dateTo?: string;
  page?: number;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

export function readBillingSearch(given: Record<string, unknown>): BillingSearch {
  const type = readWord(given['type'], creditEntryTypes);
  const page = Number(given['page']);
  const { dateFrom } = readText(given, 'dateFrom');
  const { dateTo } = readText(given, 'dateTo');
  return {
    ...(type && { type }),
    ...readText(given, 'search'),
    ...(dateFrom !== undefined && day.test(dateFrom) && { dateFrom }),
    ...(dateTo !== undefined && day.test(dateTo) && { dateTo }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

/** What the address says when the browser comes back from the payment. */
export interface PaymentLanding {
  status?: 'paid' | 'left';
  /** The plan that was paid. */
  plan?: PlanId;
  /** The last purchase before this one; absent: there was none. */
  after?: string;
}

export function readPaymentLanding(given: Record<string, unknown>): PaymentLanding {
  const status = readWord(given['status'], ['paid', 'left'] as const);
  const plan = readWord(given['plan'], planIds);
  return { ...(status && { status }), ...(plan && { plan }), ...readText(given, 'after') };
}
