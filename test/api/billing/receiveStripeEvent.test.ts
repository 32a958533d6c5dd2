import { sendEvent, signatureOf } from '../../support/payments';
import { stranger } from '../../support/actors';
import { changePlan } from '../../../models/billing/changePlan';
import { inTransaction } from '../../../models/database/transaction';
import { ledgerOf, usePaying } from './paying';
import type { KeptEvent } from './paying';

const paying = usePaying();

/** Credits that were bought, with the events that tell of it. */
async function bought(credits = 100) {
  const ada = await paying.owner();
  await paying.newEvents();
  const made = await paying.checkout(ada, { credits });
  await paying.pay(made);
  const events = await paying.newEvents();
  paying.app.forget();
  return { ada, events, paid: events.find(({ type }) => type === 'checkout.session.completed')! };
}

const booked = async () =>
  (await paying.app.database.query<{ id: string }>('SELECT id FROM booked_events')).map(({ id }) => id);

describe('receiveStripeEvent', () => {
  it('books a payment once, answers 200, and says so in the log', async () => {
    const { ada, paid } = await bought();
    const { status, body } = await sendEvent(paying.app, paid.body);
    expect([status, body]).toEqual([200, { received: true }]);
    expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 100, sum: 600, balance: 600 });
    expect(await booked()).toContain(paid.id);
    const lines = paying.app.log.filter(({ msg }) => msg === 'event of Stripe');
    expect(lines).toEqual([expect.objectContaining({ eventId: paid.id, type: paid.type, outcome: 'booked' })]);
    expect(JSON.stringify(paying.app.log)).not.toMatch(/whsec|v1=/);
  });

  it('books it once however often it comes, also at the same moment', async () => {
    const { ada, paid } = await bought();
    const answers = await Promise.all(Array.from({ length: 16 }, async () => sendEvent(paying.app, paid.body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 100, sum: 600 });
  });

  it('books it once if another event tells of the same payment', async () => {
    const { ada, paid } = await bought();
    const other = paid.body
      .replaceAll(paid.id, 'evt_another')
      .replace(paid.type, 'checkout.session.async_payment_succeeded');
    await sendEvent(paying.app, paid.body);
    expect((await sendEvent(paying.app, other)).status).toBe(200);
    expect((await ledgerOf(paying, ada)).purchased).toBe(100);
  });

  it.each<[string, (paid: KeptEvent) => [string, string]]>([
    ['another body than was signed', ({ body }) => [body.replace('"paid"', '"PAID"'), signatureOf(body)]],
    ['a body that means the same', ({ body }) => [JSON.stringify(JSON.parse(body)), signatureOf(body)]],
    ['another secret', ({ body }) => [body, signatureOf(body, 0, 'whsec_other')]],
    ['a signature of 6 minutes ago', ({ body }) => [body, signatureOf(body, 360)]],
    ['a signature of another scheme', ({ body }) => [body, signatureOf(body).replace('v1=', 'v0=')]],
    ['no signature in the header', ({ body }) => [body, 'nonsense']],
    ['what is no event', () => ['[]', 't=1,v1=00']],
    ['what is no JSON', () => ['{', signatureOf('{')]],
    ['no body', () => ['', signatureOf('')]],
  ])('answers 400 to %s, and books nothing', async (_what, forge) => {
    const { ada, paid } = await bought();
    const answer = await sendEvent(paying.app, ...forge(paid));
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_ERROR', details: { 'Stripe-Signature': [expect.any(String)] } },
    });
    expect((await ledgerOf(paying, ada)).purchased).toBe(0);
    expect(await booked()).not.toContain(paid.id);
    expect(JSON.stringify(paying.app.log)).not.toMatch(/whsec|v1=|cs_test/);
  });

  it('judges the age of a signature by the clock of the database, however wrong its own is', async () => {
    const { ada, paid } = await bought();
    const signature = signatureOf(paid.body);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 3_600_000);
    const answer = await sendEvent(paying.app, paid.body, signature).finally(() => clock.mockRestore());
    expect([answer.status, (await ledgerOf(paying, ada)).purchased]).toEqual([200, 100]);
  });

  it('answers 400 without the header, and takes no other credential for it', async () => {
    const { ada, paid } = await bought();
    const answer = await ada.call('POST', '/api/v1/billing/stripe/webhook', { body: paid.body });
    expect(answer).toMatchObject({ status: 400, body: { details: { 'Stripe-Signature': ['is required'] } } });
  });

  it('answers 413 to more than 1 MiB', async () => {
    const body = JSON.stringify({ id: 'x'.repeat(1024 * 1024) });
    expect((await sendEvent(paying.app, body)).status).toBe(413);
  });

  it('counts for no quota', async () => {
    const { paid } = await bought();
    expect((await sendEvent(paying.app, paid.body)).headers.get('ratelimit')).toBeNull();
    expect((await stranger(paying.app)('GET', '/api/v1/billing/stripe/webhook')).status).toBe(405);
  });

  it.each([
    [
      'of an object that this service does not know',
      { type: 'checkout.session.completed', client_reference_id: 'order-7' },
    ],
    ['of a purchase that is nobody’s', { client_reference_id: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e' }],
    ['of a payment that is still to come', { payment_status: 'unpaid' }],
    ['of a page that only stores a card', { mode: 'setup' }],
  ])('answers 200 to an event %s, without an effect', async (_what, change) => {
    const { ada, paid } = await bought();
    const event = JSON.parse(paid.body);
    const { type = event.type, ...object } = change as { type?: string };
    const body = JSON.stringify({ ...event, type, data: { object: { ...event.data.object, ...object } } });
    expect((await sendEvent(paying.app, body)).status).toBe(200);
    expect((await ledgerOf(paying, ada)).purchased).toBe(0);
  });

  it.each<[string, object | null]>([
    ['nothing', null],
    ['a charge without metadata', { type: 'charge.refunded', object: { amount: 5, amount_refunded: 5 } }],
    ['a customer without an id', { type: 'customer.updated', object: {} }],
    ['an id that no database takes', { type: 'customer.updated', object: { id: 'cus_\u0000' } }],
    ['an amount beyond all numbers', { type: 'checkout.session.completed', object: { amount_total: 1e300 } }],
    ['an invoice of nobody', { type: 'invoice.paid', object: { customer: null } }],
  ])('answers 200 to a signed event with %s in it, without an effect', async (_what, change) => {
    const { ada, paid } = await bought();
    const event = JSON.parse(paid.body);
    const { type = event.type, object = null } = (change ?? {}) as { type?: string; object?: object | null };
    const given = object && type === event.type ? { ...event.data.object, ...object } : object;
    const body = JSON.stringify({ ...event, type, data: { object: given } });
    expect((await sendEvent(paying.app, body)).status).toBe(200);
    expect((await ledgerOf(paying, ada)).purchased).toBe(0);
  });

  it.each(['[]', 'null', '5', '{"id":5}', '{"id":"evt_1","type":"invoice.paid"}'])(
    'answers 400 to %s, although it is signed',
    async (body) => {
      expect((await sendEvent(paying.app, body)).status).toBe(400);
    },
  );

  it.each([
    [
      'a purchase that is not there any more',
      'unknown',
      'DELETE FROM credit_purchases WHERE workspace_id = $1 RETURNING id',
    ],
    [
      'less than the price',
      'short',
      'UPDATE credit_purchases SET price_cents = 201 WHERE workspace_id = $1 RETURNING id',
    ],
  ])(
    'says loudly that a payment of %s brings no credits, and books it once that is put right',
    async (_what, outcome, fault) => {
      const { ada, paid } = await bought();
      const [kept] = await paying.app.database.query<Record<string, string>>(
        'SELECT * FROM credit_purchases WHERE workspace_id = $1',
        [ada.workspaceId],
      );
      await paying.app.database.query(fault, [ada.workspaceId]);
      expect((await sendEvent(paying.app, paid.body)).status).toBe(200);
      expect((await ledgerOf(paying, ada)).purchased).toBe(0);
      const said = paying.app.log.filter(({ msg }) => msg === 'a payment has brought no credits');
      expect(said).toEqual([
        expect.objectContaining({
          level: 50,
          outcome,
          purchaseId: kept!['id'],
          workspaceId: ada.workspaceId,
          paidCents: 200,
        }),
      ]);
      expect(await booked()).not.toContain(paid.id);
      await paying.app.database.query(
        `INSERT INTO credit_purchases (id, workspace_id, credits, price_cents) VALUES ($1, $2, 100, 200)
       ON CONFLICT (id) DO UPDATE SET price_cents = 200 RETURNING id`,
        [kept!['id'], ada.workspaceId],
      );
      await sendEvent(paying.app, paid.body);
      expect((await ledgerOf(paying, ada)).purchased).toBe(100);
    },
  );

  it('leaves a plan that was set by hand when an event changes nothing of the subscription', async () => {
    const ada = await paying.owner();
    await paying.newEvents();
    await paying.pay(await paying.checkout(ada, { plan: 'creator' }));
    const { subscriptions } = await paying.state();
    await paying.control('cancel', { subscription: subscriptions.at(-1).id });
    await paying.bring(await paying.newEvents());
    const business = { plan: 'business', monthlyCredits: 50_000 } as const;
    await inTransaction(paying.app.database.sequelize, 'test', async (transaction) =>
      changePlan(ada.workspaceId, business, transaction),
    );
    await paying.pay(await paying.checkout(ada, { credits: 100 }), '5555 5555 5555 4444');
    const events = await paying.newEvents();
    expect(events.map(({ type }) => type)).toContain('customer.updated');
    await paying.bring(events);
    expect(await ledgerOf(paying, ada)).toMatchObject({ plan: 'business', nextPlan: null, purchased: 100 });
    await paying.pay(await paying.checkout(ada, { plan: 'creator' }));
    await paying.bring(await paying.newEvents());
    expect(await ledgerOf(paying, ada)).toMatchObject({ plan: 'business', nextPlan: 'creator' });
  });

  it('answers 503 while the subscription cannot be read, and books the event when it comes again', async () => {
    const ada = await paying.owner();
    await paying.newEvents();
    await paying.pay(await paying.checkout(ada, { plan: 'creator' }));
    const [event] = (await paying.newEvents()).filter(({ type }) => type === 'customer.subscription.updated');
    const fault = { on: { method: 'GET', path: '/v1/subscriptions', times: 3 }, do: { status: 500 } };
    await paying.sandbox.control('POST', '/faults', fault);
    expect((await sendEvent(paying.app, event!.body)).status).toBe(503);
    expect(await booked()).not.toContain(event!.id);
    expect((await ledgerOf(paying, ada)).plan).toBe('free');
    await paying.sandbox.control('DELETE', '/faults');
    expect((await sendEvent(paying.app, event!.body)).status).toBe(200);
    expect((await ledgerOf(paying, ada)).plan).toBe('creator');
  });
});

