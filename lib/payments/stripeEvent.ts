import type Stripe from 'stripe';
import { Id } from '../../domain/ids';
import { BadSignature } from './Payments';
import type { PaymentEvent } from './Payments';

export interface SignedEvent {
  body: Buffer;
  /** The header `Stripe-Signature`. */
  signature: string;
  /** Null: no event is believed. */
  secret: string | null;
}

/**
 * Checks the signature over the bytes as they came, and reads what they mean.
 * @throws BadSignature for a signature that is wrong or older than 5 minutes
 */
export function readStripeEvent(stripe: Stripe, { body, signature, secret }: SignedEvent): PaymentEvent {
  if (secret === null) throw new BadSignature('events are not expected: STRIPE_WEBHOOK_SECRET is not set');
  const event = construct(stripe, { body, signature, secret });
  return { id: event.id, type: event.type, ...meaningOf(event) };
}

function construct(stripe: Stripe, { body, signature, secret }: SignedEvent & { secret: string }): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    // The library's message repeats the body and the signature.
    throw new BadSignature('the signature does not fit the body');
  }
}

type Meaning =
  | Omit<Extract<PaymentEvent, { kind: 'paid' }>, 'id' | 'type'>
  | Omit<Extract<PaymentEvent, { kind: 'refunded' }>, 'id' | 'type'>
  | Omit<Extract<PaymentEvent, { kind: 'subscription' }>, 'id' | 'type'>
  | Omit<Extract<PaymentEvent, { kind: 'other' }>, 'id' | 'type'>;

const other = { kind: 'other' } as const;

/** The events of contract.md §6, and one that tells of another card. */
function meaningOf(event: Stripe.Event): Meaning {
  if (event.type === 'checkout.session.completed' || event.type === 'checkout.session.async_payment_succeeded')
    return paymentOf(event.data.object);
  if (event.type === 'charge.refunded') return refundOf(event.data.object);
  if (event.type === 'customer.updated') return ofCustomer(event.data.object);
  if (event.type === 'invoice.paid' || event.type === 'invoice.payment_failed')
    return ofCustomer(event.data.object.customer);
  return ofSubscription(event);
}

function ofSubscription(event: Stripe.Event): Meaning {
  const isMeant =
    event.type === 'customer.subscription.created' ||
    event.type === 'customer.subscription.updated' ||
    event.type === 'customer.subscription.deleted';
  return isMeant ? ofCustomer(event.data.object.customer) : other;
}

/** An account of Stripe may have other uses: an id that is none of ours belongs to one of them. */
function paymentOf(session: Stripe.Checkout.Session): Meaning {
  const { mode, payment_status: status, client_reference_id: reference, amount_total: paidCents } = session;
  const { data: purchaseId } = Id.safeParse(reference);
  if (mode !== 'payment' || status !== 'paid' || purchaseId === undefined || !paidCents) return other;
  return { kind: 'paid', purchaseId, paidCents };
}

function refundOf({ metadata, amount, amount_refunded: refundedCents }: Stripe.Charge): Meaning {
  const { data: purchaseId } = Id.safeParse(metadata['purchaseId']);
  return purchaseId === undefined ? other : { kind: 'refunded', purchaseId, paidCents: amount, refundedCents };
}

function ofCustomer(customer: string | { id: string } | null): Meaning {
  if (customer === null) return other;
  return { kind: 'subscription', customerId: typeof customer === 'string' ? customer : customer.id };
}
