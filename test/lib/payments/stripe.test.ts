import type { Json } from '../../support/actors';
import { useStripeMock, useStripeSchemas } from '../../support/servers/stripeMock';
import { send } from '../../support/servers/sandbox';
import { failingLaterCard, declinedCard, goodCard, usePaying } from '../../api/billing/paying';
import { createStripePayments } from '../../../lib/payments/stripe';
import { paymentSettings } from '../../support/payments';
import { use } from '../../support/use';

const paying = usePaying();
const sold = { automaticTax: true, invoiceCreation: true };
const taxed = usePaying({}, () => ({ payments: sold, database: paying.app.database }));
const mock = useStripeMock();
const schemas = useStripeSchemas();

/** The same with tax and invoices: the payment of credits, and a plan. */
async function taxedStory(): Promise<Story> {
  const ada = await taxed.owner();
  const home = { country: 'DE', postal_code: '10115' };
  await taxed.control('tax', { percent: 19 });
  for (const bought of [{ credits: 1000 }, { plan: 'creator' }])
    await taxed.pay(await taxed.checkout(ada, bought), goodCard, home);
  await taxed.bring(await taxed.newEvents());
  return taxed.state();
}

type Story = { calls: Json[]; events: Json[] };

/** All that can happen has happened: each kind of call was made, each kind of event was sent. */
const story: Story = use(async () => {
  const ada = await paying.owner();
  await paying.pay(await paying.checkout(ada, { credits: 1000 }), declinedCard);
  const made = await paying.checkout(ada, { credits: 1000 });
  await paying.pay(made);
  const charge = (await paying.state()).charges.at(-1).id;
  await paying.control('refunds', { charge, amount: 500 });
  await paying.control('refunds', { charge });
  for (const succeeds of [true, false]) {
    const { body } = await paying.checkout(ada, { credits: 100 });
    await paying.submit(body.checkoutUrl, { action: 'later' });
    await paying.control('promises', { session: body.sessionId, succeeds });
  }
  await paying.checkout(ada, { plan: 'business' });
  await paying.pay(await paying.checkout(ada, { plan: 'creator' }), failingLaterCard);
  await paying.bring(await paying.newEvents());
  const subscription = (await paying.state()).subscriptions.at(-1).id;
  const portal = await ada.call('POST', '/api/v1/console/billing/portal-session', {
    body: { returnUrl: 'https://app.example/' },
  });
  await paying.control('renew', { subscription });
  for (const action of ['card', 'price_sandbox_business', 'price_sandbox_creator', 'cancel'])
    await paying.submit(portal.body.url, { subscription, action, card: '4242424242424242' });
  await paying.control('renew', { subscription });
  await paying.bring(await paying.newEvents());
  const [plain, withTax] = [(await paying.state()) as Story, await taxedStory()];
  return { calls: [...plain.calls, ...withTax.calls], events: [...plain.events, ...withTax.events] };
});

describe('every request that the service sends', () => {
  it('is accepted by Stripe’s own stripe-mock', async () => {
    const kinds = new Set(
      story.calls.map(({ method, path }) => `${method} ${path.replace(/cs_test_\w+/, '{session}')}`),
    );
    expect([...kinds].toSorted()).toEqual([
      'GET /v1/billing_portal/configurations',
      'GET /v1/checkout/sessions',
      'GET /v1/prices/price_sandbox_business',
      'GET /v1/prices/price_sandbox_creator',
      'GET /v1/subscriptions',
      'POST /v1/billing_portal/configurations',
      'POST /v1/billing_portal/sessions',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/{session}/expire',
      'POST /v1/customers',
    ]);
    for (const { method, path, query, body } of story.calls) {
      const { status, text } = await send(method, `${mock.url}${path}${query === '' ? '' : `?${query}`}`, {
        token: 'sk_test_123',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        ...(body !== '' && { body }),
      });
      expect([`${method} ${path}`, status, text]).toEqual([`${method} ${path}`, 200, text]);
    }
  });

  it('names the version of the API that the library is made for, and a key that repeats it, where it makes something', () => {
    const makes = story.calls.filter(({ method }) => method === 'POST');
    expect(makes.filter(({ idempotencyKey }) => idempotencyKey === null)).toEqual([]);
    expect(new Set(story.calls.map(({ version }) => version))).toEqual(new Set(['2026-10-28.endive']));
  });

  it('would not be accepted with a parameter that Stripe does not know', async () => {
    const { status } = await send('POST', `${mock.url}/v1/customers`, {
      token: 'sk_test_123',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'metadatum[a]=b',
    });
    expect(status).toBe(400);
  });

  it('has an answer of stripe-mock that the service can read', async () => {
    const prices = { creator: 'price_a', business: 'price_b' };
    const payments = createStripePayments({ ...paymentSettings(mock.url), secretKey: 'sk_test_123', prices });
    const customerId = await payments.createCustomer('0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e');
    expect(customerId).toMatch(/^cus_/);
    for (const plans of [['creator', 'business'], ['creator'], []] as const) {
      const page = { customerId, returnUrl: 'https://app.example/', plans };
      expect(await payments.createPortal(page)).toMatch(/^https:/);
    }
    expect(await payments.priceOf('price_a')).toMatchObject({ isLive: false });
    expect(await payments.subscriptionOf(customerId)).toBeNull();
    expect(await payments.keepNewestPlanPage(customerId)).toBeDefined();
  });
});

describe('the configuration of the portal', () => {
  it('in the sandbox’s answer is as Stripe’s OpenAPI document says, and so is a price', async () => {
    const key = { token: 'sk_test_sandbox' };
    const { stripeUrl } = paying.sandbox;
    const { body } = await send('GET', `${stripeUrl}/v1/billing_portal/configurations?active=true`, key);
    expect(body.data).toHaveLength(1);
    expect(schemas.faultsOf(body.data[0])).toEqual([]);
    const price = await send('GET', `${stripeUrl}/v1/prices/price_sandbox_creator`, key);
    expect(schemas.faultsOf(price.body)).toEqual([]);
  });
});

describe('every event that the sandbox sends', () => {
  it('is as Stripe’s OpenAPI document says, and so is the object in it', () => {
    expect([...new Set(story.events.map(({ type }) => type as string))].toSorted()).toEqual([
      'charge.failed',
      'charge.refunded',
      'charge.succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
      'checkout.session.expired',
      'customer.subscription.created',
      'customer.subscription.deleted',
      'customer.subscription.updated',
      'customer.updated',
      'invoice.paid',
      'invoice.payment_failed',
      'payment_method.attached',
    ]);
    for (const { body, type } of story.events) {
      const event = JSON.parse(body);
      expect([type, schemas.faultsOf(event)]).toEqual([type, []]);
      expect([type, schemas.faultsOf(event.data.object)]).toEqual([type, []]);
    }
  });

  it('would be found if it were not', () => {
    const { data } = JSON.parse(story.events[0]!.body);
    expect(schemas.faultsOf({ ...data.object, created: 'today' })).not.toEqual([]);
    const { livemode: _, ...lacking } = data.object;
    expect(schemas.faultsOf(lacking)).not.toEqual([]);
  });
});
