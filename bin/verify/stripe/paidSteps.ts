import { z } from 'zod';
import { isGone } from '../../../lib/payments/Payments';
import type { PaymentEvent } from '../../../lib/payments/Payments';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found } from '../Walk';
import { removeCustomer } from './accountSteps';
import { askStripe, awaitEvent, creditCents, errorIn, makePage } from './StripeWalk';
import type { MadePage, StripeWalk } from './StripeWalk';

/** The steps about payments; a person pays each page with a card for trying (https://docs.stripe.com/testing). */
export const paidSteps: readonly Step<StripeWalk>[] = [
  {
    id: 'stripe.paid',
    assumed: 'A paid page makes checkout.session.completed with our purchase, its amount and workspace.',
    follows: 'Paid credits are not given: see PaidSession in lib/payments/stripeEvent.ts.',
    restsOn: ['stripe.checkout'],
    see: async (walk) => seePaid(walk),
  },
  {
    id: 'stripe.refund',
    assumed: 'A refund makes charge.refunded with our purchase and the amount.',
    follows: 'Refunded credits stay: see RefundedCharge in lib/payments/stripeEvent.ts.',
    restsOn: ['stripe.paid'],
    see: async (walk) => seeRefunded(walk),
  },
  {
    id: 'stripe.subscription',
    assumed: 'A paid plan is an active subscription with its price, the end of its period, and the card.',
    follows: 'Paid plans do not count: see lib/payments/stripeSubscription.ts.',
    restsOn: ['stripe.customer'],
    see: async (walk) => seeSubscribed(walk),
  },
  {
    id: 'stripe.dispute',
    assumed: 'A dispute makes charge.dispute.created, and its charge leads to our purchase.',
    follows: 'Disputed credits stay: see Dispute in lib/payments/stripeEvent.ts.',
    restsOn: ['stripe.customer'],
    see: async (walk) => seeDisputed(walk),
  },
  {
    id: 'stripe.customer.gone',
    assumed: 'A customer that was removed is resource_missing with the parameter customer.',
    follows: 'A removed customer cannot buy again: see failureOf in lib/payments/stripe.ts.',
    restsOn: ['stripe.customer'],
    see: async (walk) => seeGone(walk),
  },
];

const goodCard = '4242 4242 4242 4242';
const disputedCard = '4000 0000 0000 0259';
const unpaid = notSeen('The page was not paid in time.', 'Run it again, and pay the pages.');

function askToPay({ tell }: StripeWalk, { checkoutUrl }: MadePage, card: string): void {
  tell(`Pay this page with the card ${card}, any date to come and any CVC:`);
  tell(checkoutUrl);
}

type Of<Kind extends PaymentEvent['kind']> = Extract<PaymentEvent, { kind: Kind }>;

async function awaitPayment(walk: StripeWalk, { order }: MadePage) {
  const isMeant = (event: PaymentEvent): event is Of<'paid'> => event.kind === 'paid' && event.purchaseId === order.id;
  return awaitEvent(walk, 'checkout.session.completed', isMeant, walk.times.personMs);
}

const Session = z.object({ payment_intent: z.string() });

async function seePaid(walk: StripeWalk): Promise<Observation> {
  const page = found(walk.credits, 'a page');
  askToPay(walk, page, goodCard);
  const late = await awaitPayment(walk, page);
  if (!late) return unpaid;
  const { paidCents, workspaceId } = late.value;
  if (paidCents !== creditCents) return broken(`It says that ${paidCents} cents were paid.`);
  if (workspaceId !== walk.workspaceId) return broken('It does not have our workspace.');
  const { body } = await askStripe(walk, 'GET', `checkout/sessions/${page.sessionId}`);
  const paymentIntent = Session.safeParse(body).data?.payment_intent;
  if (paymentIntent === undefined) return broken('The paid page names no payment.');
  walk.paymentIntent = paymentIntent;
  return seen(`It was paid, ${paidCents} cents.`);
}

async function seeRefunded(walk: StripeWalk): Promise<Observation> {
  const form = { payment_intent: found(walk.paymentIntent, 'a payment') };
  const { status, body } = await askStripe(walk, 'POST', 'refunds', form);
  if (status >= 300) return broken(`The refund was answered ${status} (${errorIn(body)}).`);
  const { order } = found(walk.credits, 'a page');
  const isMeant = (event: PaymentEvent): event is Of<'refunded'> =>
    event.kind === 'refunded' && event.purchaseId === order.id;
  const late = await awaitEvent(walk, 'charge.refunded', isMeant, walk.times.lagMs);
  if (!late) return broken(`There is no such event after ${walk.times.lagMs / 1000} s.`);
  const { refundedCents } = late.value;
  const words = `The event came ${after(late.afterMs)}: ${refundedCents} cents.`;
  return refundedCents === creditCents ? seen(words) : broken(words);
}

async function seeSubscribed(walk: StripeWalk): Promise<Observation> {
  const customer = found(walk.customerId, 'a customer');
  askToPay(walk, await makePage(walk, { plan: 'creator' }), goodCard);
  const isMeant = (event: PaymentEvent): event is Of<'subscription'> =>
    event.kind === 'subscription' && event.customerId === customer;
  const late = await awaitEvent(walk, 'invoice.paid', isMeant, walk.times.personMs);
  if (!late) return unpaid;
  const subscription = await walk.payments.subscriptionOf(customer);
  if (!subscription) return broken('No subscription counts.');
  const { plan, status, paymentMethod, nextInvoiceAt } = subscription;
  if (plan !== 'creator' || status !== 'active') return broken(`It is ${status}, of ${plan ?? 'no plan'}.`);
  if (nextInvoiceAt === null || Number.isNaN(nextInvoiceAt.getTime())) return broken('It has no end of its period.');
  if (paymentMethod === null) return broken('It has no card.');
  return seen(`It is active until ${nextInvoiceAt.toISOString()}, paid by ${paymentMethod}.`);
}

async function seeDisputed(walk: StripeWalk): Promise<Observation> {
  const page = await makePage(walk);
  askToPay(walk, page, disputedCard);
  if (!(await awaitPayment(walk, page))) return unpaid;
  const { body } = await askStripe(walk, 'GET', `checkout/sessions/${page.sessionId}`);
  if (!Session.safeParse(body).success) return broken('The paid page names no payment.');
  const charges: string[] = [];
  const isMeant = (event: PaymentEvent): event is Of<'disputed'> =>
    event.kind === 'disputed' && event.disputedCents === creditCents && !charges.includes(event.chargeId);
  for (;;) {
    const late = await awaitEvent(walk, 'charge.dispute.created', isMeant, walk.times.lagMs);
    if (!late) return broken(`There is no such event after ${walk.times.lagMs / 1000} s.`);
    const { chargeId, disputedCents } = late.value;
    const charge = await walk.payments.chargeOf(chargeId);
    if (charge?.purchaseId === page.order.id)
      return seen(`The event came ${after(late.afterMs)}: ${disputedCents} cents.`);
    // The dispute of another walk.
    charges.push(chargeId);
  }
}

async function seeGone(walk: StripeWalk): Promise<Observation> {
  const customerId = found(walk.customerId, 'a customer');
  await removeCustomer(walk, customerId);
  try {
    await walk.payments.createPortal({ customerId, returnUrl: 'https://www.example.com/', plans: [] });
    return broken('Its portal still opens.');
  } catch (error) {
    if (isGone(error)) return seen('It is known no more.');
    throw error;
  }
}
