import { Router } from 'express';
import type { Response } from 'express';
import { readForm } from '../http/exchange';
import { html } from '../pages/html';
import type { Html } from '../pages/html';
import { sendPage } from '../pages/layout';
import { Declined } from './errors';
import { changePrice, changeSubscription, collect, keepCard, payByCard, payLater } from './payments';
import { priceOf } from './prices';
import type { Address, Configuration, Portal, Session, Subscription } from './records';
import type { Store, StripeContext } from './store';
import { addressIn, sumOf } from './tax';

const good = '4242 4242 4242 4242';

/** The pages of Stripe that the payer sees. */
export function stripePages(context: StripeContext): Router {
  const { store } = context;
  const router = Router();
  router.get('/c/pay/:id', (req, res) => {
    const session = store.sessions.get(req.params.id);
    return session ? showPayPage(context, session, res) : sendMissing(res);
  });
  router.post('/c/pay/:id', async (req, res) => {
    const form = await readForm(req);
    const session = store.sessions.get(req.params.id);
    return session ? pay(context, session, form, res) : sendMissing(res);
  });
  router.get('/p/session/:id', (req, res) => {
    const portal = store.portals.get(req.params.id);
    return portal ? showPortal(context, portal, res) : sendMissing(res);
  });
  router.post('/p/session/:id', async (req, res) => {
    const form = await readForm(req);
    const portal = store.portals.get(req.params.id);
    return portal ? changeInPortal(context, portal, form, res) : sendMissing(res);
  });
  return router;
}

/** An amount in cents, for people. */
export function inDollars(amount: number): string {
  return `$${(amount / 100).toFixed(2)}`;
}

function showPayPage({ store }: StripeContext, session: Session, res: Response, problem?: string): void {
  const { id, name, mode, status, cancelUrl, hasAutomaticTax } = session;
  const { total } = sumOf(store, session);
  const every = mode === 'subscription' ? ' a month' : '';
  const later =
    mode === 'payment' ? html`<button name="action" value="later">Pay later from a bank account</button>` : '';
  const form = html`<form method="post" action="/c/pay/${id}">
      <p>
        <label>Card number <input name="card" value="${good}" inputmode="numeric" autocomplete="off" /></label>
      </p>
      ${hasAutomaticTax ? addressFields(store.customers.get(session.customer)?.address) : ''}
      <button name="action" value="pay">Pay ${inDollars(total)}</button> ${later}
    </form>
    <p class="fine">
      4000 0000 0000 0002 is declined; 4000 0000 0000 0341 pays now, and fails when the next invoice is due; 4000 0000
      0000 0259 pays, and is disputed.
    </p>`;
  const content = html`<h1>${name}</h1>
    <p>${inDollars(total)}${every}${hasAutomaticTax && status === 'open' ? ', and the tax' : ''}</p>
    ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
    ${status === 'open' ? form : status === 'expired' ? html`<p>This page has expired.</p>` : html`<p>This is paid, or promised, already.</p>`}
    ${cancelUrl === null ? '' : html`<p><a href="${cancelUrl}">Back without paying</a></p>`}`;
  sendPage(res, { title: 'Pay', content, leadsElsewhere: true }, problem === undefined ? 200 : 402);
}

/** An address in short, as far as tax needs it. */
function addressFields(known: Address | null | undefined): Html {
  return html`<p>
    <label>Country <input name="country" value="${known?.country ?? 'US'}" size="2" /></label>
    <label>Postal code <input name="postal_code" value="${known?.postalCode ?? '94107'}" size="10" /></label>
  </p>`;
}

