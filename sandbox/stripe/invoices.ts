import type { StripeObject } from './objects';
import { secondsOf } from './store';
import type { StripeContext } from './store';
import type { Taxed } from './tax';

/** An invoice as it comes into being: sent, and collected at once. */
export interface Invoice extends Taxed {
  readonly id: string;
  readonly customer: string;
  /** Null: of a payment that is no subscription's. */
  readonly subscription: string | null;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly hasAutomaticTax: boolean;
  readonly isPaid: boolean;
}

/** Tells that an invoice was paid, or not. */
export function announceInvoice({ announce, clock }: StripeContext, invoice: Invoice): void {
  announce(invoice.isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoiceObject(invoice, secondsOf(clock)));
}

function invoiceObject(one: Invoice, now: number): StripeObject {
  const { id, isPaid, subtotal, total } = one;
  return {
    id,
    object: 'invoice',
    created: now,
    livemode: false,
    status: isPaid ? 'paid' : 'open',
    customer: one.customer,
    currency: 'usd',
    collection_method: 'charge_automatically',
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: isPaid ? total : 0,
    amount_paid_off_stripe: 0,
    amount_remaining: isPaid ? 0 : total,
    amount_shipping: 0,
    subtotal,
    total,
    attempt_count: 1,
    attempted: true,
    auto_advance: !isPaid,
    automatic_tax: invoiceTax(one),
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: {},
    parent: parentOf(one),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_start: one.periodStart,
    period_end: one.periodEnd,
    pre_payment_credit_notes_amount: 0,
    post_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: isPaid ? now : null,
      voided_at: null,
    },
  };
}

function invoiceTax({ hasAutomaticTax: enabled }: Invoice): StripeObject {
  const taxed = { liability: { type: 'self' }, provider: 'stripe', status: 'complete' };
  return { disabled_reason: null, enabled, ...(enabled ? taxed : { liability: null, provider: null, status: null }) };
}

function parentOf({ subscription }: Invoice): StripeObject | null {
  if (subscription === null) return null;
  const details = { metadata: {}, subscription };
  return { type: 'subscription_details', quote_details: null, subscription_details: details };
}
