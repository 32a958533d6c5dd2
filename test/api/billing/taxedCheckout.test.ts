import type { Json } from '../../support/actors';
import { goodCard, ledgerOf, usePaying } from './paying';

/** contract.md §6: `STRIPE_AUTOMATIC_TAX` and `STRIPE_INVOICE_CREATION`. */

const plain = usePaying();
const sellingWith = (payments: object) => usePaying({}, () => ({ payments, database: plain.app.database }));
const taxed = sellingWith({ automaticTax: true });
const invoicing = sellingWith({ invoiceCreation: true });
const both = sellingWith({ automaticTax: true, invoiceCreation: true });
const home = { country: 'DE', postal_code: '10115' };

afterEach(async () => taxed.control('tax', { headOffice: true, percent: 0, behavior: 'exclusive' }));

describe('a checkout asks Stripe for tax and an invoice as the settings say', () => {
  const tax = { 'automatic_tax[enabled]': 'true', 'customer_update[address]': 'auto' };
  const invoice = { 'invoice_creation[enabled]': 'true' };

  it.each([
    ['neither', plain, { credits: 100 }, {}],
    ['neither', plain, { plan: 'creator' }, {}],
    ['tax', taxed, { credits: 100 }, tax],
    ['tax', taxed, { plan: 'creator' }, tax],
    ['an invoice', invoicing, { credits: 100 }, invoice],
    ['no invoice: Stripe makes those of a plan by itself', invoicing, { plan: 'creator' }, {}],
    ['both', both, { credits: 100 }, { ...tax, ...invoice }],
    ['tax alone', both, { plan: 'creator' }, tax],
  ])('%s', async (_name, paying, bought, wanted) => {
    expect((await paying.checkout(await paying.owner(), bought)).status).toBe(200);
    const { calls } = await paying.state();
    const made = calls.findLast(({ method, path }: Json) => method === 'POST' && path === '/v1/checkout/sessions');
    const sent = [...new URLSearchParams(made.body)].filter(([name]) => /^(automatic|customer_|invoice)/.test(name));
    expect(Object.fromEntries(sent)).toEqual(wanted);
  });
});

describe('tax', () => {
  it.each([
    ['exclusive', 2380],
    ['inclusive', 2000],
  ])(
    'that is %s: %i cents are paid for credits of 2000, which are booked, and half of them refunded',
    async (...row) => {
      const [behavior, total] = row;
      await taxed.control('tax', { percent: 19, behavior });
      const ada = await taxed.owner();
      const made = await taxed.checkout(ada, { credits: 1000 });
      await taxed.newEvents();
      expect((await taxed.pay(made, goodCard, home)).status).toBe(303);
      const events = await taxed.newEvents();
      const session = JSON.parse(events.find(({ type }) => type === 'checkout.session.completed')!.body).data.object;
      expect(session).toMatchObject({
        amount_subtotal: 2000,
        amount_total: total,
        total_details: { amount_tax: behavior === 'exclusive' ? 380 : 319 },
        automatic_tax: { enabled: true, status: 'complete' },
      });
      await taxed.bring(events);
      expect(await ledgerOf(taxed, ada)).toMatchObject({ purchased: 1000, sum: 1500 });
      const { charges } = await taxed.state();
      expect(charges.at(-1).amount).toBe(total);
      await taxed.control('refunds', { charge: charges.at(-1).id, amount: total / 2 });
      await taxed.bring(await taxed.newEvents());
      expect(await ledgerOf(taxed, ada)).toMatchObject({ purchased: 500, sum: 1000 });
    },
  );

  it('is on the invoices of a plan, which counts as without', async () => {
    await taxed.control('tax', { percent: 19 });
    const ada = await taxed.owner();
    const made = await taxed.checkout(ada, { plan: 'creator' });
    await taxed.newEvents();
    await taxed.pay(made, goodCard, home);
    const { subscriptions } = await taxed.state();
    await taxed.control('renew', { subscription: subscriptions.at(-1).id });
    const events = await taxed.newEvents();
    const invoices = events
      .filter(({ type }) => type === 'invoice.paid')
      .map(({ body }) => JSON.parse(body).data.object);
    const invoice = { subtotal: 1900, total: 2261, amount_paid: 2261, automatic_tax: { enabled: true } };
    expect(invoices).toMatchObject([invoice, invoice]);
    await taxed.bring(events);
    expect(await ledgerOf(taxed, ada)).toMatchObject({ plan: 'creator', balance: 5000 });
  });

  it('needs the address of who pays: the page says so, and keeps it for the next one', async () => {
    const ada = await taxed.owner();
    const made = await taxed.checkout(ada, { credits: 100 });
    const refused = await taxed.pay(made);
    expect([refused.status, refused.text]).toEqual([
      402,
      expect.stringContaining('Your billing address is incomplete.'),
    ]);
    await taxed.pay(made, goodCard, home);
    expect((await taxed.state()).customers.at(-1).address).toEqual({ country: 'DE', postalCode: '10115' });
    const again = await fetch((await taxed.checkout(ada, { credits: 100 })).body.checkoutUrl);
    expect(await again.text()).toContain('value="10115"');
  });

  it('is refused by an account without an address of the business: 503, an error in the log, and nothing is sold', async () => {
    await taxed.control('tax', { headOffice: false });
    const ada = await taxed.owner();
    taxed.app.forget();
    const before = (await taxed.state()).sessions.length;
    const refused = await taxed.checkout(ada, { credits: 100 });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await taxed.state()).sessions).toHaveLength(before);
    const line = taxed.app.log.find(({ msg }) => msg === 'payments are not available');
    expect(line).toMatchObject({ level: 50, reason: expect.stringMatching(/StripeInvalidRequestError, req_/) });
    await taxed.control('tax', { headOffice: true });
    expect((await taxed.checkout(ada, { credits: 100 })).status).toBe(200);
  });
});

describe('an invoice of bought credits', () => {
  it('is told by invoice.paid, which books nothing besides the payment, in any order', async () => {
    for (const isReversed of [false, true]) {
      const ada = await invoicing.owner();
      const made = await invoicing.checkout(ada, { credits: 1000 });
      await invoicing.newEvents();
      await invoicing.pay(made);
      const events = await invoicing.newEvents();
      expect(events.map(({ type }) => type)).toContain('invoice.paid');
      const { sessions } = await invoicing.state();
      expect(sessions.at(-1).invoice).toMatch(/^in_/);
      const answers = await invoicing.bring(isReversed ? events.toReversed() : events);
      expect(answers.map(({ status }) => status)).toEqual(events.map(() => 200));
      expect(await ledgerOf(invoicing, ada)).toMatchObject({ purchased: 1000, sum: 1500, plan: 'free' });
    }
  });
});