describe('receiveStripeEvent, of a payment that a bank makes later', () => {
  const promised = async () => {
    const ada = await paying.owner();
    await paying.newEvents();
    const made = await paying.checkout(ada, { credits: 100 });
    await paying.submit(made.body.checkoutUrl, { action: 'later' });
    return { ada, session: made.body.sessionId as string };
  };

  it('books it when it is made', async () => {
    const { ada, session } = await promised();
    await paying.bring(await paying.newEvents());
    expect((await ledgerOf(paying, ada)).purchased).toBe(0);
    await paying.control('promises', { session, succeeds: true });
    await paying.bring(await paying.newEvents());
    expect((await ledgerOf(paying, ada)).purchased).toBe(100);
  });

  it('books nothing if it fails', async () => {
    const { ada, session } = await promised();
    await paying.control('promises', { session, succeeds: false });
    await paying.bring(await paying.newEvents());
    expect((await ledgerOf(paying, ada)).purchased).toBe(0);
  });
});

describe('receiveStripeEvent, of a refund', () => {
  const chargeOf = async () => (await paying.state()).charges.at(-1).id as string;

  it('takes back in proportion to what was refunded so far', async () => {
    const { ada, events } = await bought(1000);
    await paying.bring(events);
    const charge = await chargeOf();
    await paying.control('refunds', { charge, amount: 501 });
    await paying.bring(await paying.newEvents());
    expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 750, sum: 1250, balance: 1250 });
    await paying.control('refunds', { charge });
    await paying.bring(await paying.newEvents());
    expect(await ledgerOf(paying, ada)).toMatchObject({
      entries: [
        ['grant', 500],
        ['purchase', 1000],
        ['adjust', -250],
        ['adjust', -750],
      ],
      purchased: 0,
      sum: 500,
    });
  });

  it('comes to the same if it is reported before the payment, and an older refund after a newer one', async () => {
    const { ada, events } = await bought(1000);
    const charge = await chargeOf();
    await paying.control('refunds', { charge, amount: 500 });
    await paying.control('refunds', { charge, amount: 500 });
    await paying.bring([...events, ...(await paying.newEvents())].toReversed());
    expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 500, sum: 1000 });
  });

  it.each(['the refund first', 'the second purchase first'])(
    'takes what was used already from the next purchase, %s',
    async (which) => {
      const { ada, events } = await bought(1000);
      await paying.bring(events);
      const charge = await chargeOf();
      await paying.app.database.query(
        `WITH used AS (UPDATE credit_accounts SET purchased = purchased - 900 WHERE workspace_id = $1 RETURNING *)
         INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
         SELECT gen_random_uuid(), workspace_id, 'hold', 900, -900, 600, cycle_started_at, 'used' FROM used RETURNING id`,
        [ada.workspaceId],
      );
      await paying.control('refunds', { charge });
      const refunded = await paying.newEvents();
      await paying.pay(await paying.checkout(ada, { credits: 2000 }));
      const again = await paying.newEvents();
      await paying.bring(which === 'the refund first' ? [...refunded, ...again] : [...again, ...refunded]);
      expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 1100, sum: 1600, balance: 1600 });
    },
  );
});
