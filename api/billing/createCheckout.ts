import { v7 as uuidv7 } from 'uuid';
import { currency, priceOf } from '../../domain/credits';
import type { CheckoutOrder, Payments } from '../../lib/payments/Payments';
import { longestPauseSeconds } from '../../lib/payments/planPrices';
import type { PaidPlan } from '../../lib/payments/settings';
import { CreditPurchase } from '../../models/billing/CreditPurchase';
import { lastStatus, PaymentCustomer } from '../../models/billing/PaymentCustomer';
import { userIdOf } from '../auth/Principal';
import type { MemberPrincipal } from '../auth/Principal';
import type { BillingDeps } from './deps';
import { defineUseCase } from '../useCase';
import type { Context, TenantContext } from '../useCase';
import { askPayments } from './askPayments';
import { askOfCustomer } from './customer';
import { hasOtherPage, hasSubscription, paymentsDown } from './refusals';
import { CheckoutInput } from './schema';

export const createCheckout = defineUseCase({
  name: 'createCheckout',
  action: 'finance.manage',
  summary: 'A page on which credits or a plan are paid',
  description:
    'Send the browser to `checkoutUrl`. The credits are there, and the plan counts, when Stripe has reported the payment: ' +
    'usually before the browser is back.',
  input: CheckoutInput,
  refuses: [hasSubscription, hasOtherPage, paymentsDown],
  run: async (context: Context<MemberPrincipal, BillingDeps>, { credits, plan, successUrl, cancelUrl }) => {
    const { deps, principal } = context;
    if (plan) await requireSold(deps, plan);
    const kept = await PaymentCustomer.ofTenant(principal.tenant);
    const known = kept?.customerId ?? (await makeCustomer(context));
    const id = uuidv7();
    const { workspaceId } = principal.tenant;
    const priceCents = priceOf(credits ?? 0);
    if (credits) await CreditPurchase.add(principal.tenant, { id, userId: userIdOf(principal), credits, priceCents });
    const order = { id, workspaceId, buys: boughtBy(credits, plan), successUrl, cancelUrl };
    const fields = { success_url: 'successUrl', cancel_url: 'cancelUrl' };
    const make = async (customerId: string) => {
      const page = await deps.payments.createCheckout({ ...order, customerId });
      if (plan) await requireOnlyPage(deps, page.sessionId, customerId, kept);
      return page;
    };
    return askPayments(deps, async () => askOfCustomer(context, known, make), fields);
  },
});

/** A page would charge the price that Stripe has, so a plan with another price gets no page. @throws ApiError 503 */
async function requireSold({ planPrices }: BillingDeps, plan: PaidPlan): Promise<void> {
  if ((await planPrices.sold()).includes(plan)) return;
  throw paymentsDown.errorWith({ headers: { 'Retry-After': String(longestPauseSeconds) } }, 'price');
}

/**
 * Two pages on which a customer subscribes are charged each month. So one page of a customer is open at a time, and
 * none beside a subscription. Each page is judged after it was made: of two pages that are made at the same moment, one
 * judgement sees both. A refused page is ended, and its address is never sent.
 * @throws ApiError 409
 */
async function requireOnlyPage(
  { payments }: BillingDeps,
  sessionId: string,
  customerId: string,
  kept: PaymentCustomer | null,
): Promise<void> {
  if ((await payments.keepNewestPlanPage(customerId)) !== sessionId) throw hasOtherPage.error();
  if (!(await isSubscribed(payments, customerId, kept))) return;
  await payments.endPage(sessionId);
  throw hasSubscription.error();
}

/** Asks Stripe, as an event may be late. If Stripe names no subscription that counts, the last known status counts. */
async function isSubscribed(payments: Payments, customerId: string, kept: PaymentCustomer | null): Promise<boolean> {
  const known = lastStatus(kept?.customerId === customerId ? kept : null);
  return ((await payments.subscriptionOf(customerId))?.status ?? known) !== 'canceled';
}

async function makeCustomer({ deps, principal: { tenant } }: TenantContext<BillingDeps>): Promise<string> {
  const made = await askPayments(deps, async () => deps.payments.createCustomer(tenant.workspaceId));
  return PaymentCustomer.keep(tenant, made);
}

function boughtBy(credits: CheckoutInput['credits'], plan: CheckoutInput['plan']): CheckoutOrder['buys'] {
  if (plan) return { plan };
  const bought = credits ?? 0;
  return { credits: bought, amountCents: priceOf(bought), currency };
}
