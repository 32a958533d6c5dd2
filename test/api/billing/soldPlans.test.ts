import { shownPriceOf } from '../../../domain/credits';
import { addMember } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { usePaying } from './paying';

const paying = usePaying();
const change = async (changes: object, price = 'price_sandbox_creator') =>
  paying.control('prices', { price, ...changes });
const compare = async () => paying.app.deps.planPrices.compare();
const faults = async (on: object) =>
  paying.sandbox.control('POST', '/faults', { on: { times: 1000, ...on }, do: { status: 503 } });
const openPortal = async (owner: BuiltUser) =>
  owner.call('POST', '/api/v1/console/billing/portal-session', { body: { returnUrl: 'https://app.example/' } });

/** All that a checkout may leave. */
const traces = async () => {
  const { customers, sessions } = await paying.state();
  const [rows] = await paying.app.database.query(
    `SELECT (SELECT count(*) FROM payment_customers) AS customers, (SELECT count(*) FROM credit_purchases) AS purchases`,
  );
  return { customers: customers.length, sessions: sessions.length, rows };
};
const callsSince = async (before: number): Promise<string[]> =>
  (await paying.state()).calls.slice(before).map(({ method, path }: Record<string, string>) => `${method} ${path}`);
const callCount = async (): Promise<number> => (await paying.state()).calls.length;

afterEach(async () => {
  await paying.sandbox.control('DELETE', '/faults');
  await change({ amount: 1900, active: true });
  await change({ amount: 14_900, active: true }, 'price_sandbox_business');
  await compare();
});

it('getPricing shows the prices with which those of Stripe are compared', async () => {
  const ada = await paying.owner();
  const { body } = await ada.call('GET', '/api/v1/console/billing/pricing');
  for (const { plan, priceCents, currency } of body.plans)
    expect({ amountCents: priceCents, currency, interval: 'month' }).toEqual(shownPriceOf(plan));
});

describe('createCheckout of a plan that is charged at another price', () => {
  it.each([{ amount: 2000 }, { amount: 1899 }, { active: false }])(
    'answers 503 for %j, keeps nothing and makes nothing at Stripe',
    async (changes) => {
      const ada = await paying.owner();
      await change(changes);
      await compare();
      const [before, calls] = [await traces(), await callCount()];
      paying.app.forget();
      const { status, body, headers } = await paying.checkout(ada, { plan: 'creator' });
      expect([status, headers.get('retry-after'), body]).toEqual([
        503,
        '600',
        {
          error: 'UNAVAILABLE',
          message:
            'This plan is not sold at the moment: its price is not right at the payment provider. Nothing is charged. Try again later.',
          details: {},
        },
      ]);
      expect(await traces()).toEqual(before);
      expect(await callsSince(calls)).toEqual([]);
      const route = '/api/v1/console/billing/paygo/checkout';
      expect(paying.app.log).toContainEqual(expect.objectContaining({ msg: 'request', route, status: 503 }));
    },
  );

  it('answers 200 to another plan and to credits, and to the plan after a comparison that finds no difference', async () => {
    const ada = await paying.owner();
    await change({ amount: 2000 });
    await compare();
    expect((await paying.checkout(ada, { credits: 100 })).status).toBe(200);
    expect((await paying.checkout(ada, { plan: 'business' })).status).toBe(200);
    await change({ amount: 1900 });
    expect((await paying.checkout(ada, { plan: 'creator' })).status).toBe(503);
    await compare();
    const made = await paying.checkout(ada, { plan: 'creator' });
    expect(made.status).toBe(200);
    expect((await paying.state()).sessions.at(-1)).toMatchObject({ id: made.body.sessionId, amount: 1900 });
  });

  it('stays 503 while Stripe does not answer the comparison', async () => {
    const ada = await paying.owner();
    await change({ amount: 2000 });
    await compare();
    await faults({ method: 'GET', path: '/v1/prices' });
    await compare();
    expect((await paying.checkout(ada, { plan: 'creator' })).status).toBe(503);
  });

  it('answers 400 to a wrong body and 403 to a member before that', async () => {
    const [ada, grace] = [await paying.owner(), await paying.owner()];
    await addMember(ada.organizationId, grace.userId, 'member');
    await change({ amount: 2000 });
    await compare();
    const headers = { 'X-Organization-Id': ada.organizationId };
    expect((await paying.checkout(ada, { plan: 'creator', credits: 100 })).status).toBe(400);
    expect((await paying.checkout(grace, { plan: 'creator' }, { headers })).status).toBe(403);
  });
});

describe('createPortalSession while a plan is charged at another price', () => {
  const subscribed = async () => {
    const ada = await paying.owner();
    await paying.newEvents();
    await paying.pay(await paying.checkout(ada, { plan: 'business' }));
    await paying.bring(await paying.newEvents());
    return ada;
  };
  const subscriptionOf = async () => (await paying.state()).subscriptions.at(-1);

  it('leads to a page that does not change to that plan, and takes a card and an end', async () => {
    const ada = await subscribed();
    await change({ amount: 2000 });
    await compare();
    const { status, body } = await openPortal(ada);
    expect(status).toBe(200);
    const { id: subscription } = await subscriptionOf();
    expect(await (await fetch(body.url)).text()).not.toContain('Change to Creator');
    await paying.submit(body.url, { subscription, action: 'price_sandbox_creator' });
    expect(await subscriptionOf()).toMatchObject({ price: 'price_sandbox_business', nextPrice: null });
    await paying.submit(body.url, { subscription, action: 'cancel' });
    expect(await subscriptionOf()).toMatchObject({ cancelAtPeriodEnd: true });
  });

  it('leads to a page that changes no plan where no plan has its price, and still to one that ends a subscription', async () => {
    const ada = await subscribed();
    await change({ active: false });
    await change({ amount: 1 }, 'price_sandbox_business');
    await compare();
    const { body } = await openPortal(ada);
    const { id: subscription } = await subscriptionOf();
    const page = await (await fetch(body.url)).text();
    expect([page.includes('Change to'), page.includes('End with the period')]).toEqual([false, true]);
    await paying.submit(body.url, { subscription, action: 'cancel' });
    expect(await subscriptionOf()).toMatchObject({ cancelAtPeriodEnd: true });
  });

  it('leads to a page that changes to the plan again after a comparison that finds no difference', async () => {
    const ada = await subscribed();
    await change({ amount: 2000 });
    await compare();
    await openPortal(ada);
    await change({ amount: 1900 });
    await compare();
    const { body } = await openPortal(ada);
    const { id: subscription } = await subscriptionOf();
    await paying.submit(body.url, { subscription, action: 'price_sandbox_creator' });
    expect(await subscriptionOf()).toMatchObject({ nextPrice: 'price_sandbox_creator' });
  });
});
