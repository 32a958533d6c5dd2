import { Router } from 'express';
import { z } from 'zod';
import { answerBadControl, BadControl, readBody } from '../controls/body';
import { refuseOutbound } from '../controls/refuseOutbound';
import { html } from '../pages/html';
import { sendPage } from '../pages/layout';
import type { Deliveries } from './deliver';
import { disputeControls, found } from './disputes';
import { eventBody } from './deliver';
import { inDollars } from './pages';
import { changeSubscription, endPromise, refund, renew } from './payments';
import { findPrice } from './prices';
import { removeCustomer } from './account';
import type { StripeContext } from './store';
import { changeTaxSettings, sumOf, taxSettings } from './tax';

const SubscriptionBody = z.strictObject({ subscription: z.string() });
const CustomerBody = z.strictObject({ customer: z.string() });
const PromiseBody = z.strictObject({ session: z.string(), succeeds: z.boolean() });
const PriceBody = z.strictObject({
  price: z.string(),
  amount: z.int().positive().optional(),
  active: z.boolean().optional(),
});
const TaxBody = z.strictObject({
  headOffice: z.boolean().optional(),
  percent: z.number().min(0).max(100).optional(),
  behavior: z.enum(['exclusive', 'inclusive']).optional(),
});
const RefundBody = z.strictObject({ charge: z.string(), amount: z.int().positive().optional() });
/** `/_sandbox/stripe`: the records, and the events that happen without a person on a page. */
export function stripeControls(context: StripeContext, deliveries: Deliveries): Router {
  const { store } = context;
  const router = Router();
  router.use(refuseOutbound);
  router.get('/', (_req, res) => void res.json(describe(context)));
  addSubscriptionControls(router, context);
  addSettings(router, context);
  router.post('/remove-customer', async (req, res) => {
    const { customer: id } = await readBody(req, CustomerBody);
    removeCustomer(context, found(store.customers.get(id), 'customer'));
    res.status(204).end();
  });
  router.post('/promises', async (req, res) => {
    const { session: id, succeeds } = await readBody(req, PromiseBody);
    const session = found(store.sessions.get(id), 'session');
    if (session.status === 'open' || session.paymentStatus === 'paid')
      throw new BadControl('nothing is promised there');
    endPromise(context, session, succeeds);
    res.status(204).end();
  });
  router.post('/refunds', async (req, res) => {
    const { charge: id, amount } = await readBody(req, RefundBody);
    const charge = found(store.charges.get(id), 'charge');
    const left = charge.amount - charge.amountRefunded;
    if (charge.status === 'failed' || left === 0 || (amount ?? 0) > left)
      throw new BadControl('there is not as much left');
    refund(context, charge, amount ?? left);
    res.status(204).end();
  });
  router.use('/disputes', disputeControls(context));
  router.post('/repeat', (_req, res) => {
    deliveries.repeat(store.events.values());
    res.status(202).end();
  });
  router.use(answerBadControl);
  return router;
}

/** The account changes a price, or its settings of tax. */
function addSettings(router: Router, { store }: StripeContext): void {
  router.post('/prices', async (req, res) => {
    const { price: id, amount, active } = await readBody(req, PriceBody);
    const price = found(findPrice(store, id), 'price');
    store.prices.put(id, { ...price, amount: amount ?? price.amount, isActive: active ?? price.isActive });
    res.status(204).end();
  });
  router.post('/tax', async (req, res) => {
    const { headOffice: hasHeadOffice, percent, behavior } = await readBody(req, TaxBody);
    const kept = taxSettings(store);
    changeTaxSettings(store, {
      hasHeadOffice: hasHeadOffice ?? kept.hasHeadOffice,
      percent: percent ?? kept.percent,
      behavior: behavior ?? kept.behavior,
    });
    res.status(204).end();
  });
}

/** Ends a period or a subscription, or forgets a subscription, as another account would not know it. */
function addSubscriptionControls(router: Router, context: StripeContext): void {
  const { store } = context;
  router.post('/renew', async (req, res) => {
    const { subscription: id } = await readBody(req, SubscriptionBody);
    renew(context, found(store.subscriptions.get(id), 'subscription'));
    res.status(204).end();
  });
  router.post('/cancel', async (req, res) => {
    const { subscription: id } = await readBody(req, SubscriptionBody);
    changeSubscription(context, found(store.subscriptions.get(id), 'subscription'), { status: 'canceled' });
    res.status(204).end();
  });
  router.post('/forget-subscription', async (req, res) => {
    const { subscription: id } = await readBody(req, SubscriptionBody);
    found(store.subscriptions.get(id), 'subscription');
    store.subscriptions.delete(id);
    res.status(204).end();
  });
}

/** All records except portals, since a portal opens the page of a customer. */
function describe({ store }: StripeContext): object {
  return {
    customers: store.customers.values(),
    cards: store.cards.values(),
    sessions: store.sessions.values(),
    charges: store.charges.values(),
    disputes: store.disputes.values(),
    subscriptions: store.subscriptions.values(),
    events: store.events.values().map((event) => ({ ...event, body: eventBody(event) })),
    calls: store.asked.values(),
  };
}

/** `/stripe` shows each payment, and whether its event was delivered. */
export function stripeOverview({ store, origin }: StripeContext): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    const sessions = store.sessions.values().toReversed();
    const events = store.events.values().toReversed().slice(0, 50);
    const content = html`<h1>Payments</h1>
      ${sessions.length === 0 ? html`<p>Nobody has begun to pay yet.</p>` : ''}
      <ul class="list">
        ${sessions.map(
          (session) =>
            html`<li>
              <a href="${origin()}/c/pay/${session.id}">${session.name}</a>
              <span class="fine"
                >${inDollars(sumOf(store, session).total)} ·
                ${session.status === 'open' ? 'open' : session.paymentStatus}</span
              >
            </li>`,
        )}
      </ul>
      <h2>Events</h2>
      <ul class="list">
        ${events.map(
          ({ type, isDelivered, attempts, lastStatus }) =>
            html`<li>
              <code>${type}</code>
              <span class="fine">
                ${isDelivered ? 'delivered' : `not delivered after ${attempts} attempts`}${lastStatus === null ? '' : ` · ${lastStatus}`}
              </span>
            </li>`,
        )}
      </ul>
      <p class="fine"><a href="/_sandbox/stripe">as JSON</a></p>`;
    sendPage(res, { title: 'Payments', content, refreshes: true });
  });
  return router;
}
