import * as fc from 'fast-check';
import { planIds, shownPriceOf } from '../../../domain/credits';
import { differencesOf, priceInWords } from '../../../lib/payments/chargedPrice';
import type { ChargedPrice } from '../../../lib/payments/chargedPrice';
import { createStripePayments } from '../../../lib/payments/stripe';
import { paymentSettings } from '../../support/payments';
import { useServer } from '../../support/servers/server';

const month = { interval: 'month', interval_count: 1, meter: null, usage_type: 'licensed' };
/** A price as Stripe's API shows it (https://docs.stripe.com/api/prices/object). */
const plain = {
  id: 'price_plain',
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'usd',
  livemode: true,
  recurring: month,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: 1900,
  unit_amount_decimal: '1900',
};
const asShown: ChargedPrice = { amountCents: 1900, currency: 'usd', interval: 'month', isActive: true, isLive: true };

const cases: Record<string, [object, Partial<ChargedPrice>]> = {
  plain: [{}, {}],
  archived: [{ active: false }, { isActive: false }],
  of_a_test_mode: [{ livemode: false }, { isLive: false }],
  in_euro: [{ currency: 'eur' }, { currency: 'eur' }],
  of_a_year: [{ recurring: { ...month, interval: 'year' } }, { interval: 'year' }],
  of_three_months: [{ recurring: { ...month, interval_count: 3 } }, { interval: '3 months' }],
  once: [{ type: 'one_time', recurring: null }, { interval: null }],
  free: [{ unit_amount: 0, unit_amount_decimal: '0' }, { amountCents: 0 }],
  part_of_a_cent: [{ unit_amount: null, unit_amount_decimal: '1900.5' }, { amountCents: null }],
  in_tiers: [
    { billing_scheme: 'tiered', tiers_mode: 'graduated', unit_amount: null, unit_amount_decimal: null },
    { amountCents: null },
  ],
  by_use: [{ recurring: { ...month, usage_type: 'metered' } }, { amountCents: null }],
  in_packs: [{ transform_quantity: { divide_by: 10, round: 'down' } }, { amountCents: null }],
};

/** Answers with status 200 that are no price. */
const others: Record<string, string> = {
  empty: '{}',
  list: '[]',
  cut: JSON.stringify(plain).slice(0, -20),
  page: '<!doctype html><title>Sign in</title>',
  without_amount: JSON.stringify({ ...plain, unit_amount: undefined }),
  with_an_amount_in_words: JSON.stringify({ ...plain, unit_amount: '1900' }),
};

const stripe = useServer(({ url = '' }, response) => {
  const name = url.replace('/v1/prices/price_', '');
  const body = others[name] ?? JSON.stringify({ ...plain, ...cases[name]![0] });
  response.setHeader('content-type', 'application/json').end(body);
});

describe('an answer that is no price', () => {
  it.each(Object.keys(others))('is none, as if Stripe were away, and no difference: %s', async (name) => {
    const payments = createStripePayments(paymentSettings(stripe.url));
    await expect(payments.priceOf(`price_${name}`)).rejects.toMatchObject({ name: 'PaymentFailure', reason: 'down' });
  });
});

describe('a price that Stripe answers', () => {
  it.each(Object.keys(cases))('is read as it is charged: %s', async (name) => {
    const { priceOf } = createStripePayments(paymentSettings(stripe.url));
    expect(await priceOf(`price_${name}`)).toEqual({ ...asShown, ...cases[name]![1] });
  });
});

const shown = { amountCents: 1900, currency: 'usd', interval: 'month' } as const;

describe('differencesOf', () => {
  it.each<[string, ChargedPrice | null, string[]]>([
    ['the same price', asShown, []],
    ['the same price of a test mode', { ...asShown, isLive: false }, []],
    ['an unknown price', null, ['unknown']],
    ['an archived price', { ...asShown, isActive: false }, ['archived']],
    ['a cent more', { ...asShown, amountCents: 1901 }, ['amount']],
    ['a cent less', { ...asShown, amountCents: 1899 }, ['amount']],
    ['no fixed amount', { ...asShown, amountCents: null }, ['amount']],
    ['another currency', { ...asShown, currency: 'eur' }, ['currency']],
    ['another interval', { ...asShown, interval: 'year' }, ['interval']],
    ['a price that is charged once', { ...asShown, interval: null }, ['interval']],
    [
      'all at once',
      { amountCents: 1, currency: 'eur', interval: 'week', isActive: false, isLive: true },
      ['archived', 'amount', 'currency', 'interval'],
    ],
  ])('of %s', (_what, charged, differences) => {
    expect(differencesOf(shown, charged)).toEqual(differences);
  });

  it('finds none exactly where an active price has amount, currency and interval of a plan', () => {
    const charged = fc.record({
      amountCents: fc.constantFrom(0, 1900, 14_900, null),
      currency: fc.constantFrom('usd', 'eur', 'USD'),
      interval: fc.constantFrom('month', 'year', '2 months', null),
      isActive: fc.boolean(),
      isLive: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...planIds), charged, (plan, price) => {
        const wanted = JSON.stringify({ ...shownPriceOf(plan), isActive: true, isLive: price.isLive });
        expect(differencesOf(shownPriceOf(plan), price).length === 0).toBe(JSON.stringify(price) === wanted);
      }),
    );
  });
});

it.each([
  [shown, '1900 usd each month'],
  [{ ...shown, interval: '3 months' }, '1900 usd each 3 months'],
  [{ ...shown, interval: null }, '1900 usd once'],
  [{ ...shown, amountCents: null }, 'no fixed amount of usd each month'],
])('priceInWords says %j', (price, words) => {
  expect(priceInWords(price)).toBe(words);
});
