import { v7 as uuidv7 } from 'uuid';
import { boughtCredits, currency } from '../../domain/credits';
import type { CheckoutOrder } from '../../lib/payments/Payments';
import { CreditPurchase } from '../../models/CreditPurchase';
import { PaymentCustomer } from '../../models/PaymentCustomer';
import { userIdOf } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import { askPayments } from './askPayments';
import { hasSubscription, paymentsAway } from './refusals';
import { CheckoutInput } from './schema';

export const createCheckout = defineUseCase({
  name: 'createCheckout',
  action: 'finance.manage',
  summary: 'A page on which credits or a plan are paid',
  description:
    'Send the browser to `checkoutUrl`. The credits are there, and the plan counts, when Stripe has told us of the payment: ' +
    'usually before the browser is back.',
  input: CheckoutInput,
  refuses: [hasSubscription, paymentsAway],
  run: async (context, { credits, plan, successUrl, cancelUrl }) => {
    const { deps, principal } = context;
    const kept = await PaymentCustomer.ofTenant(principal.tenant);
    if (plan && kept?.subscriptionId && kept.status !== 'canceled') throw hasSubscription.error();
    const customerId = kept?.customerId ?? (await makeCustomer(context));
    const id = uuidv7();
    if (credits) await CreditPurchase.add(principal.tenant, { id, userId: userIdOf(principal), credits });
    const order = { id, customerId, buys: boughtBy(credits, plan), successUrl, cancelUrl };
    const fields = { success_url: 'successUrl', cancel_url: 'cancelUrl' };
    return askPayments(deps, async () => deps.payments.createCheckout(order), fields);
  },
});

async function makeCustomer({ deps, principal: { tenant } }: TenantContext): Promise<string> {
  const made = await askPayments(deps, async () => deps.payments.createCustomer(tenant.workspaceId));
  return PaymentCustomer.keep(tenant, made);
}

function boughtBy(credits: CheckoutInput['credits'], plan: CheckoutInput['plan']): CheckoutOrder['buys'] {
  if (plan) return { plan };
  const bought = credits ?? 0;
  return { credits: bought, amountCents: priceOf(bought), currency };
}

/** Of bought credits, in cents (contract.md §13). */
export function priceOf(credits: number): number {
  return Math.round(boughtCredits.unitPriceCents * credits);
}
