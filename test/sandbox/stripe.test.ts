import StripeLibrary from 'stripe';
import { openDeliveries } from '../../sandbox/stripe/deliver';
import { openStore } from '../../sandbox/stripe/store';
import { startReceivingEvents } from './stripeListener';
import { collectGarbage } from '../support/media/garbage';
import { openSandbox, send } from '../support/servers/sandbox';
import { startServer } from '../support/servers/server';
import { useTempDir } from '../support/tempDir';
import { use, useStopping } from '../support/use';
import { until } from '../support/until';

const secret = 'whsec_listener';
const listener = use(async () => startReceivingEvents(secret));
const sandbox = use(async () => openSandbox({ stripeWebhookUrl: listener.url, stripeWebhookSecret: secret }));
const key = 'sk_test_sandbox';

const call = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  send('POST', `${sandbox.stripeUrl}${path}`, {
    token: key,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const customer = async () => (await call('/v1/customers', { 'metadata[a]': 'b' })).body.id as string;
const order = {
  mode: 'payment',
  success_url: 'https://app.example/{CHECKOUT_SESSION_ID}',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '2000',
  'line_items[0][price_data][product_data][name]': 'Credits',
};
const session = async (changes: Record<string, string> = {}) =>
  call('/v1/checkout/sessions', { ...order, customer: await customer(), ...changes });
const pay = async (url: string, card: string) =>
  send('POST', url, {
    body: new URLSearchParams({ action: 'pay', card }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('the API of the sandbox’s Stripe', () => {
  it('is read by Stripe’s own library', async () => {
    const { hostname, port } = new URL(sandbox.stripeUrl);
    const stripe = new StripeLibrary(key, { host: hostname, port, protocol: 'http' });
    const made = await stripe.customers.create({ metadata: { a: 'b' } });
    expect(made).toMatchObject({ object: 'customer', metadata: { a: 'b' } });
    await expect(stripe.subscriptions.list({ customer: 'cus_unknown' })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      param: 'customer',
    });
  });

  it('refuses another key with 401', async () => {
    const { status, body } = await send('POST', `${sandbox.stripeUrl}/v1/customers`, { token: 'sk_test_other' });
    expect([status, body.error.type]).toEqual([401, 'invalid_request_error']);
  });

  it('answers a key that is repeated with the first answer, and one with other parameters with an error', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await call('/v1/customers', { 'metadata[a]': 'b' }, headers);
    const again = await call('/v1/customers', { 'metadata[a]': 'b' }, headers);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const other = await call('/v1/customers', { 'metadata[a]': 'c' }, headers);
    expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
  });

  it.each([
    [{ colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ mode: 'gift' }, 'parameter_invalid', 'mode'],
    [{ customer: 'cus_unknown' }, 'resource_missing', 'customer'],
    [{ success_url: 'nowhere' }, 'url_invalid', 'success_url'],
    [
      { 'line_items[0][price_data][unit_amount]': '2.5' },
      'parameter_invalid',
      'line_items[0][price_data][unit_amount]',
    ],
    [{ 'line_items[0][price_data][unit_amount]': '49' }, 'amount_too_small', undefined],
    [{ mode: 'subscription' }, 'resource_missing', 'line_items[0][price]'],
  ])('refuses %j with %s', async (changes, code, param) => {
    const { status, body } = await session(changes);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  });
});

describe('a price of the sandbox’s Stripe', () => {
  const read = async (id: string, query = '') =>
    send('GET', `${sandbox.stripeUrl}/v1/prices/${id}${query}`, { token: key });
  const change = async (body: object) => sandbox.control('POST', '/stripe/prices', body);
  const subscription = {
    mode: 'subscription',
    success_url: 'https://app.example/',
    'line_items[0][quantity]': '1',
    'line_items[0][price]': 'price_sandbox_business',
  };
  const subscribe = async () => call('/v1/checkout/sessions', { ...subscription, customer: await customer() });
  afterEach(async () => change({ price: 'price_sandbox_business', amount: 14_900, active: true }));

  it('is read with the amount that a control has given it, and charged so', async () => {
    expect((await read('price_sandbox_business')).body).toMatchObject({ unit_amount: 14_900, active: true });
    expect((await change({ price: 'price_sandbox_business', amount: 15_900 })).status).toBe(204);
    const changed = { unit_amount: 15_900, unit_amount_decimal: '15900', currency: 'usd', active: true };
    expect((await read('price_sandbox_business')).body).toMatchObject(changed);
    expect((await subscribe()).body).toMatchObject({ amount_total: 15_900 });
    expect((await read('price_sandbox_creator')).body).toMatchObject({ unit_amount: 1900 });
  });

  it('is read after it was archived, and sells nothing more', async () => {
    await change({ price: 'price_sandbox_business', active: false });
    expect((await read('price_sandbox_business')).body).toMatchObject({ unit_amount: 14_900, active: false });
    const { status, body } = await subscribe();
    expect([status, body.error]).toEqual([
      400,
      {
        type: 'invalid_request_error',
        param: 'line_items[0][price]',
        message: 'The price specified is inactive. This field only accepts active prices.',
      },
    ]);
  });

  it('is refused as Stripe refuses it: unknown, with a parameter that is none, with another key', async () => {
    const unknown = await read('price_unknown');
    expect([unknown.status, unknown.body.error]).toEqual([
      404,
      {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'price',
        message: "No such price: 'price_unknown'",
      },
    ]);
    const strange = await read('price_sandbox_business', '?colour=red');
    expect([strange.status, strange.body.error.code]).toEqual([400, 'parameter_unknown']);
    const stranger = await send('GET', `${sandbox.stripeUrl}/v1/prices/price_sandbox_business`, { token: 'sk_other' });
    expect(stranger.status).toBe(401);
    expect((await change({ price: 'price_unknown', amount: 1 })).status).toBe(400);
  });
});

describe('the pay page', () => {
  it('takes a card, leads on, and cannot be paid twice', async () => {
    const { body } = await session();
    const paid = await pay(body.url, '4242 4242 4242 4242');
    expect([paid.status, paid.headers['location']]).toEqual([303, `https://app.example/${body.id}`]);
    const again = await pay(body.url, '4242 4242 4242 4242');
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('paid, or promised, already')]);
  });

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['1234', 'Your card number is invalid.'],
  ])('refuses the card %s', async (card, words) => {
    const { status, text } = await pay((await session()).body.url, card);
    expect([status, text]).toEqual([402, expect.stringContaining(words)]);
  });

  it('answers 404 for a session that there is not', async () => {
    expect((await send('GET', `${sandbox.stripeUrl}/c/pay/cs_test_unknown`)).status).toBe(404);
  });
});

