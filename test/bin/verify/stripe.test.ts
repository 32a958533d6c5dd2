import { useVerifying } from './verifying';
import type { How } from './verifying';

const { sandbox, run } = useVerifying({ stripeWebhookUrl: 'http://127.0.0.1:9/api/v1/billing/stripe/webhook' });
const stripe = async () => (await sandbox.control('GET', '/stripe')).body;

it('sees everything, and leaves no customer', async () => {
  const { code, said, steps } = await run(['stripe']);
  expect(Object.entries(steps).filter(([, { verdict }]) => verdict !== 'ok')).toEqual([]);
  expect(said).toContain('12 seen, 0 broken, 0 not seen.');
  expect(said).not.toMatch(/sk_test_|whsec_/);
  expect(code).toBe(0);
  const { customers, subscriptions, disputes } = await stripe();
  expect(customers).toEqual([]);
  expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
  expect(disputes).toHaveLength(1);
});

it.each(['sk_live_1', 'rk_live_1', 'sk_1'])('takes no key %s, and makes no call with it', async (key) => {
  const { code, said } = await run(['stripe'], { environment: { STRIPE_SECRET_KEY: key } });
  expect(said).toBe('STRIPE_SECRET_KEY: is not of a test mode; verify pays, so it takes sk_test_ and rk_test_ only');
  expect(code).toBe(2);
  expect((await stripe()).calls).toEqual([]);
});

it.each<[string, () => Promise<unknown>, string, RegExp]>([
  [
    'another price',
    async () => sandbox.control('POST', '/stripe/prices', { price: 'price_sandbox_creator', amount: 2_000 }),
    'stripe.prices',
    /^creator: amount\.$/,
  ],
  [
    'an archived price',
    async () => sandbox.control('POST', '/stripe/prices', { price: 'price_sandbox_business', active: false }),
    'stripe.prices',
    /^business: archived\.$/,
  ],
])('ends with 1: %s', async (_case, prepare, id, reason) => {
  await prepare();
  const { code, steps } = await run(['stripe']);
  expect(steps[id]).toMatchObject({ verdict: 'BROKEN', words: expect.stringMatching(reason) });
  expect(steps['stripe.customer']).toEqual({ verdict: '--', words: 'It rests on stripe.prices.' });
  expect(code).toBe(1);
});

it.each<[string, How, string, RegExp]>([
  ['nobody pays', { person: { isAway: true }, times: { personMs: 50 } }, 'stripe.paid', /not paid in time/],
  ['Stripe is not there', { environment: { STRIPE_API_BASE: 'http://127.0.0.1:9' } }, 'stripe.prices', /./],
])('ends with 2 where %s', async (_case, how, id, reason) => {
  const { code, steps } = await run(['stripe'], how);
  expect(steps[id]).toMatchObject({ verdict: '--', words: expect.stringMatching(reason) });
  expect(Object.values(steps).map(({ verdict }) => verdict)).not.toContain('BROKEN');
  expect(code).toBe(2);
  expect((await stripe()).customers).toEqual([]);
});
