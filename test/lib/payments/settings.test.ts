import { z } from 'zod';
import { ConfigError } from '../../../lib/settings/ConfigError';
import { readVariables } from '../../../lib/settings/readVariables';
import { paymentVariables } from '../../../lib/payments/settings';
import { readPaymentSettings } from '../../support/payments';

const all = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_CREATOR: 'price_1',
  STRIPE_PRICE_BUSINESS: 'price_2',
};

it('leads to Stripe with a key, and to a sandbox without', () => {
  expect(readPaymentSettings(all)).toEqual({
    secretKey: 'sk_live_1',
    webhookSecret: 'whsec_1',
    apiBase: 'https://api.stripe.com',
    prices: { creator: 'price_1', business: 'price_2' },
    automaticTax: false,
    invoiceCreation: false,
  });
  expect(readPaymentSettings({}).apiBase).toBe('http://127.0.0.1:4604');
});

it('knows no secret of events that everybody knows', () => {
  expect(readPaymentSettings({}).webhookSecret).toBeNull();
});

it.each(['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_CREATOR', 'STRIPE_PRICE_BUSINESS'])(
  'ends with one line where %s is missing beside a key',
  (name) => {
    const { [name as keyof typeof all]: _, ...rest } = all;
    expect(() => readPaymentSettings(rest)).toThrow(ConfigError);
    expect(() => readPaymentSettings(rest)).toThrow(`${name}: must be set with STRIPE_SECRET_KEY`);
  },
);

describe.each([
  ['STRIPE_AUTOMATIC_TAX', 'automaticTax'],
  ['STRIPE_INVOICE_CREATION', 'invoiceCreation'],
] as const)('%s', (name, setting) => {
  it.each([
    ['true', true],
    ['false', false],
  ])('is %s with a key of Stripe and without', (text, value) => {
    expect(readPaymentSettings({ ...all, [name]: text })[setting]).toBe(value);
    expect(readPaymentSettings({ [name]: text })[setting]).toBe(value);
  });

  it.each(['yes', '1', 'TRUE', ''])('is not %j: nobody has to guess what that means', (text) => {
    expect(() => readVariables(z.object(paymentVariables), { [name]: text })).toThrow(`${name}: must be true or false`);
  });
});
