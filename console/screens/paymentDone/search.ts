import { planIds } from '../../../domain/credits';
import type { PlanId } from '../../../domain/credits';
import { readText, readWord } from '../../parts/readText';

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
