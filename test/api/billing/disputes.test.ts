import { PaymentFailure } from '../../../lib/payments/Payments';
import { ledgerOf, usePaying } from './paying';
import { sendEvent } from '../../support/payments';

/** contract.md §6: a dispute takes back the credits that a refund of its amount would; a won dispute returns them. */

const paying = usePaying();

async function bought(credits = 1000) {
  const ada = await paying.owner();
  await paying.newEvents();
  await paying.pay(await paying.checkout(ada, { credits }));
  const events = await paying.newEvents();
  const charge: string = (await paying.state()).charges.at(-1).id;
  const dispute = async (amount?: number, inquiry = false) => {
    const { body } = await paying.sandbox.control('POST', '/stripe/disputes', { charge, amount, inquiry });
    return { id: body.id as string, created: (await paying.newEvents())[0]! };
  };
  const close = async (id: string, status: 'won' | 'lost' | 'warning_closed') => {
    await paying.control('disputes/close', { dispute: id, status });
    return (await paying.newEvents())[0]!;
  };
  const refund = async (amount: number) => {
    await paying.control('refunds', { charge, amount });
    return (await paying.newEvents())[0]!;
  };
  const purchased = async () => (await ledgerOf(paying, ada)).purchased;
  return { ada, events, charge, dispute, close, refund, purchased };
}

it('takes back in proportion to what is disputed, and gives it back when it is won', async () => {
  const { ada, events, dispute, close } = await bought();
  await paying.bring(events);
  const { id, created } = await dispute(500);
  await paying.bring([created]);
  expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 750, sum: 1250, balance: 1250 });
  await paying.bring([await close(id, 'won')]);
  const { entries, ...end } = await ledgerOf(paying, ada);
  expect(end).toMatchObject({ purchased: 1000, sum: 1500, balance: 1500 });
  expect(entries).toEqual([
    ['grant', 500],
    ['purchase', 1000],
    ['adjust', -250],
    ['adjust', 250],
  ]);
});

it.each([
  ['lost', 0],
  ['won', 1000],
  ['warning_closed', 1000],
] as const)('leaves, once it is closed as %s, %i credits', async (status, left) => {
  const { events, dispute, close, purchased } = await bought();
  await paying.bring(events);
  const { id, created } = await dispute(undefined, status === 'warning_closed');
  await paying.bring([created]);
  expect(await purchased()).toBe(0);
  await paying.bring([await close(id, status)]);
  expect(await purchased()).toBe(left);
});

it.each(['the end first', 'before the payment'])(
  'comes to the same, %s, and however often it is told',
  async (which) => {
    const { events, dispute, close, purchased } = await bought();
    const { id, created } = await dispute(500);
    const won = await close(id, 'won');
    const all = which === 'the end first' ? [...events, won, created] : [won, created, ...events];
    await paying.bring([...all, ...all]);
    expect(await purchased()).toBe(1000);
  },
);

it('never takes more than the charge has bought: two disputes and a refund of one charge', async () => {
  const { ada, events, dispute, close, refund } = await bought();
  await paying.bring(events);
  const [one, other] = [await dispute(1500), await dispute(1500)];
  await paying.bring([one.created, other.created, await refund(1000)]);
  expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 0, sum: 500, balance: 500 });
  await paying.bring([await close(one.id, 'won'), await close(other.id, 'won')]);
  expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 500, sum: 1000 });
});

it('takes what was used already from the next purchase', async () => {
  const { ada, events, dispute } = await bought();
  await paying.bring(events);
  await paying.app.database.query(
    `WITH used AS (UPDATE credit_accounts SET purchased = purchased - 900 WHERE workspace_id = $1 RETURNING *)
     INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
     SELECT gen_random_uuid(), workspace_id, 'hold', 900, -900, 600, cycle_started_at, 'used' FROM used RETURNING id`,
    [ada.workspaceId],
  );
  await paying.bring([(await dispute()).created]);
  await paying.pay(await paying.checkout(ada, { credits: 2000 }));
  await paying.bring(await paying.newEvents());
  expect(await ledgerOf(paying, ada)).toMatchObject({ purchased: 1100, sum: 1600, balance: 1600 });
});

it.each([
  ['of a charge that Stripe does not have', { charge: 'ch_of_nobody' }],
  ['without a charge', { charge: null }],
  ['without an amount', { amount: null }],
])('answers 200 to one %s, without an effect', async (_what, change) => {
  const { events, dispute, purchased } = await bought();
  await paying.bring(events);
  const { created } = await dispute();
  const event = JSON.parse(created.body);
  const body = JSON.stringify({ ...event, data: { object: { ...event.data.object, ...change } } });
  expect((await sendEvent(paying.app, body)).status).toBe(200);
  expect(await purchased()).toBe(1000);
});

it('answers 503 while Stripe does not tell of the charge, and takes the event when it comes again', async () => {
  const { events, dispute, purchased } = await bought();
  await paying.bring(events);
  const { created } = await dispute();
  const chargeOf = paying.app.deps.payments.chargeOf;
  paying.app.deps.payments.chargeOf = async () => {
    throw new PaymentFailure('down', 'no answer');
  };
  expect((await sendEvent(paying.app, created.body)).status).toBe(503);
  paying.app.deps.payments.chargeOf = chargeOf;
  expect((await sendEvent(paying.app, created.body)).status).toBe(200);
  expect(await purchased()).toBe(0);
});
