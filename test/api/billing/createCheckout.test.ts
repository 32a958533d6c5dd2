import type { Json } from '../../support/actors';
import { addMember, buildUser } from '../../support/callers/people';
import { declinedCard, failingLaterCard, ledgerOf, usePaying } from './paying';

const paying = usePaying();
const owner = async () => paying.owner();

const purchases = async () =>
  paying.app.database.query<{ workspaceId: string }>('SELECT workspace_id AS "workspaceId" FROM credit_purchases');

describe('createCheckout', () => {
  it('answers a page on which the quoted amount is paid, and keeps what is bought before it asks for one', async () => {
    const ada = await owner();
    paying.app.forget();
    const { status, body } = await paying.checkout(ada, { credits: 1500 });
    expect([status, body]).toEqual([
      200,
      {
        sessionId: expect.stringMatching(/^cs_test_\w+$/),
        checkoutUrl: `${paying.sandbox.stripeUrl}/c/pay/${body.sessionId}`,
      },
    ]);
    const { sessions, customers } = await paying.state();
    const [purchase] = await paying.app.database.query(
      'SELECT id, user_id AS "userId", credits, paid_at AS "paidAt" FROM credit_purchases WHERE workspace_id = $1',
      [ada.workspaceId],
    );
    expect(purchase).toMatchObject({ userId: ada.userId, credits: 1500, paidAt: null });
    expect(sessions.at(-1)).toMatchObject({
      mode: 'payment',
      amount: 3000,
      reference: purchase!['id'],
      customer: customers.at(-1).id,
      paymentMetadata: { purchaseId: purchase!['id'] },
    });
    expect(customers.at(-1).metadata).toEqual({ workspaceId: ada.workspaceId });
    expect(JSON.stringify(paying.app.log)).not.toMatch(/sk_test|cs_test|whsec/);
  });

  it('sends a browser that has paid to successUrl with the id of the session, and books the credits with the event', async () => {
    const ada = await owner();
    const made = await paying.checkout(ada, { credits: 100 });
    await paying.newEvents();
    const paid = await paying.pay(made);
    expect([paid.status, paid.headers['location']]).toEqual([
      303,
      `https://app.example/paid?id=${made.body.sessionId}`,
    ]);
    expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 0 });
    await paying.bring(await paying.newEvents());
    expect(await ledgerOf(paying, ada)).toMatchObject({
      entries: [
        ['grant', 500],
        ['purchase', 100],
      ],
      sum: 600,
      balance: 600,
      purchased: 100,
    });
    expect((await ada.call('GET', '/api/v1/console/billing/status')).body.balance).toBe(600);
  });

  it('books nothing for a card that is declined, and the page can be tried again', async () => {
    const ada = await owner();
    const made = await paying.checkout(ada, { credits: 100 });
    await paying.newEvents();
    const declined = await paying.pay(made, declinedCard);
    expect([declined.status, declined.text]).toEqual([402, expect.stringContaining('Your card was declined.')]);
    await paying.bring(await paying.newEvents());
    expect((await ledgerOf(paying, ada)).purchased).toBe(0);
    await paying.pay(made);
    await paying.bring(await paying.newEvents());
    expect((await ledgerOf(paying, ada)).purchased).toBe(100);
  });

  it('subscribes to a plan: it counts at once, and the difference is granted', async () => {
    const ada = await owner();
    await paying.newEvents();
    await paying.pay(await paying.checkout(ada, { plan: 'creator' }));
    await paying.bring(await paying.newEvents());
    expect(await ledgerOf(paying, ada)).toMatchObject({
      entries: [
        ['grant', 500],
        ['grant', 4500],
      ],
      plan: 'creator',
      nextPlan: null,
      balance: 5000,
    });
  });

  it('answers 409 to a second subscription, and 200 once the first one has ended', async () => {
    const ada = await owner();
    await paying.newEvents();
    await paying.pay(await paying.checkout(ada, { plan: 'creator' }), failingLaterCard);
    await paying.bring(await paying.newEvents());
    const refused = await paying.checkout(ada, { plan: 'business' });
    expect(refused).toMatchObject({ status: 409, body: { error: 'CONFLICT', details: {} } });
    const { sessions, subscriptions } = await paying.state();
    const pages = sessions.filter(({ customer }: Json) => customer === subscriptions.at(-1).customer);
    expect(pages.map(({ status }: Json) => status)).toEqual(['complete', 'expired']);
    expect((await paying.checkout(ada, { credits: 100 })).status).toBe(200);
    await paying.control('renew', { subscription: subscriptions.at(-1).id });
    await paying.bring(await paying.newEvents());
    expect((await paying.checkout(ada, { plan: 'business' })).status).toBe(409);
    await paying.control('cancel', { subscription: subscriptions.at(-1).id });
    await paying.bring(await paying.newEvents());
    expect((await paying.checkout(ada, { plan: 'business' })).status).toBe(200);
  });

  it('sells one subscription from two windows, and none beside one that no event has reported yet', async () => {
    const ada = await owner();
    const [first, second] = [
      await paying.checkout(ada, { plan: 'creator' }),
      await paying.checkout(ada, { plan: 'business' }),
    ];
    await paying.pay(first);
    await paying.pay(second);
    const { subscriptions } = await paying.state();
    const [customer] = (await paying.state()).customers.slice(-1);
    expect(subscriptions.filter((one: Json) => one.customer === customer.id)).toHaveLength(1);
    expect(subscriptions.at(-1)).toMatchObject({ customer: customer.id, price: 'price_sandbox_business' });
    expect((await paying.checkout(ada, { plan: 'creator' })).status).toBe(409);
    await paying.newEvents();
  });

  it('sells one subscription from pages that are opened at the same moment', async () => {
    const ada = await owner();
    const answers = await Promise.all(
      Array.from({ length: 5 }, async (_none, nth) =>
        paying.checkout(ada, { plan: nth % 2 === 0 ? 'creator' : 'business' }),
      ),
    );
    const [made, refused] = [200, 409].map((wanted) => answers.filter(({ status }) => status === wanted));
    expect(made!.length + refused!.length).toBe(answers.length);
    const other = 'A page for a plan was opened somewhere else at the same moment. Pay there, or try again.';
    expect(refused!.map(({ body }) => body.message)).toEqual(refused!.map(() => other));
    for (const page of made!) await paying.pay(page);
    const [customer] = (await paying.state()).customers.slice(-1);
    const { subscriptions } = await paying.state();
    expect(subscriptions.filter((one: Json) => one.customer === customer.id)).toHaveLength(1);
    await paying.newEvents();
  });

  it('makes another customer where Stripe does not know the one that is kept, and ends the plan that went with it', async () => {
    const ada = await owner();
    await paying.newEvents();
    await paying.pay(await paying.checkout(ada, { plan: 'creator' }));
    await paying.bring(await paying.newEvents());
    const [gone] = (await paying.state()).customers.slice(-1);
    await paying.control('remove-customer', { customer: gone.id });
    const made = await paying.checkout(ada, { credits: 100 });
    expect(made.status).toBe(200);
    expect(await ledgerOf(paying, ada)).toMatchObject({ plan: 'creator', nextPlan: 'free' });
    const [customer] = (await paying.state()).customers.slice(-1);
    expect([customer.id === gone.id, customer.metadata]).toEqual([false, { workspaceId: ada.workspaceId }]);
    await paying.pay(made);
    const answers = await paying.bring(await paying.newEvents());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 100, nextPlan: 'free' });
    await paying.control('remove-customer', { customer: customer.id });
    const body = { returnUrl: 'https://app.example/' };
    expect((await ada.call('POST', '/api/v1/console/billing/portal-session', { body })).status).toBe(200);
    expect((await paying.checkout(ada, { plan: 'business' })).status).toBe(200);
  });

  it.each([
    ['neither credits nor a plan', {}, 'credits'],
    ['both', { credits: 100, plan: 'creator' }, 'credits'],
    ['too few credits', { credits: 99 }, 'credits'],
    ['too many credits', { credits: 1_000_001 }, 'credits'],
    ['a fraction', { credits: 100.5 }, 'credits'],
    ['a plan that is free', { plan: 'free' }, 'plan'],
    ['an address of another kind', { credits: 100, successUrl: 'javascript:alert(1)' }, 'successUrl'],
    ['no address', { credits: 100, cancelUrl: '' }, 'cancelUrl'],
  ])('answers 400 to %s, and asks nobody', async (_what, body, field) => {
    const ada = await owner();
    const before = [await purchases(), (await paying.state()).calls.length];
    const addresses = { successUrl: 'https://app.example/', cancelUrl: 'https://app.example/' };
    const answer = await ada.call('POST', '/api/v1/console/billing/paygo/checkout', {
      body: { ...addresses, ...body },
    });
    expect(answer).toMatchObject({ status: 400, body: { details: { [field]: [expect.any(String)] } } });
    expect([await purchases(), (await paying.state()).calls.length]).toEqual(before);
  });

  it('answers 403 to a member, and to the admin of another organization than the root', async () => {
    const ada = await owner();
    const grace = await buildUser(paying.app);
    await addMember(ada.organizationId, grace.userId, 'member');
    const headers = { 'X-Organization-Id': ada.organizationId };
    expect((await paying.checkout(grace, { credits: 100 }, { headers })).status).toBe(403);
  });

  it('makes one customer for all that a workspace buys, also for those who buy at the same moment', async () => {
    const ada = await owner();
    const before = (await paying.state()).customers.length;
    const answers = await Promise.all(Array.from({ length: 8 }, async () => paying.checkout(ada, { credits: 100 })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { customers } = await paying.state();
    expect(customers.length).toBe(before + 1);
  });
});

