import { z } from 'zod';
import { baseUrl } from '../settings/baseUrl';
import { ConfigError } from '../settings/ConfigError';
import { trueOrFalse } from '../settings/trueOrFalse';

/** The plans to which a workspace can subscribe. */
export const paidPlans = ['creator', 'business'] as const;
export type PaidPlan = (typeof paidPlans)[number];

export interface PaymentSettings {
  secretKey: string;
  /** The secret with which Stripe signs its events; null: no event is believed. */
  webhookSecret: string | null;
  apiBase: string;
  /** The price of a month of each plan, by its id at Stripe. */
  prices: Readonly<Record<PaidPlan, string>>;
  /** Stripe adds or separates the tax of a sale, by the address of the buyer (https://docs.stripe.com/tax). */
  automaticTax: boolean;
  /** Stripe makes an invoice of bought credits, too. It makes invoices of subscriptions by itself. */
  invoiceCreation: boolean;
}

function startingWith(...prefixes: string[]) {
  const form = new RegExp(String.raw`^(?:${prefixes.join('|')})[\w-]+$`);
  return z.string().regex(form, `must begin with ${prefixes.join(' or ')}`);
}

/** The variables of payments, as `.env.example` explains them. */
export const paymentVariables = {
  STRIPE_SECRET_KEY: startingWith('sk_', 'rk_').optional(),
  STRIPE_WEBHOOK_SECRET: startingWith('whsec_').optional(),
  STRIPE_PRICE_CREATOR: startingWith('price_').optional(),
  STRIPE_PRICE_BUSINESS: startingWith('price_').optional(),
  STRIPE_AUTOMATIC_TAX: trueOrFalse.default(false),
  STRIPE_INVOICE_CREATION: trueOrFalse.default(false),
  STRIPE_API_BASE: baseUrl.optional(),
};

/** The variable that names the price of each plan. */
export const priceVariables = {
  creator: 'STRIPE_PRICE_CREATOR',
  business: 'STRIPE_PRICE_BUSINESS',
} as const satisfies Record<PaidPlan, keyof typeof paymentVariables>;

/** The settings that every sandbox knows. They include no secret of events: a known secret would allow forgery. */
const sandbox = {
  secretKey: 'sk_test_sandbox',
  apiBase: 'http://127.0.0.1:4604',
  prices: { creator: 'price_sandbox_creator', business: 'price_sandbox_business' },
} as const;
const stripeApi = 'https://api.stripe.com';

/**
 * Stripe where there is a key, else the pay page of a sandbox.
 * @throws ConfigError where there is a key, but not all that belongs to it
 */
export function paymentSettingsOf(given: z.output<z.ZodObject<typeof paymentVariables>>): PaymentSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = given;
  const prices = { creator: given.STRIPE_PRICE_CREATOR, business: given.STRIPE_PRICE_BUSINESS };
  const sold = { automaticTax: given.STRIPE_AUTOMATIC_TAX, invoiceCreation: given.STRIPE_INVOICE_CREATION };
  if (secretKey === undefined) {
    return {
      secretKey: sandbox.secretKey,
      webhookSecret: webhookSecret ?? null,
      apiBase: apiBase ?? sandbox.apiBase,
      prices: {
        creator: prices.creator ?? sandbox.prices.creator,
        business: prices.business ?? sandbox.prices.business,
      },
      ...sold,
    };
  }
  return {
    secretKey,
    webhookSecret: required('STRIPE_WEBHOOK_SECRET', webhookSecret),
    apiBase: apiBase ?? stripeApi,
    prices: {
      creator: required('STRIPE_PRICE_CREATOR', prices.creator),
      business: required('STRIPE_PRICE_BUSINESS', prices.business),
    },
    ...sold,
  };
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new ConfigError(`${name}: must be set with STRIPE_SECRET_KEY (see .env.example)`);
  return value;
}
