import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** Payments for credits and plans. */
export function paymentMetrics(registers: Registry[]) {
  return {
    paymentsWithoutCredits: new Counter({
      name: 'payments_without_credits_total',
      help: 'Payments for credits that brought none: the purchase is unknown, or less was paid than it was to cost',
      labelNames: ['outcome'] as const,
      registers,
    }),
    planPriceDiffers: new Gauge({
      name: 'plan_price_differs',
      help: 'Plans: 1 if Stripe would charge another price than is shown, so that the plan is not sold; 0 if not',
      labelNames: ['plan'] as const,
      registers,
    }),
    planPriceComparedSeconds: new Gauge({
      name: 'plan_price_compared_timestamp_seconds',
      help: 'Plans: when their price at Stripe was last compared with the price that is shown',
      labelNames: ['plan'] as const,
      registers,
    }),
    planPriceInTestMode: new Gauge({
      name: 'plan_price_in_test_mode',
      help: 'Plans: 1 if their price is that of a sandbox or of a test mode of Stripe, so that nobody is charged; 0 if not',
      labelNames: ['plan'] as const,
      registers,
    }),
  };
}
