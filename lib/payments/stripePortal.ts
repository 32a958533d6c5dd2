import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payments } from './Payments';
import type { PaymentSettings } from './settings';

/** By this we find a configuration that we have made. */
const markName = 'contentDelivery';
const configurationsMax = 100;

export interface Portals {
  /** Makes a page, and answers its address. Throws the library's errors. */
  open(portal: Parameters<Payments['createPortal']>[0]): Promise<string>;
}

/** The portal pages. Each configuration is asked for once, and again after a failure: it may be ended at Stripe. */
export function createPortals(stripe: Stripe, prices: PaymentSettings['prices']): Portals {
  const configurations = new Map<string, Promise<string>>();
  return {
    open: async ({ customerId, returnUrl, plans }) => {
      const priceIds = plans.map((plan) => prices[plan]);
      const key = priceIds.join();
      const configuration = configurations.get(key) ?? portalConfiguration(stripe, priceIds);
      configurations.set(key, configuration);
      try {
        const asked = { customer: customerId, return_url: returnUrl, configuration: await configuration };
        return (await stripe.billingPortal.sessions.create(asked)).url;
      } catch (error) {
        configurations.delete(key);
        throw error;
      }
    },
  };
}

/**
 * The configuration of our portal pages, by its id. It is ours and not the account's, since a plan counts at once: a
 * change to a higher price is invoiced and collected at once, a change to a lower price waits for the end of the period
 * (https://docs.stripe.com/api/customer_portal/configurations). Stripe keeps a configuration for each choice of prices.
 */
async function portalConfiguration(stripe: Stripe, priceIds: readonly string[]): Promise<string> {
  const features = featuresOf(await productsOf(stripe, priceIds));
  const mark = createHash('sha256').update(JSON.stringify(features)).digest('hex');
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: configurationsMax });
  const kept = data.find(({ metadata }) => metadata?.[markName] === mark);
  if (kept) return kept.id;
  const made = { features, metadata: { [markName]: mark } };
  return (await stripe.billingPortal.configurations.create(made, { idempotencyKey: `portal/${mark}` })).id;
}

type Product = Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.Product;

/** Stripe wants to know the product of each price. */
async function productsOf(stripe: Stripe, priceIds: readonly string[]): Promise<Product[]> {
  const products = new Map<string, string[]>();
  for (const id of priceIds) {
    const { product } = await stripe.prices.retrieve(id);
    const productId = typeof product === 'string' ? product : product.id;
    products.set(productId, [...(products.get(productId) ?? []), id]);
  }
  return Array.from(products, ([product, prices]) => ({ product, prices }));
}

function featuresOf(products: Product[]): Stripe.BillingPortal.ConfigurationCreateParams.Features {
  return {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update:
      products.length === 0
        ? { enabled: false }
        : {
            enabled: true,
            default_allowed_updates: ['price'],
            products,
            proration_behavior: 'always_invoice',
            schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
          },
  };
}