describe('events', () => {
  const folder = useTempDir();
  const stopping = useStopping();

  it('come again from a listener that does not answer in time: the end of the time is not garbage', async () => {
    let askedCount = 0;
    const silent = stopping(await startServer(() => (askedCount += 1)));
    const store = openStore(folder.path);
    const deliveries = stopping(openDeliveries(store, Date.now, { url: silent.url, secret }, 500));
    deliveries.announce('customer.updated', { id: 'cus_1', object: 'customer' });
    await until(() => askedCount >= 1);
    await collectGarbage();
    // A busy machine may look only after the third time.
    await until(() => askedCount >= 2);
    expect(store.events.values()).toMatchObject([{ lastStatus: null, isDelivered: false }]);
  });

  it('come with a signature that Stripe’s library finds right, again until they are answered with success', async () => {
    listener.failNext(1);
    const { body } = await session();
    await pay(body.url, '4242 4242 4242 4242');
    const completed = () =>
      listener.events.filter(
        ({ type, data }) => type === 'checkout.session.completed' && 'id' in data.object && data.object.id === body.id,
      );
    await until(async () => completed().length >= 1 && listener.refused.length >= 1, 10_000);
    await until(async () => {
      const { events } = (await sandbox.control('GET', '/stripe')).body;
      return events.every((event: { isDelivered: boolean }) => event.isDelivered);
    }, 10_000);
    const [refused] = listener.refused;
    expect(listener.events.map(({ id }) => id)).toContain(refused);
  });
});
