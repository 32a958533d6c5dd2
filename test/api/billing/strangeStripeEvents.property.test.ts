import * as fc from 'fast-check';
import type { Json } from '../../support/actors';
import { runs } from '../../support/counts';
import { sendEvent } from '../../support/payments';
import { hostileValue } from '../../fuzz/changes';
import { ledgerOf, usePaying } from './paying';
import type { KeptEvent } from './paying';

const paying = usePaying();

/** The fields that decide whether a payment brings credits, and the other fields that are read of events. */
const deciding = ['type', 'data', 'mode', 'payment_status', 'client_reference_id', 'amount_total'];
const others = ['id', 'metadata', 'customer', 'amount', 'amount_refunded', 'status', 'object', 'items'];

/** An event with another value in one place, or nothing there. */
function changed({ body }: KeptEvent, name: string, value: unknown): string {
  const event: Json = JSON.parse(body);
  const holder = name in event && name !== 'object' ? event : event.data.object;
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  return JSON.stringify(event);
}

const value = fc.oneof({ weight: 5, arbitrary: hostileValue }, { weight: 1, arbitrary: fc.constant(undefined) });

it('signed events of strange content are answered 200 or 400, and bring no credits', async () => {
  const ada = await paying.owner();
  const paidPage = await paying.checkout(ada, { credits: 100 });
  await paying.newEvents();
  await paying.pay(paidPage);
  await paying.pay(await paying.checkout(ada, { plan: 'creator' }));
  const events = await paying.newEvents();
  const paid = events.find(({ type }) => type === 'checkout.session.completed')!;
  const paidCents: number = JSON.parse(paid.body).data.object.amount_total;

  /** A payment that does not count, or any other event with a strange value. */
  const strange = fc.oneof(
    fc.record({ event: fc.constant(paid), name: fc.constantFrom(...deciding), value }),
    fc.record({
      event: fc.constantFrom(...events.filter(({ type }) => !type.startsWith('checkout.'))),
      name: fc.constantFrom(...deciding, ...others),
      value,
    }),
  );
  const property = fc.asyncProperty(strange, async ({ event, name, value: given }) => {
    // A sufficient amount would be paid.
    fc.pre(name !== 'amount_total' || !Number.isInteger(given) || Number(given) < paidCents);
    const { status, body } = await sendEvent(paying.app, changed(event, name, given));
    expect([[200, 400], body]).toEqual([expect.arrayContaining([status]), body]);
  });
  await fc.assert(property, runs(150, 5000));

  expect((await ledgerOf(paying, ada)).purchased).toBe(0);
  expect((await sendEvent(paying.app, paid.body)).status).toBe(200);
  expect((await ledgerOf(paying, ada)).purchased).toBe(100);
});
