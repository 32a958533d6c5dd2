import { ConfigError } from '../../../lib/settings/ConfigError';
import { paymentSettingsOf } from '../../../lib/payments/settings';

const all = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_CREATOR: 'price_1',
  STRIPE_PRICE_BUSINESS: 'price_2',
};

it('leads to Stripe with a key, and to a sandbox without', () => {
  expect(paymentSettingsOf(all)).toEqual({
    secretKey: 'sk_live_1',
    webhookSecret: 'whsec_1',
    apiBase: 'https://api.stripe.com',
    prices: { creator: 'price_1', business: 'price_2' },
  });
  expect(paymentSettingsOf({}).apiBase).toBe('http://127.0.0.1:4604');
});

it('knows no secret of events that everybody knows', () => {
  expect(paymentSettingsOf({}).webhookSecret).toBeNull();
});

it.each(['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_CREATOR', 'STRIPE_PRICE_BUSINESS'])(
  'ends with one line where %s is missing beside a key',
  (name) => {
    const { [name as keyof typeof all]: _, ...rest } = all;
    expect(() => paymentSettingsOf(rest)).toThrow(ConfigError);
    expect(() => paymentSettingsOf(rest)).toThrow(`${name}: must be set with STRIPE_SECRET_KEY`);
  },
);
