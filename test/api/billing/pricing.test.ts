import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildCaller } from '../../support/callers/caller';
import { addMember, buildUser } from '../../support/callers/people';
import { use } from '../../support/use';

const app = use(async () => startApp({ freePlanCredits: 700 }));
const owner = use(async () => buildUser(app));
const member = use(async () => {
  const user = await buildUser(app);
  await addMember(owner.organizationId, user.userId, 'member');
  return user;
});

const asMember = async (path: string) =>
  member.call('GET', `/api/v1/console/billing/${path}`, { headers: { 'X-Organization-Id': owner.organizationId } });

describe('getPricing', () => {
  it('lists every operation and every plan, with the credits of the free plan as this installation sets them', async () => {
    const { call } = await buildCaller(app);
    const { status, body, headers } = await call('GET', '/api/v1/billing/pricing');
    expect(status).toBe(200);
    const credits = Object.fromEntries(
      body.operations.map((price: { operation: string; credits: number }) => [price.operation, price.credits]),
    );
    expect(credits).toEqual({
      'publish.text': 1,
      'publish.link': 1,
      'publish.image': 2,
      'publish.story': 2,
      'publish.carousel': 3,
      'publish.short': 5,
      'publish.reel': 5,
      'publish.video': 10,
      'publish.update': 1,
      'stats.channel': 1,
      'stats.post': 1,
    });
    const tiers = body.operations.map(({ operation, tier }: { operation: string; tier: string }) => [operation, tier]);
    for (const [operation, tier] of tiers) expect(tier).toBe(operation.startsWith('stats.') ? 'PLATFORM' : 'PUBLISH');
    expect(body.plans).toEqual([
      { plan: 'free', planName: 'Free', monthlyCredits: 700, priceCents: 0, currency: 'usd' },
      { plan: 'creator', planName: 'Creator', monthlyCredits: 5000, priceCents: 1900, currency: 'usd' },
      { plan: 'business', planName: 'Business', monthlyCredits: 50_000, priceCents: 14_900, currency: 'usd' },
    ]);
    expect(headers.get('x-credits-used')).toBeNull();
  });

  it('is there for any member', async () => {
    expect(await asMember('pricing')).toMatchObject({ status: 200 });
  });
});

describe('getQuote', () => {
  it.each([
    [100, 200],
    [1234, 2468],
    [1_000_000, 2_000_000],
  ])('%d credits cost %d cents', async (credits, amountCents) => {
    const { status, body } = await asMember(`paygo/quote?credits=${credits}`);
    expect([status, body]).toEqual([200, { credits, unitPriceCents: 2, amountCents, currency: 'usd' }]);
  });

  it.each(['', '?credits=99', '?credits=1000001', '?credits=1e3', '?credits=100.5', '?credits=100&credits=200'])(
    'answers 400 to %p',
    async (query) => {
      expect(await asMember(`paygo/quote${query}`)).toMatchObject({
        status: 400,
        body: { details: { credits: [expect.any(String)] } },
      });
    },
  );
});

describe('getFinanceState', () => {
  it('tells plan and credits, what is held of the cycle and of bought credits alike', async () => {
    const { connectionId } = await buildConnection(owner);
    await app.database.query(
      `UPDATE credit_accounts SET posted = monthly_credits - 5, purchased = 30 WHERE workspace_id = $1 RETURNING plan`,
      [owner.workspaceId],
    );
    await buildAssignment({ ...owner, connectionId });
    const { status, body } = await owner.call('GET', '/api/v1/console/billing/finance-state');
    expect([status, body]).toEqual([
      200,
      {
        plan: 'free',
        status: 'active',
        subscription: null,
        balance: 25,
        held: 10,
        purchasedCredits: 25,
        paymentMethod: null,
        nextInvoiceAt: null,
      },
    ]);
  });

  it('is not for a member', async () => {
    expect(await asMember('finance-state')).toMatchObject({ status: 403 });
  });
});