function pay(context: StripeContext, session: Session, form: URLSearchParams, res: Response): void {
  if (session.status !== 'open') return showPayPage(context, session, res);
  try {
    const addressed = { ...session, address: addressIn(form, session) };
    if (form.get('action') === 'later' && session.mode === 'payment') payLater(context, addressed);
    else payByCard(context, addressed, form.get('card') ?? '');
  } catch (error) {
    if (error instanceof Declined) return showPayPage(context, session, res, error.message);
    throw error;
  }
  res.redirect(303, session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
}

function showPortal({ store }: StripeContext, portal: Portal, res: Response, problem?: string): void {
  const own = subscriptionsOf(store, portal);
  const configuration = store.configurations.get(portal.configuration);
  if (!configuration) return sendMissing(res);
  const content = html`<h1>Billing</h1>
    ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
    ${own.length === 0 ? html`<p>There is no subscription.</p>` : own.map((one) => subscriptionForm(store, portal, configuration, one))}
    <form method="post" action="/p/session/${portal.id}">
      <p>
        <label>Card number <input name="card" value="${good}" inputmode="numeric" autocomplete="off" /></label>
      </p>
      <button name="action" value="card">Use this card</button>
    </form>
    <p><a href="${portal.returnUrl}">Back</a></p>`;
  sendPage(res, { title: 'Billing', content }, problem === undefined ? 200 : 402);
}

function subscriptionForm(store: Store, { id }: Portal, { features }: Configuration, one: Subscription): Html {
  const { name, amount } = priceOf(store, one.price);
  const others = pricesOf(features).filter((price) => price !== one.price);
  const next = one.nextPrice === null ? '' : ` · ${priceOf(store, one.nextPrice).name} from the next period on`;
  const isNow = features.subscription_cancel.mode === 'immediately';
  return html`<h2>${name}</h2>
    <p>${inDollars(amount)} a month · ${one.status}${next}${one.cancelAtPeriodEnd ? ' · ends with its period' : ''}</p>
    <form method="post" action="/p/session/${id}">
      <input type="hidden" name="subscription" value="${one.id}" />
      ${others.map((price) => html`<button name="action" value="${price}">Change to ${priceOf(store, price).name}</button>`)}
      <button name="action" value="cancel">${isNow ? 'Cancel now' : 'End with the period'}</button>
    </form>`;
}

/** The prices that a subscription may be changed to. */
function pricesOf({ subscription_update: update }: Configuration['features']): string[] {
  return update.enabled ? update.products.flatMap((product) => product.prices) : [];
}

function subscriptionsOf(store: Store, { customer }: Portal): Subscription[] {
  return store.subscriptions.values().filter((one) => one.customer === customer && one.status !== 'canceled');
}

function changeInPortal(context: StripeContext, portal: Portal, form: URLSearchParams, res: Response): void {
  const own = subscriptionsOf(context.store, portal);
  const action = form.get('action') ?? '';
  try {
    if (action === 'card') changeCard(context, portal, own, form.get('card') ?? '');
  } catch (error) {
    if (error instanceof Declined) return showPortal(context, portal, res, error.message);
    throw error;
  }
  const one = own.find(({ id }) => id === form.get('subscription'));
  const configuration = context.store.configurations.get(portal.configuration);
  if (one && configuration) change(context, one, action, configuration);
  res.redirect(303, `/p/session/${portal.id}`);
}

function change(context: StripeContext, one: Subscription, action: string, configuration: Configuration): void {
  const { features } = configuration;
  if (action === 'cancel' && features.subscription_cancel.enabled) {
    const isNow = features.subscription_cancel.mode === 'immediately';
    changeSubscription(context, one, isNow ? { status: 'canceled' } : { cancelAtPeriodEnd: true });
  }
  if (pricesOf(features).includes(action)) changePrice(context, one, action, configuration);
}

/** Changes the card. Overdue payments are then tried again at once. */
function changeCard(context: StripeContext, { customer }: Portal, own: readonly Subscription[], number: string): void {
  const { id: card } = keepCard(context, customer, number);
  for (const one of own) {
    const changed = changeSubscription(context, one, { card });
    if (one.status === 'past_due') collect(context, changed, priceOf(context.store, one.price).amount);
  }
}

function sendMissing(res: Response): void {
  const content = html`<h1>Not found</h1>
    <p>There is no such page here.</p>`;
  sendPage(res, { title: 'Not found', content }, 404);
}
