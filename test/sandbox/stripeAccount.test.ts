import { useCleanSandbox, send } from '../support/servers/sandbox';

const listenerUrl = 'http://127.0.0.1:9/api/v1/billing/stripe/webhook';
const sandbox = useCleanSandbox({ stripeWebhookUrl: listenerUrl });

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, form: Record<string, string> = {}) => {
  const fields = new URLSearchParams(form).toString();
  const url = `${sandbox.stripeUrl}/v1/${path}`;
  if (method !== 'POST') return send(method, `${url}?${fields}`, { token: 'sk_test_sandbox' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return send(method, url, { token: 'sk_test_sandbox', body: fields, headers });
};
const page = async (customer: string) =>
  (
    await call('POST', 'checkout/sessions', {
      customer,
      mode: 'payment',
      success_url: 'https://app.example/',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '2000',
      'line_items[0][price_data][product_data][name]': 'Credits',
    })
  ).body;
const pay = async (url: string, card: string) =>
  send('POST', url, {
    body: new URLSearchParams({ action: 'pay', card }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

it('lists the events of a type, newest first, and reads a page', async () => {
  const { id: customer } = (await call('POST', 'customers')).body;
  const [first, second] = [await page(customer), await page(customer)];
  for (const { url } of [first, second]) await pay(url, '4242 4242 4242 4242');
  const { body } = await call('GET', 'events', { type: 'checkout.session.completed', limit: '1' });
  expect(body).toMatchObject({ object: 'list', has_more: true });
  expect(body.data).toEqual([
    expect.objectContaining({ object: 'event', type: 'checkout.session.completed', livemode: false }),
  ]);
  expect(body.data[0].data.object).toMatchObject({ id: second.id, payment_status: 'paid' });
  expect((await call('GET', 'events', { limit: '100' })).body.has_more).toBe(false);
  expect((await call('GET', `checkout/sessions/${first.id}`)).body).toMatchObject({ id: first.id, status: 'complete' });
  expect((await call('GET', 'checkout/sessions/cs_none')).status).toBe(404);
});

it('disputes at once what the card for disputes has paid', async () => {
  const { id: customer } = (await call('POST', 'customers')).body;
  await pay((await page(customer)).url, '4000 0000 0000 0259');
  const { data } = (await call('GET', 'events', { type: 'charge.dispute.created' })).body;
  expect(data).toHaveLength(1);
  const { charge, amount } = data[0].data.object;
  expect(amount).toBe(2000);
  expect((await call('GET', `charges/${charge}`)).body).toMatchObject({ customer, amount: 2000 });
});

it('removes a customer, who is unknown from then on', async () => {
  const { id } = (await call('POST', 'customers')).body;
  expect((await call('DELETE', `customers/${id}`)).body).toEqual({ id, object: 'customer', deleted: true });
  expect(await call('DELETE', `customers/${id}`)).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_missing' } },
  });
});

it('has the endpoint to which it sends events', async () => {
  expect((await call('GET', 'webhook_endpoints', { limit: '100' })).body.data).toMatchObject([
    { object: 'webhook_endpoint', url: listenerUrl, status: 'enabled', enabled_events: ['*'] },
  ]);
});
