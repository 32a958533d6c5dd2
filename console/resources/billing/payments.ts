import type { CheckoutInput } from '../../../api/billing/schema';
import type { Answer, CallOptions } from '../../http/Api';
import { api } from '../../http/client';

/** The last purchase of credits; null: there was none. */
export async function lastPurchase(
  options?: CallOptions,
): Promise<Answer<'searchTransactions'>['items'][number] | null> {
  const { items } = await api.searchTransactions({ type: 'purchase', limit: 1 }, options);
  return items[0] ?? null;
}

/** Stands for the last purchase of those who have never bought credits. */
const noPurchase = 'none';

type Order = { credits: number } | { plan: NonNullable<CheckoutInput['plan']> };

/** Begins a payment. The address of the way back says what to look for: the payment is booked when Stripe has reported it. */
export async function openCheckout(order: Order): Promise<string> {
  const last = 'plan' in order ? null : await lastPurchase();
  const back = new URL('/billing/done', window.location.origin);
  back.searchParams.set('status', 'paid');
  if ('plan' in order) back.searchParams.set('plan', order.plan);
  if (!('plan' in order)) back.searchParams.set('after', last?.id ?? noPurchase);
  const left = new URL('/billing/done?status=left', window.location.origin);
  const { checkoutUrl } = await api.createCheckout({
    ...order,
    successUrl: back.href,
    cancelUrl: left.href,
  });
  return checkoutUrl;
}

/** The page of the payment provider with cards, invoices and the subscription. */
export async function openPortal(): Promise<string> {
  const returnUrl = new URL('/billing', window.location.origin).href;
  return (await api.createPortalSession({ returnUrl })).url;
}
