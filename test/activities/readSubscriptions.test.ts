import { MockActivityEnvironment } from '@temporalio/testing';
import { createDueGate, createPromptHosts, createHousekeepingActivities } from '../../activities';
import type { ActivityDeps } from '../../activities';
import { createStripePayments } from '../../lib/payments/stripe';
import { paymentSettings } from '../support/payments';
import type { BuiltUser } from '../support/callers/people';
import { usePaying } from '../api/billing/paying';

/** contract.md §6: subscriptions of paid workspaces are read once a day. */

const paying = usePaying();

const read = async (stripeUrl = paying.sandbox.stripeUrl) => {
  const { logger, config } = paying.app.deps;
  const payments = createStripePayments(paymentSettings(stripeUrl));
  const deps = {
    logger,
    payments,
    dueGate: createDueGate(),
    promptHosts: createPromptHosts(),
    freePlanCredits: config.freePlanCredits,
  } as ActivityDeps;
  return new MockActivityEnvironment().run(createHousekeepingActivities(deps).readPaidSubscriptions);
};
const passHours = async (hours: number) =>
  paying.app.database.query(`UPDATE payment_customers SET read_at = read_at - make_interval(hours => $1)`, [hours]);
const plansOf = async ({ workspaceId }: BuiltUser) =>
  (
    await paying.app.database.query<{ plan: string; nextPlan: string | null }>(
      'SELECT plan, next_plan AS "nextPlan" FROM credit_accounts WHERE workspace_id = $1',
      [workspaceId],
    )
  )[0];

/** A workspace that pays for a plan. Later events of Stripe do not arrive. */
async function subscribed() {
  const ada = await paying.owner();
  await paying.newEvents();
  await paying.pay(await paying.checkout(ada, { plan: 'business' }));
  await paying.bring(await paying.newEvents());
  const subscription: string = (await paying.state()).subscriptions.at(-1).id;
  const customer: string = (await paying.state()).subscriptions.at(-1).customer;
  expect(await plansOf(ada)).toEqual({ plan: 'business', nextPlan: null });
  return { ada, subscription, customer };
}

beforeEach(async () => paying.app.database.query('DELETE FROM payment_customers'));

it.each<[string, (of: { subscription: string; customer: string }) => Promise<void>]>([
  ['that has ended', async ({ subscription }) => paying.control('cancel', { subscription })],
  ['that Stripe does not know', async ({ subscription }) => paying.control('forget-subscription', { subscription })],
  ['whose customer Stripe does not know', async ({ customer }) => paying.control('remove-customer', { customer })],
])('lowers the plan at the next cycle, of a subscription %s', async (_what, change) => {
  const { ada, ...of } = await subscribed();
  await change(of);
  expect(await read()).toEqual({ read: 1, failed: 0 });
  expect(await plansOf(ada)).toEqual({ plan: 'business', nextPlan: 'free' });
});

it('leaves one that is paid for as it is, and reads it once a day', async () => {
  const { ada } = await subscribed();
  expect([await read(), await read()]).toEqual([
    { read: 1, failed: 0 },
    { read: 0, failed: 0 },
  ]);
  await passHours(23);
  expect(await read()).toEqual({ read: 0, failed: 0 });
  await passHours(1);
  expect(await read()).toEqual({ read: 1, failed: 0 });
  expect(await plansOf(ada)).toEqual({ plan: 'business', nextPlan: null });
});

it('reads no subscription that has ended, and none of those that never paid for one', async () => {
  const { subscription } = await subscribed();
  await paying.control('cancel', { subscription });
  await paying.bring(await paying.newEvents());
  const visitor = await paying.owner();
  await paying.checkout(visitor, { plan: 'creator' });
  expect(await read()).toEqual({ read: 0, failed: 0 });
});

it('leaves the plan while Stripe does not answer, and asks again at the next run', async () => {
  const { ada, subscription } = await subscribed();
  await paying.control('cancel', { subscription });
  expect(await read('http://127.0.0.1:9')).toEqual({ read: 0, failed: 1 });
  expect(await plansOf(ada)).toEqual({ plan: 'business', nextPlan: null });
  expect(await read()).toEqual({ read: 0, failed: 0 });
  await passHours(1);
  expect(await read()).toEqual({ read: 1, failed: 0 });
  expect(await plansOf(ada)).toEqual({ plan: 'business', nextPlan: 'free' });
});

it('reads more of them than fit into one batch', async () => {
  for (let nth = 0; nth < 21; nth += 1) {
    const { workspaceId } = await paying.owner();
    await paying.app.database.query(
      `INSERT INTO payment_customers (workspace_id, customer_id, subscription_id) VALUES ($1, $2, 'sub_gone')`,
      [workspaceId, `cus_gone${nth}`],
    );
  }
  expect(await read()).toEqual({ read: 21, failed: 0 });
});