describe('createCheckout, when Stripe does not answer well', () => {
  const fault = async (on: object, action: object) =>
    paying.sandbox.control('POST', '/faults', { on: { method: 'POST', ...on }, do: action });
  afterEach(async () => paying.sandbox.control('DELETE', '/faults'));

  it.each(['/v1/customers', '/v1/checkout/sessions'])(
    'makes one thing of one order if the answer of %s is lost: it is asked again under the same key',
    async (path) => {
      const ada = await owner();
      const before = await paying.state();
      await fault({ path }, { loseAnswer: true });
      const made = await paying.checkout(ada, { credits: 100 });
      const after = await paying.state();
      expect(made.status).toBe(200);
      expect(after.customers.length).toBe(before.customers.length + 1);
      expect(after.sessions.length).toBe(before.sessions.length + 1);
      expect(after.sessions.at(-1).id).toBe(made.body.sessionId);
      const asked = after.calls.slice(before.calls.length).filter((call: { path: string }) => call.path === path);
      expect(asked).toHaveLength(2);
      expect(asked[0].idempotencyKey).toMatch(/^(customer\/[0-9a-f-]{36}|checkout\/[0-9a-f-]{36}\/cus_\w+)$/);
      expect(asked.map((call: { isReplay: boolean }) => call.isReplay)).toEqual([false, true]);
      expect(asked[1].idempotencyKey).toBe(asked[0].idempotencyKey);
    },
  );

  it('answers 503 with Retry-After if Stripe fails again and again, and logs no key', async () => {
    const ada = await owner();
    await fault({ path: '/v1/checkout/sessions', times: 3 }, { status: 500, body: { error: { type: 'api_error' } } });
    paying.app.forget();
    const answer = await paying.checkout(ada, { credits: 100 });
    expect(answer).toMatchObject({ status: 503, body: { error: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
    const log = JSON.stringify(paying.app.log);
    expect(log).toContain('StripeAPIError');
    expect(log).not.toMatch(/sk_test|Bearer/);
  });

  it('answers 503 if Stripe refuses the key, and says so in the log as an error', async () => {
    const ada = await owner();
    const refusal = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_sandbox' } };
    await fault({ path: '/v1/customers' }, { status: 401, body: refusal });
    paying.app.forget();
    expect((await paying.checkout(ada, { credits: 100 })).status).toBe(503);
    const said = paying.app.log.filter(({ msg }) => msg === 'payments are not available');
    expect(said).toEqual([expect.objectContaining({ level: 50 })]);
    expect(JSON.stringify(paying.app.log)).not.toContain('sk_test');
  });

  it('answers 400 for an address that only Stripe does not take', async () => {
    const ada = await owner();
    const refusal = {
      error: { type: 'invalid_request_error', code: 'url_invalid', param: 'success_url', message: 'x' },
    };
    await fault({ path: '/v1/checkout/sessions' }, { status: 400, body: refusal });
    expect(await paying.checkout(ada, { credits: 100 })).toMatchObject({
      status: 400,
      body: { details: { successUrl: [expect.any(String)] } },
    });
  });
});
