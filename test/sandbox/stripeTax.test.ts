import { openSandbox, send } from '../support/servers/sandbox';
import { use } from '../support/use';

const sandbox = use(async () => openSandbox());

const call = async (path: string, form: Record<string, string>) =>
  send('POST', `${sandbox.stripeUrl}${path}`, {
    token: 'sk_test_sandbox',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const submit = async (url: string, form: Record<string, string>) =>
  send('POST', url, {
    body: new URLSearchParams({ action: 'pay', card: '4242 4242 4242 4242', ...form }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const customer = async () => (await call('/v1/customers', { 'metadata[a]': 'b' })).body.id as string;
const payment = {
  mode: 'payment',
  success_url: 'https://app.example/',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '2000',
  'line_items[0][price_data][product_data][name]': 'Credits',
};
const subscription = {
  mode: 'subscription',
  success_url: 'https://app.example/',
  'line_items[0][quantity]': '1',
  'line_items[0][price]': 'price_sandbox_creator',
};
const taxed = { 'automatic_tax[enabled]': 'true' };
const keeping = { 'customer_update[address]': 'auto' };
const home = { country: 'DE', postal_code: '10115' };
const control = async (body: object) => sandbox.control('POST', '/stripe/tax', body);

afterEach(async () => control({ headOffice: true, percent: 0, behavior: 'exclusive' }));

describe('a checkout session', () => {
  it.each([
    [{ ...subscription, 'invoice_creation[enabled]': 'true' }, undefined, 'You can only enable invoice creation when'],
    [{ ...payment, ...taxed }, 'customer_tax_location_invalid', 'requires a valid address on the Customer'],
    [{ ...subscription, ...taxed }, 'customer_tax_location_invalid', 'requires a valid address on the Customer'],
    [
      { ...payment, ...taxed, 'customer_update[address]': 'never' },
      'customer_tax_location_invalid',
      'requires a valid address on the Customer',
    ],
    [{ ...payment, ...taxed, 'automatic_tax[enabled]': 'yes' }, 'parameter_invalid', 'automatic_tax[enabled]'],
    [{ ...payment, 'customer_update[colour]': 'red' }, 'parameter_unknown', 'customer_update[colour]'],
  ])('%j is refused with 400 %s', async (form, code, words) => {
    const { status, body } = await call('/v1/checkout/sessions', { ...form, customer: await customer() });
    expect([status, body.error.type, body.error.code]).toEqual([400, 'invalid_request_error', code]);
    expect(body.error.message).toContain(words);
  });

  it.each([
    [{ ...payment, 'invoice_creation[enabled]': 'true' }, { invoice_creation: { enabled: true } }],
    [{ ...subscription, 'invoice_creation[enabled]': 'false' }, { invoice_creation: null }],
    [{ ...payment, ...taxed, ...keeping }, { automatic_tax: { enabled: true, status: 'requires_location_inputs' } }],
    [{ ...payment, ...keeping }, { automatic_tax: { enabled: false, status: null } }],
  ])('%j is made', async (form, shown) => {
    const { status, body } = await call('/v1/checkout/sessions', { ...form, customer: await customer() });
    expect([status, body]).toMatchObject([200, shown]);
  });

  it('with tax is refused while the account has no address of its business, and taxed once it has', async () => {
    await control({ headOffice: false, percent: 10 });
    const buyer = await customer();
    const refused = await call('/v1/checkout/sessions', { ...payment, ...taxed, ...keeping, customer: buyer });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'You must have a valid head office address to enable automatic tax calculation in test mode.',
    ]);
    expect((await call('/v1/checkout/sessions', { ...payment, customer: buyer })).status).toBe(200);
    await control({ headOffice: true });
    const made = await call('/v1/checkout/sessions', { ...payment, ...taxed, ...keeping, customer: buyer });
    expect(made.body).toMatchObject({ amount_total: 2000, total_details: { amount_tax: 0 } });
    expect((await submit(made.body.url, {})).status).toBe(402);
    expect((await submit(made.body.url, home)).status).toBe(303);
    const { charges } = (await sandbox.control('GET', '/stripe')).body;
    expect(charges.at(-1)).toMatchObject({ customer: buyer, amount: 2200 });
  });

  it('needs no `customer_update` for a customer who has an address', async () => {
    const buyer = await customer();
    const first = await call('/v1/checkout/sessions', { ...payment, ...taxed, ...keeping, customer: buyer });
    await submit(first.body.url, home);
    expect((await call('/v1/checkout/sessions', { ...payment, ...taxed, customer: buyer })).status).toBe(200);
  });
});

it.each([{ percent: 101 }, { behavior: 'generous' }, { colour: 'red' }])('the control refuses %j', async (body) => {
  expect((await control(body)).status).toBe(400);
});
