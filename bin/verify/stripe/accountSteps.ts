import { z } from 'zod';
import { shownPriceOf } from '../../../domain/credits';
import { differencesOf } from '../../../lib/payments/chargedPrice';
import { paidPlans } from '../../../lib/payments/settings';
import { eventTypes } from '../../../lib/payments/stripeEvent';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { found } from '../Walk';
import { askStripe, errorIn, makePage } from './StripeWalk';
import type { StripeWalk } from './StripeWalk';

/** The steps about the account, and pages without a payment (lib/payments/stripe.ts, stripePortal.ts). */
export const accountSteps: readonly Step<StripeWalk>[] = [
  {
    id: 'stripe.prices',
    assumed: 'Each plan has an active price of a test mode, and it is charged as it is shown.',
    follows: 'The plan is not sold: set STRIPE_PRICE_… (docs/deploy.md, Prices).',
    see: async (walk) => seePrices(walk),
  },
  {
    id: 'stripe.endpoint',
    assumed: 'The account sends every event that the service reads to BASE_URL/api/v1/billing/stripe/webhook.',
    follows: 'Payments are not noticed: add the endpoint and its events (docs/deploy.md, Payments).',
    restsOn: ['stripe.prices'],
    see: async (walk) => seeEndpoint(walk),
  },
  {
    id: 'stripe.customer',
    assumed: 'A customer that is made twice with one idempotency key is one.',
    follows: 'A lost answer makes a second customer: see createCustomer in lib/payments/stripe.ts.',
    restsOn: ['stripe.prices'],
    cost: { drafts: 1 },
    see: async (walk) => seeCustomer(walk),
  },
  {
    id: 'stripe.checkout',
    assumed: 'A page for credits opens, and has the id of our purchase.',
    follows: 'No credits can be bought: see sessionOf in lib/payments/stripe.ts.',
    restsOn: ['stripe.customer'],
    see: async (walk) => seeCheckout(walk),
  },
  {
    id: 'stripe.checkout.end',
    assumed: 'Of two pages for a plan the older one is ended, and then the newer one can be ended.',
    follows: 'Two subscriptions may be sold: see keepNewestPlanPage in lib/payments/stripe.ts.',
    restsOn: ['stripe.customer'],
    see: async (walk) => seeEnded(walk),
  },
  {
    id: 'stripe.portal',
    assumed: 'A portal of our own configuration opens, with both plans and with none.',
    follows: 'Nobody can change a plan: see lib/payments/stripePortal.ts.',
    restsOn: ['stripe.customer'],
    see: async (walk) => {
      const customerId = found(walk.customerId, 'a customer');
      const portal = { customerId, returnUrl: 'https://www.example.com/' };
      const urls = [await walk.payments.createPortal({ ...portal, plans: paidPlans })];
      urls.push(await walk.payments.createPortal({ ...portal, plans: [] }));
      return seen(`Both opened at ${[...new Set(urls.map((url) => new URL(url).host))].join(' and ')}.`);
    },
  },
];

async function seePrices({ payments, settings }: StripeWalk): Promise<Observation> {
  const faults: string[] = [];
  for (const plan of paidPlans) {
    const charged = await payments.priceOf(settings.prices[plan]);
    const differences = differencesOf(shownPriceOf(plan), charged);
    if (differences.length > 0) faults.push(`${plan}: ${differences.join(', ')}`);
    if (charged?.isLive) faults.push(`${plan}: it is of the live mode`);
  }
  return faults.length === 0 ? seen(`Both are: ${paidPlans.join(', ')}.`) : broken(`${faults.join('; ')}.`);
}

const Endpoints = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) })),
});

async function seeEndpoint(walk: StripeWalk): Promise<Observation> {
  const { status, body } = await askStripe(walk, 'GET', 'webhook_endpoints', { limit: '100' });
  const refused = `The key may not list endpoints (${status}, ${errorIn(body)}).`;
  if (status === 401 || status === 403)
    return notSeen(refused, 'Use a secret key, or let the restricted key read them.');
  const ours = Endpoints.safeParse(body).data?.data.filter(({ url }) => url.endsWith('/api/v1/billing/stripe/webhook'));
  const [endpoint] = ours?.filter((one) => one.status === 'enabled') ?? [];
  if (!endpoint) return broken('There is no such endpoint that is enabled.');
  const { enabled_events: events } = endpoint;
  const missing = eventTypes.filter((type) => !events.includes('*') && !events.includes(type));
  return missing.length === 0 ? seen('It does.') : broken(`It does not send ${missing.join(', ')}.`);
}

async function seeCustomer(walk: StripeWalk): Promise<Observation> {
  const id = await walk.payments.createCustomer(walk.workspaceId);
  walk.customerId = id;
  walk.traces.add(`the customer ${id}`, async () => removeCustomer(walk, id));
  const again = await walk.payments.createCustomer(walk.workspaceId);
  return id === again ? seen(`Both times it was ${id}.`) : broken(`It was ${id}, then ${again}.`);
}

/** Removes the customer; the subscriptions end with that. A customer who is gone is fine. */
export async function removeCustomer(walk: StripeWalk, id: string): Promise<void> {
  const { status, body } = await askStripe(walk, 'DELETE', `customers/${id}`);
  if (status >= 300 && errorIn(body) !== 'resource_missing')
    throw new Error(`the removal was answered ${status} (${errorIn(body)})`);
}

const Session = z.object({ status: z.string(), client_reference_id: z.string().nullable(), livemode: z.boolean() });

async function seeCheckout(walk: StripeWalk): Promise<Observation> {
  const page = await makePage(walk);
  walk.credits = page;
  const { body, status } = await askStripe(walk, 'GET', `checkout/sessions/${page.sessionId}`);
  const session = Session.safeParse(body).data;
  if (!session) return broken(`The page was answered ${status} (${errorIn(body)}).`);
  if (session.livemode) return broken('It is of the live mode.');
  const isOurs = session.status === 'open' && session.client_reference_id === page.order.id;
  return isOurs ? seen('It is open, and has our id.') : broken(`It is ${session.status}, and has another id.`);
}

async function seeEnded(walk: StripeWalk): Promise<Observation> {
  const customer = found(walk.customerId, 'a customer');
  const older = await makePage(walk, { plan: 'creator' });
  const newer = await makePage(walk, { plan: 'creator' });
  const left = await walk.payments.keepNewestPlanPage(customer);
  const stateOf = async (id: string): Promise<string> => {
    const { body } = await askStripe(walk, 'GET', `checkout/sessions/${id}`);
    return Session.safeParse(body).data?.status ?? errorIn(body);
  };
  // Both may be of one second, by which Stripe sorts them.
  const ended = left === newer.sessionId ? older : newer;
  if (left === null) return broken('No page is left.');
  const states = [await stateOf(left), await stateOf(ended.sessionId)];
  await walk.payments.endPage(left);
  states.push(await stateOf(left));
  const words = `The page that was left is ${states[0]}, the other one ${states[1]}; ended, it is ${states[2]}.`;
  return states.join() === 'open,expired,expired' ? seen(words) : broken(words);
}
