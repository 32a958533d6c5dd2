import { monthlyCreditsOf } from '../../domain/credits';
import { failpoint } from '../../lib/failpoint';
import type { PaymentEvent } from '../../lib/payments/Payments';
import { BookedEvent } from '../../models/BookedEvent';
import { bookPayment, bookRefund } from '../../models/bookPurchase';
import { changePlan } from '../../models/changePlan';
import { inTransaction } from '../../models/database';
import type { Transaction } from '../../models/database';
import { PaymentCustomer } from '../../models/PaymentCustomer';
import type { Reading } from '../../models/PaymentCustomer';
import type { AppDeps } from '../deps';
import { askPayments } from './askPayments';

/**
 * Gives an event its effect, in one transaction with the note that it had it. If that does not come about, Stripe sends the
 * event again, since it is not answered with success (https://docs.stripe.com/webhooks).
 */
export async function bookEvent(deps: AppDeps, event: PaymentEvent): Promise<void> {
  switch (event.kind) {
    case 'paid': {
      const { purchaseId: id, paidCents } = event;
      return book(deps, event, async (transaction) => bookPayment({ id, paidCents }, transaction));
    }
    case 'refunded': {
      const { purchaseId: id, paidCents, refundedCents } = event;
      return book(deps, event, async (transaction) => bookRefund({ id, paidCents, refundedCents }, transaction));
    }
    case 'subscription':
      return followSubscription(deps, event);
    case 'other':
      return;
  }
}

/** The subscription is read as it is now: the event may tell of an older state (contract.md §6). */
async function followSubscription(
  deps: AppDeps,
  event: Extract<PaymentEvent, { kind: 'subscription' }>,
): Promise<void> {
  const { customerId } = event;
  const number = await PaymentCustomer.takeNumber(customerId);
  if (number === undefined) return;
  const subscription = await askPayments(deps, async () => deps.payments.subscriptionOf(customerId));
  await book(deps, event, async (transaction) => {
    if (!subscription) return false;
    return applySubscription(deps, { customerId, number, subscription }, transaction);
  });
}

/** A plan counts only while it is paid for. @returns whether it is the last reading */
async function applySubscription({ config }: AppDeps, reading: Reading, transaction: Transaction): Promise<boolean> {
  const workspaceId = await PaymentCustomer.tell(reading, transaction);
  if (workspaceId === undefined) return false;
  const plan = reading.subscription.plan ?? 'free';
  const monthlyCredits = monthlyCreditsOf(plan, config.freePlanCredits);
  await changePlan(workspaceId, { plan, monthlyCredits }, transaction);
  return true;
}

async function book(
  { sequelize, logger }: AppDeps,
  { id, type }: PaymentEvent,
  effect: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  const outcome = await inTransaction(sequelize, async (transaction) => {
    if (!(await BookedEvent.book({ id, type }, transaction))) return 'known';
    const hadEffect = await effect(transaction);
    failpoint('stripeEvent.written');
    return hadEffect ? 'booked' : 'without effect';
  });
  failpoint('stripeEvent.committed');
  logger.info({ eventId: id, type, outcome }, 'event of Stripe');
}
