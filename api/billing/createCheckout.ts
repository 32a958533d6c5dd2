import { v7 as uuidv7 } from 'uuid';
import { currency, priceOf } from '../../domain/credits';
import type { CheckoutOrder } from '../../lib/payments/Payments';
import { CreditPurchase } from '../../models/CreditPurchase';
import { PaymentCustomer } from '../../models/PaymentCustomer';
import { userIdOf } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import { askPayments } from './askPayments';
import { askOfCustomer } from './customer';
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
    const known = kept?.customerId ?? (await makeCustomer(context));
    if (plan) await requireNoSubscription(context, known, kept);
    const id = uuidv7();
    const { workspaceId } = principal.tenant;
    const priceCents = priceOf(credits ?? 0);
    if (credits) await CreditPurchase.add(principal.tenant, { id, userId: userIdOf(principal), credits, priceCents });
    const order = { id, workspaceId, buys: boughtBy(credits, plan), successUrl, cancelUrl };
    const fields = { success_url: 'successUrl', cancel_url: 'cancelUrl' };
    const make = async (customerId: string) => deps.payments.createCheckout({ ...order, customerId });
    return askPayments(deps, async () => askOfCustomer(context, known, make), fields);
  },
});

/**
 * Ends the pages on which a plan could still be paid, then asks Stripe: an event may be late, and whoever pays twice is
 * charged each month for two.
 */
async function requireNoSubscription(
  context: TenantContext,
  customerId: string,
  kept: PaymentCustomer | null,
): Promise<void> {
  const { deps } = context;
  const current = await askPayments(deps, async () =>
    askOfCustomer(context, customerId, async (asked) => {
      await deps.payments.endPlanPages(asked);
      return { customerId: asked, subscription: await deps.payments.subscriptionOf(asked) };
    }),
  );
  const isKept = current.customerId === kept?.customerId && kept.subscriptionId !== null;
  const status = current.subscription?.status ?? (isKept ? kept.status : 'canceled');
  if (status !== 'canceled') throw hasSubscription.error();
}

async function makeCustomer({ deps, principal: { tenant } }: TenantContext): Promise<string> {
  const made = await askPayments(deps, async () => deps.payments.createCustomer(tenant.workspaceId));
  return PaymentCustomer.keep(tenant, made);
}

function boughtBy(credits: CheckoutInput['credits'], plan: CheckoutInput['plan']): CheckoutOrder['buys'] {
  if (plan) return { plan };
  const bought = credits ?? 0;
  return { credits: bought, amountCents: priceOf(bought), currency };
}
