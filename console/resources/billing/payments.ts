import type { z } from 'zod';
import type { Checkout, CheckoutInput, PortalSession } from '../../../api/billing/schema';
import type { TransactionList } from '../../../api/transactions/schema';
import { get, post } from '../../http/request';

/** The last purchase of credits; null: there was none. */
export async function lastPurchase(
  signal?: AbortSignal,
): Promise<z.infer<typeof TransactionList>['items'][number] | null> {
  const query = { type: 'purchase', limit: 1 };
  const { items } = await get<z.infer<typeof TransactionList>>('/console/transactions', {
    query,
    ...(signal && { signal }),
  });
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
  const { checkoutUrl } = await post<z.infer<typeof Checkout>>('/console/billing/paygo/checkout', {
    ...order,
    successUrl: back.href,
    cancelUrl: left.href,
  });
  return checkoutUrl;
}

/** The page of the payment provider with cards, invoices and the subscription. */
export async function openPortal(): Promise<string> {
  const returnUrl = new URL('/billing', window.location.origin).href;
  return (await post<z.infer<typeof PortalSession>>('/console/billing/portal-session', { returnUrl })).url;
}
