import * as fc from 'fast-check';
import type { BuiltUser } from '../../support/callers/people';
import { runs } from '../../support/counts';
import { sendEvent } from '../../support/payments';
import { failingLaterCard, goodCard, ledgerOf, usePaying } from './paying';
import type { KeptEvent } from './paying';
import { planOf, purchasedOf } from './paymentsModel';
import type { Payments } from './paymentsModel';

const paying = usePaying();

/** An action at Stripe. `nth` chooses among the present objects. */
type Action =
  | { do: 'buy'; credits: number; later: boolean }
  | { do: 'promise'; nth: number; succeeds: boolean }
  | { do: 'refund' | 'dispute'; nth: number; part: number }
  | { do: 'decide'; nth: number; status: 'won' | 'lost' | 'warning_closed' }
  | { do: 'subscribe'; plan: 'creator' | 'business'; failsLater: boolean }
  | { do: 'renew' | 'end' }
  | { do: 'portal'; choice: 'creator' | 'business' | 'cancel' | 'card' };

const nth = fc.nat(9);
const plan = fc.constantFrom('creator', 'business');
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('buy'), credits: fc.integer({ min: 100, max: 5000 }), later: fc.boolean() }),
  fc.record({ do: fc.constant('promise'), nth, succeeds: fc.boolean() }),
  fc.record({ do: fc.constantFrom('refund', 'dispute'), nth, part: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('decide'), nth, status: fc.constantFrom('won', 'lost', 'warning_closed') }),
  fc.record({ do: fc.constant('subscribe'), plan, failsLater: fc.boolean() }),
  fc.record({ do: fc.constantFrom('renew', 'renew', 'end') }),
  fc.record({ do: fc.constant('portal'), choice: fc.constantFrom('creator', 'business', 'cancel', 'card') }),
);

/** One action, and the number of waiting events that are brought after it, from given places of the heap. */
const step = fc.record({ action, bring: fc.nat(3), places: fc.infiniteStream(fc.nat(1000)) });

/** A workspace and its Stripe: does the actions that can be done, and keeps the model of their effects. */
async function openScene(owner: BuiltUser) {
  const model: Payments = { purchases: [], subscription: null };
  const sessions: { id: string; purchase: number }[] = [];
  /** The purchase of each charge, and the disputes that are not decided. */
  const charged = new Map<string, Payments['purchases'][number]>();
  const undecided: { id: string; dispute: { cents: number; isWon: boolean } }[] = [];
  let isFailing = false;
  /** The change that the portal has put off to the end of the period. */
  let next: 'creator' | 'business' | 'end' | null = null;
  let portal: string | null = null;
  const own = async (kind: 'charges' | 'subscriptions') => {
    const state = await paying.state();
    const [customer] = state.customers.filter((one: { metadata: object }) =>
      Object.values(one.metadata).includes(owner.workspaceId),
    );
    return state[kind].filter((one: { customer: string }) => one.customer === customer?.id);
  };

  const acts: { [Name in Action['do']]: (given: Extract<Action, { do: Name }>) => Promise<void> } = {
    buy: async ({ credits, later }) => {
      const made = await paying.checkout(owner, { credits });
      if (later) await paying.submit(made.body.checkoutUrl, { action: 'later' });
      else await paying.pay(made);
      if (later) sessions.push({ id: made.body.sessionId, purchase: model.purchases.length });
      const purchase = { credits, paidCents: credits * 2, refundedCents: 0, isPaid: !later, disputes: [] };
      model.purchases.push(purchase);
      if (!later) charged.set((await own('charges')).at(-1).id, purchase);
    },
    promise: async ({ nth, succeeds }) => {
      const [session] = sessions.splice(nth % (sessions.length || 1), 1);
      if (!session) return;
      await paying.control('promises', { session: session.id, succeeds });
      const purchase = model.purchases[session.purchase]!;
      purchase.isPaid = succeeds;
      if (succeeds) charged.set((await own('charges')).at(-1).id, purchase);
    },
    refund: async ({ nth, part }) => {
      const charges = await own('charges');
      const charge = charges[nth % (charges.length || 1)];
      const left = charge ? charge.amount - charge.amountRefunded : 0;
      const amount = Math.ceil(left / part);
      if (amount === 0) return;
      await paying.control('refunds', { charge: charge.id, amount });
      charged.get(charge.id)!.refundedCents += amount;
    },
    dispute: async ({ nth, part }) => {
      const charges = await own('charges');
      const charge = charges[nth % (charges.length || 1)];
      if (!charge) return;
      const cents = Math.ceil(charge.amount / part);
      const body = { charge: charge.id, amount: cents, inquiry: nth % 4 === 0 };
      const { id } = (await paying.sandbox.control('POST', '/stripe/disputes', body)).body;
      const dispute = { cents, isWon: false };
      charged.get(charge.id)!.disputes.push(dispute);
      undecided.push({ id, dispute });
    },
    decide: async ({ nth, status }) => {
      const [open] = undecided.splice(nth % (undecided.length || 1), 1);
      if (!open) return;
      await paying.control('disputes/close', { dispute: open.id, status });
      open.dispute.isWon = status !== 'lost';
    },
    subscribe: async ({ plan, failsLater }) => {
      const made = await paying.checkout(owner, { plan });
      const live = (await own('subscriptions')).some((one: { status: string }) => one.status !== 'canceled');
      if (made.status !== 200 || live) return;
      await paying.pay(made, failsLater ? failingLaterCard : goodCard);
      isFailing = failsLater;
      next = null;
      model.subscription = { plan, status: 'active' };
    },
    renew: async () => {
      const { subscription } = model;
      if (!subscription || subscription.status === 'canceled') return;
      await paying.control('renew', { subscription: (await own('subscriptions')).at(-1).id });
      if (next === 'end') subscription.status = 'canceled';
      else subscription.status = isFailing ? 'past_due' : 'active';
      if (next === 'creator') subscription.plan = next;
      next = null;
    },
    end: async () => {
      const { subscription } = model;
      if (!subscription || subscription.status === 'canceled') return;
      await paying.control('cancel', { subscription: (await own('subscriptions')).at(-1).id });
      subscription.status = 'canceled';
    },
    portal: async ({ choice }) => {
      const { subscription } = model;
      if (!subscription || subscription.status === 'canceled') return;
      const body = { returnUrl: 'https://app.example/' };
      portal ??= (await owner.call('POST', '/api/v1/console/billing/portal-session', { body })).body.url as string;
      const action = choice === 'cancel' || choice === 'card' ? choice : `price_sandbox_${choice}`;
      const { id } = (await own('subscriptions')).at(-1);
      await paying.submit(portal, { subscription: id, action, card: goodCard });
      if (choice === 'card') {
        subscription.status = 'active';
        isFailing = false;
        return;
      }
      const isUp = choice === 'business' && subscription.plan === 'creator';
      const isDown = choice === 'creator' && subscription.plan === 'business';
      next = choice === 'cancel' ? 'end' : isDown ? choice : null;
      if (isUp) subscription.plan = choice;
      if (isUp && isFailing) subscription.status = 'past_due';
    },
  };
  return { model, act: async (given: Action) => (acts[given.do] as (given: Action) => Promise<void>)(given) };
}

