import { failingLaterCard, ledgerOf, usePaying } from './paying';
import type { Answer, Json } from '../../support/actors';

const paying = usePaying();

/** A workspace with a subscription, whose events have come. */
async function subscribed(card?: string) {
  const ada = await paying.owner();
  await paying.newEvents();
  await paying.pay(await paying.checkout(ada, { plan: 'creator' }), card);
  const follow = async (): Promise<Answer[]> => paying.bring(await paying.newEvents());
  await follow();
  const subscription = (await paying.state()).subscriptions.at(-1);
  const portal = (
    await ada.call('POST', '/api/v1/console/billing/portal-session', { body: { returnUrl: 'https://app.example/' } })
  ).body.url as string;
  const choose = async (fields: Record<string, string>) => {
    await paying.submit(portal, { subscription: subscription.id, ...fields });
    await follow();
  };
  const renew = async () => {
    await paying.control('renew', { subscription: subscription.id });
    await follow();
  };
  /** The invoices of this subscription, oldest first. */
  const invoices = async () =>
    (await paying.state()).events
      .filter(({ type }: { type: string }) => type.startsWith('invoice.'))
      .map(({ object }: { object: Json }) => object)
      .filter(({ customer }: Json) => customer === subscription.customer);
  return { ada, subscription, choose, renew, invoices, finances: async () => paying.finances(ada) };
}

describe('getFinanceState', () => {
  it('answers for a workspace that never paid: the free plan, and nothing owed', async () => {
    const ada = await paying.owner();
    expect(await paying.finances(ada)).toEqual({
      plan: 'free',
      status: 'active',
      subscription: null,
      balance: 500,
      held: 0,
      purchasedCredits: 0,
      paymentMethod: null,
      nextInvoiceAt: null,
    });
  });

  it('answers plan, card and next invoice of a subscription', async () => {
    const { subscription, finances } = await subscribed();
    expect(await finances()).toEqual({
      plan: 'creator',
      status: 'active',
      subscription: { plan: 'creator' },
      balance: 5000,
      held: 0,
      purchasedCredits: 0,
      paymentMethod: 'visa •••• 4242',
      nextInvoiceAt: new Date(subscription.periodEnd * 1000).toISOString(),
    });
  });

  it('answers past_due when a later invoice cannot be paid, and active when another card pays it', async () => {
    const { ada, renew, choose, finances } = await subscribed(failingLaterCard);
    await renew();
    expect(await finances()).toMatchObject({ status: 'past_due', plan: 'creator', paymentMethod: 'visa •••• 0341' });
    expect(await finances()).toMatchObject({ subscription: { plan: null } });
    expect(await ledgerOf(paying, ada)).toMatchObject({ plan: 'creator', nextPlan: 'free', balance: 5000 });
    await choose({ action: 'card', card: '5555 5555 5555 4444' });
    expect(await finances()).toMatchObject({ status: 'active', paymentMethod: 'mastercard •••• 4444' });
    expect(await ledgerOf(paying, ada)).toMatchObject({ plan: 'creator', nextPlan: null, sum: 5000, balance: 5000 });
  });

  it('answers the higher plan once the portal has taken what it costs for the rest of the period', async () => {
    const { choose, finances, invoices } = await subscribed();
    await choose({ action: 'price_sandbox_business' });
    expect(await finances()).toMatchObject({ plan: 'business', status: 'active', balance: 50_000 });
    const [, difference] = await invoices();
    expect(difference).toMatchObject({ status: 'paid' });
    expect(difference.amount_paid).toBeGreaterThan(12_990);
    expect(difference.amount_paid).toBeLessThanOrEqual(13_000);
  });

  it('grants nothing for a higher plan whose difference the card does not pay', async () => {
    const { ada, choose, finances } = await subscribed(failingLaterCard);
    await choose({ action: 'price_sandbox_business' });
    expect(await finances()).toMatchObject({ status: 'past_due', plan: 'creator', balance: 5000 });
    expect(await ledgerOf(paying, ada)).toMatchObject({ nextPlan: 'free' });
    await choose({ action: 'card', card: '4242 4242 4242 4242' });
    expect(await finances()).toMatchObject({ status: 'active', plan: 'business', balance: 50_000 });
  });

  it('grants nothing twice when a plan goes up, down and up again; down counts after the period that is paid', async () => {
    const { ada, choose, renew, finances } = await subscribed();
    await choose({ action: 'price_sandbox_business' });
    await choose({ action: 'price_sandbox_creator' });
    expect(await ledgerOf(paying, ada)).toMatchObject({ plan: 'business', nextPlan: null, balance: 50_000 });
    await renew();
    expect(await ledgerOf(paying, ada)).toMatchObject({ plan: 'business', nextPlan: 'creator', balance: 50_000 });
    await choose({ action: 'price_sandbox_business' });
    expect(await finances()).toMatchObject({ plan: 'business', balance: 50_000 });
    expect(await ledgerOf(paying, ada)).toMatchObject({
      entries: [
        ['grant', 500],
        ['grant', 4500],
        ['grant', 45_000],
      ],
      plan: 'business',
      nextPlan: null,
    });
  });

  it('announces no invoice once the subscription ends with its period, and is canceled after it', async () => {
    const { ada, renew, choose, finances } = await subscribed();
    await choose({ action: 'cancel' });
    expect(await finances()).toMatchObject({ status: 'active', nextInvoiceAt: null });
    await renew();
    expect(await finances()).toMatchObject({
      status: 'canceled',
      subscription: null,
      nextInvoiceAt: null,
      plan: 'creator',
    });
    expect(await ledgerOf(paying, ada)).toMatchObject({ nextPlan: 'free', balance: 5000 });
  });

  it('ends a cancelled plan with the cycle', async () => {
    const { ada, subscription, finances } = await subscribed();
    await paying.control('cancel', { subscription: subscription.id });
    await paying.bring(await paying.newEvents());
    await paying.app.database.query(
      `UPDATE credit_accounts SET first_day = '2025-01-31', cycle_started_at = '2025-01-31', cycle_resets_at = '2025-02-28'
       WHERE workspace_id = $1 RETURNING plan`,
      [ada.workspaceId],
    );
    expect(await finances()).toMatchObject({ status: 'canceled', plan: 'free', balance: 500 });
  });
});
