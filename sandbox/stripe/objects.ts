import type { Address, Card, Charge, Customer, Price, Session, Subscription } from './records';
import type { Taxed } from './tax';

/** A record as Stripe's API shows it: the fields that its OpenAPI document requires, and the fields modelled here. */
export type StripeObject = Record<string, unknown>;

const currency = 'usd';
const noDetails = { address: null, email: null, name: null, phone: null, tax_id: null };

export function customerObject({ id, created, metadata, card, address }: Customer): StripeObject {
  return {
    id,
    object: 'customer',
    created,
    livemode: false,
    metadata,
    address: address && addressObject(address),
    email: null,
    name: null,
    invoice_settings: { custom_fields: null, default_payment_method: card, footer: null, rendering_options: null },
  };
}

function addressObject({ country, postalCode }: Address): StripeObject {
  return { city: null, country, line1: null, line2: null, postal_code: postalCode, state: null };
}

export function cardObject({ id, created, customer, brand, last4 }: Card): StripeObject {
  const checks = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' };
  return {
    id,
    object: 'payment_method',
    created,
    livemode: false,
    customer,
    type: 'card',
    billing_details: noDetails,
    card: {
      brand,
      checks,
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: 2040,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

/** @param sum its amount with tax @param origin where the pay page is */
export function sessionObject(session: Session, sum: Taxed, origin: string): StripeObject {
  const { id, mode, status } = session;
  return {
    id,
    object: 'checkout.session',
    created: session.created,
    expires_at: session.expiresAt,
    livemode: false,
    mode,
    status,
    payment_status: session.paymentStatus,
    amount_subtotal: sum.subtotal,
    amount_total: sum.total,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: sum.tax },
    currency,
    customer: session.customer,
    client_reference_id: session.reference,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    payment_intent: session.paymentIntent,
    subscription: session.subscription,
    metadata: session.metadata,
    payment_method_types: ['card'],
    url: status === 'open' ? `${origin}/c/pay/${id}` : null,
    automatic_tax: sessionTax(session),
    invoice: session.invoice,
    invoice_creation: mode === 'payment' ? { enabled: session.createsInvoice, invoice_data: plainInvoice } : null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    shipping_options: [],
  };
}

const plainInvoice = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: {},
  rendering_options: null,
};

function sessionTax({ hasAutomaticTax: enabled, address }: Session): StripeObject {
  if (!enabled) return { enabled, liability: null, provider: null, status: null };
  const status = address === null ? 'requires_location_inputs' : 'complete';
  return { enabled, liability: { type: 'self' }, provider: 'stripe', status };
}

export function chargeObject(charge: Charge): StripeObject {
  const { id, created, amount, amountRefunded, status } = charge;
  const isPaid = status === 'succeeded';
  return {
    id,
    object: 'charge',
    created,
    livemode: false,
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: amountRefunded,
    captured: isPaid,
    paid: isPaid,
    refunded: isPaid && amountRefunded === amount,
    status,
    currency,
    customer: charge.customer,
    payment_intent: charge.paymentIntent,
    metadata: charge.metadata,
    disputed: false,
    billing_details: noDetails,
    failure_code: isPaid ? null : 'card_declined',
  };
}

function subscriptionTax({ hasAutomaticTax: enabled }: Subscription): StripeObject {
  return { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null };
}

/** @param price its price @param expanded objects in the place of ids */
export function subscriptionObject(one: Subscription, price: Price, expanded: StripeObject = {}): StripeObject {
  const { id, created, periodStart, periodEnd } = one;
  return {
    id,
    object: 'subscription',
    created,
    livemode: false,
    status: one.status,
    customer: one.customer,
    currency,
    collection_method: 'charge_automatically',
    default_payment_method: one.card,
    cancel_at_period_end: one.cancelAtPeriodEnd,
    cancel_at: one.cancelAtPeriodEnd ? periodEnd : null,
    canceled_at: one.endedAt,
    ended_at: one.endedAt,
    start_date: created,
    billing_cycle_anchor: created,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    automatic_tax: subscriptionTax(one),
    discounts: [],
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    metadata: {},
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: `si_${id.slice(4)}`,
          object: 'subscription_item',
          created,
          current_period_start: periodStart,
          current_period_end: periodEnd,
          discounts: [],
          metadata: {},
          price: priceObject(price),
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
    },
    ...expanded,
  };
}

export function priceObject({ id, amount, isActive }: Price): StripeObject {
  return {
    id,
    object: 'price',
    created: 0,
    livemode: false,
    active: isActive,
    billing_scheme: 'per_unit',
    currency,
    metadata: {},
    product: `prod_${id.slice(6)}`,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
    custom_unit_amount: null,
    lookup_key: null,
    nickname: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    recurring: { interval: 'month', interval_count: 1, meter: null, usage_type: 'licensed' },
  };
}
