import type { CheckoutInput } from '../../../api/billing/schema';
import type { Answer, CallOptions } from '../../http/Api';
import { api } from '../../http/client';

/** The last purchase of credits; null: there was no purchase. */
export async function lastPurchase(
  options?: CallOptions,
): Promise<Answer<'searchTransactions'>['items'][number] | null> {
  const { items } = await api.searchTransactions({ type: 'purchase', limit: 1 }, options);
  return items[0] ?? null;
}

/** Stands for the last purchase where no credits were ever bought. */
const noPurchase = 'none';

type Order = { credits: number } | { plan: NonNullable<CheckoutInput['plan']> };

/** Begins a payment. The return address names the booking to wait for: it comes once Stripe reports the payment. */
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
