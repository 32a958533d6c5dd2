import type { Payments } from '../../lib/payments/Payments';
import type { PlanPrices } from '../../lib/payments/planPrices';
import type { BaseDeps } from '../deps';

export interface BillingDeps extends BaseDeps {
  /** Takes the payments for credits and plans. */
  payments: Payments;
  /** Tells which plans are sold. */
  planPrices: PlanPrices;
}
