import type Stripe from 'stripe';
import { z } from 'zod';
import { Id } from '../../domain/ids';
import { BadSignature } from './Payments';
import type { PaymentEvent } from './Payments';

export interface SignedEvent {
  body: Buffer;
  /** The header `Stripe-Signature`. */
  signature: string;
  receivedAtMs: number;
  /** Null: no event is believed. */
  secret: string | null;
}

/**
 * Checks the signature over the bytes as they came, and reads their meaning.
 * @throws BadSignature for a signature that is wrong or older than 5 minutes
 */
export function readStripeEvent(stripe: Stripe, { secret, ...signed }: SignedEvent): PaymentEvent {
  if (secret === null) throw new BadSignature('events are not expected: STRIPE_WEBHOOK_SECRET is not set');
  const event = construct(stripe, { ...signed, secret });
  return { id: event.id, type: event.type, ...meaningOf(event) };
}

type Signed = SignedEvent & { secret: string };

function construct(stripe: Stripe, { body, signature, receivedAtMs, secret }: Signed): Envelope {
  try {
    return Envelope.parse(stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, receivedAtMs));
  } catch {
    // The library's message repeats the body and the signature.
    throw new BadSignature('the signature does not fit the body, or the body is no event');
  }
}

/** An id or a type of an event. */
export const EventName = z.string().regex(/^[\w.-]{1,255}$/);
/** The parts of an event that are read: an account may send another version of the API than the library's. */
const Envelope = z.object({ id: EventName, type: EventName, data: z.object({ object: z.unknown() }) });
type Envelope = z.infer<typeof Envelope>;

const Cents = z.int32().positive();
/** A page on which credits were paid. */
const PaidSession = z
  .object({
    mode: z.literal('payment'),
    payment_status: z.literal('paid'),
    client_reference_id: Id,
    amount_total: Cents,
    metadata: z.object({ workspaceId: Id }).nullable().catch(null).default(null),
  })
  .transform(({ client_reference_id: purchaseId, amount_total: paidCents, metadata }): Meaning => {
    return { kind: 'paid', purchaseId, paidCents, workspaceId: metadata?.workspaceId ?? null };
  });
/** The parts of a charge of ours that tell which purchase it has paid for. */
export const OurCharge = z.object({ amount: Cents, metadata: z.object({ purchaseId: Id }) });
const RefundedCharge = z
  .object({ amount: Cents, amount_refunded: z.int32().nonnegative(), metadata: z.object({ purchaseId: Id }) })
  .transform(({ amount: paidCents, amount_refunded: refundedCents, metadata: { purchaseId } }): Meaning => {
    return { kind: 'refunded', purchaseId, paidCents, refundedCents };
  });
/** An inquiry that is closed was never more than a question: no money has left. */
const givesBack = ['won', 'warning_closed'];
const Dispute = z
  .object({
    id: EventName,
    amount: Cents,
    charge: z.union([EventName, z.object({ id: EventName }).transform(({ id }) => id)]),
    status: z.string(),
  })
  .transform(({ id: disputeId, amount: disputedCents, charge: chargeId, status }): Meaning => {
    return { kind: 'disputed', disputeId, chargeId, disputedCents, isWon: givesBack.includes(status) };
  });
const Customer = z.object({ id: EventName }).transform(({ id }) => id);
const OfCustomer = z.object({ customer: z.union([EventName, Customer]) }).transform(({ customer }) => customer);

type Meaning =
  | Omit<Extract<PaymentEvent, { kind: 'paid' }>, 'id' | 'type'>
  | Omit<Extract<PaymentEvent, { kind: 'refunded' }>, 'id' | 'type'>
  | Omit<Extract<PaymentEvent, { kind: 'disputed' }>, 'id' | 'type'>
  | Omit<Extract<PaymentEvent, { kind: 'subscription' }>, 'id' | 'type'>
  | Omit<Extract<PaymentEvent, { kind: 'other' }>, 'id' | 'type'>;

const subscriptionOf = (customerId: string): Meaning => ({ kind: 'subscription', customerId });
const ChangedCustomer = Customer.transform(subscriptionOf);
const ChangedSubscription = OfCustomer.transform(subscriptionOf);

/** The events of contract.md §6, and the event that tells of another card. */
const meanings = new Map<string, z.ZodType<Meaning>>([
  ['checkout.session.completed', PaidSession],
  ['checkout.session.async_payment_succeeded', PaidSession],
  ['charge.refunded', RefundedCharge],
  ['charge.dispute.created', Dispute],
  ['charge.dispute.closed', Dispute],
  ['customer.updated', ChangedCustomer],
  ['customer.subscription.created', ChangedSubscription],
  ['customer.subscription.updated', ChangedSubscription],
  ['customer.subscription.deleted', ChangedSubscription],
  ['invoice.paid', ChangedSubscription],
  ['invoice.payment_failed', ChangedSubscription],
]);

/** The types of the events that mean something: an endpoint at Stripe sends these (docs/go-live.md). */
export const eventTypes: readonly string[] = [...meanings.keys()];

/** An account of Stripe may have other uses: an object without an id of ours belongs to one of them. */
function meaningOf({ type, data: { object } }: Envelope): Meaning {
  return meanings.get(type)?.safeParse(object).data ?? { kind: 'other' };
}
