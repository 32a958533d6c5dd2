import type { PaymentEvent } from '../../lib/payments/Payments';
import { BookedEvent } from '../../models/billing/BookedEvent';
import { bookDispute, bookPayment, bookRefund } from '../../models/billing/bookPurchase';
import { applySubscription, readSubscription } from '../../models/billing/followSubscription';
import { inTransaction } from '../../models/database/transaction';
import type { Transaction } from '../../models/database/transaction';
import { PaymentCustomer } from '../../models/billing/PaymentCustomer';
import type { BillingDeps } from './deps';
import { askPayments } from './askPayments';

/**
 * Gives an event its effect, in one transaction with the note that it had it. If that does not come about, Stripe sends the
 * event again, since it is not answered with success (https://docs.stripe.com/webhooks).
 */
export async function bookEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  switch (event.kind) {
    case 'paid':
      return takePayment(deps, event);
    case 'refunded': {
      const { purchaseId: id, paidCents, refundedCents } = event;
      return book(deps, event, async (transaction) => bookRefund({ id, paidCents, refundedCents }, transaction));
    }
    case 'disputed':
      return takeDispute(deps, event);
    case 'subscription':
      return followSubscription(deps, event);
    case 'other':
      return;
  }
}

/**
 * Money that brings no credits is for a person to look at, so it is reported as an error and counted. The event is not
 * booked: once the purchase is there again, it can be sent again from Stripe's dashboard.
 */
async function takePayment(deps: BillingDeps, event: Extract<PaymentEvent, { kind: 'paid' }>): Promise<void> {
  const { purchaseId: id, paidCents, workspaceId } = event;
  const outcome = await writeWhole(deps, async (transaction) => {
    const taken = await bookPayment({ id, paidCents }, transaction);
    if (taken === 'booked' || taken === 'known') await BookedEvent.book(event, transaction);
    return taken;
  });
  const facts = { eventId: event.id, type: event.type, outcome };
  const isOurs = outcome === 'short' || (outcome === 'unknown' && workspaceId !== null);
  if (!isOurs) return deps.logger.info(facts, 'event of Stripe');
  deps.metrics.paymentsWithoutCredits.inc({ outcome });
  deps.logger.error({ ...facts, purchaseId: id, workspaceId, paidCents }, 'a payment has brought no credits');
}

/** A dispute does not tell which purchase it is about, so its charge is read from Stripe. */
async function takeDispute(deps: BillingDeps, event: Extract<PaymentEvent, { kind: 'disputed' }>): Promise<void> {
  const { disputeId, chargeId, disputedCents, isWon } = event;
  const charge = await askPayments(deps, async () => deps.payments.chargeOf(chargeId));
  await book(deps, event, async (transaction) => {
    if (!charge) return false;
    const { purchaseId: id, paidCents } = charge;
    return bookDispute({ id, paidCents, disputeId, disputedCents, isWon }, transaction);
  });
}

/** The subscription is read as it is now: the event may tell of an older state (contract.md §6). */
async function followSubscription(
  deps: BillingDeps,
  event: Extract<PaymentEvent, { kind: 'subscription' }>,
): Promise<void> {
  const { customerId } = event;
  const taken = await PaymentCustomer.takeNumber(customerId);
  if (taken === undefined) return;
  const subscription = await askPayments(deps, async () => readSubscription(deps.payments, taken));
  await book(deps, event, async (transaction) => {
    if (!subscription) return false;
    return applySubscription({ ...taken, subscription }, deps.config.freePlanCredits, transaction);
  });
}

async function book(
  deps: BillingDeps,
  { id, type }: PaymentEvent,
  effect: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  const outcome = await writeWhole(deps, async (transaction) => {
    if (!(await BookedEvent.book({ id, type }, transaction))) return 'known';
    return (await effect(transaction)) ? 'booked' : 'without effect';
  });
  deps.logger.info({ eventId: id, type, outcome }, 'event of Stripe');
}

/** An event is booked with all its effects, or not at all. */
async function writeWhole<T>({ sequelize }: BillingDeps, write: (transaction: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(sequelize, 'bookEvent', write);
}