const rowsOf = async ({ workspaceId }: BuiltUser) => ({
  ledger: await ledgerOf(paying, { workspaceId }),
  purchases: await paying.app.database.query('SELECT * FROM credit_purchases WHERE workspace_id = $1 ORDER BY id', [
    workspaceId,
  ]),
  disputes: await paying.app.database.query('SELECT * FROM purchase_disputes ORDER BY id'),
  customers: await paying.app.database.query('SELECT * FROM payment_customers WHERE workspace_id = $1', [workspaceId]),
});

it('comes to the same in whatever order and however often events come; a replay of them all changes nothing', async () => {
  const scenario = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 12 }),
    places: fc.infiniteStream(fc.nat(1000)),
    replay: fc.infiniteStream(fc.nat(1000)),
  });
  const property = fc.asyncProperty(scenario, async ({ steps, places, replay }) => {
    const owner = await paying.owner();
    const { model, act } = await openScene(owner);
    await paying.newEvents();
    const all: KeptEvent[] = [];
    const waiting: KeptEvent[] = [];
    /** Brings a waiting event, sometimes twice at the same moment. */
    const bringOne = async (place: number) => {
      const [event] = waiting.splice(place % waiting.length, 1);
      const copies = place % 3 === 0 ? [event!, event!] : [event!];
      const answers = await Promise.all(copies.map(async ({ body }) => sendEvent(paying.app, body)));
      expect(answers.map(({ status }) => status)).toEqual(copies.map(() => 200));
    };
    const gather = async () => {
      const events = await paying.newEvents();
      all.push(...events);
      waiting.push(...events);
    };

    for (const { action, bring, places: early } of steps) {
      await act(action);
      await gather();
      for (const place of early.take(Math.min(bring, waiting.length))) await bringOne(place);
    }
    for (const place of places.take(waiting.length)) await bringOne(place);

    const end = await rowsOf(owner);
    const { purchased, sum, balance, plan, nextPlan } = end.ledger;
    expect({ purchased, plan: nextPlan ?? plan, balance }).toEqual({
      purchased: purchasedOf(model),
      plan: planOf(model),
      balance: sum,
    });
    const { status } = await paying.finances(owner);
    expect(status).toBe(model.subscription?.status ?? 'active');

    waiting.push(...all);
    for (const place of replay.take(all.length)) await bringOne(place);
    expect(await rowsOf(owner)).toEqual(end);
  });
  await fc.assert(property, runs(10, 300));
}, 900_000);
