import { z } from 'zod';
import { missing } from './errors';
import type { Nested } from './form';
import type { StripeObject } from './objects';
import { customerOf, listOf, Metadata, read, requireUrl, Truth, Whole } from './parameters';
import type { Configuration, Portal } from './records';
import { newId, secondsOf } from './store';
import type { StripeContext } from './store';

const Feature = z.strictObject({ enabled: Truth });
const Cancel = z.strictObject({
  enabled: Truth,
  mode: z.enum(['at_period_end', 'immediately']).default('at_period_end'),
});
const Update = z.strictObject({
  enabled: Truth,
  default_allowed_updates: listOf(z.enum(['price', 'promotion_code', 'quantity'])).default([]),
  products: listOf(z.strictObject({ product: z.string(), prices: listOf(z.string()) })).default([]),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).default('none'),
  schedule_at_period_end: z
    .strictObject({
      conditions: listOf(z.strictObject({ type: z.enum(['decreasing_item_amount', 'shortening_interval']) })),
    })
    .default({ conditions: [] }),
});
const NewConfiguration = z.strictObject({
  features: z.strictObject({
    invoice_history: Feature.default({ enabled: false }),
    payment_method_update: Feature.default({ enabled: false }),
    subscription_cancel: Cancel.default({ enabled: false, mode: 'at_period_end' }),
    subscription_update: Update,
  }),
  metadata: Metadata,
});
const ConfigurationQuery = z.strictObject({ active: z.literal('true'), limit: Whole.default(10) });
const NewPortal = z.strictObject({ customer: z.string(), return_url: z.string(), configuration: z.string() });

/** Stores the actions that the pages of a portal allow. */
export function createConfiguration({ store, clock }: StripeContext, given: Nested): StripeObject {
  const { features, metadata } = read(NewConfiguration, given);
  const made: Configuration = { id: newId('bpc'), created: secondsOf(clock), features, metadata };
  store.configurations.put(made.id, made);
  return configurationObject(made);
}

/** Newest first. */
export function listConfigurations({ store }: StripeContext, given: Nested): StripeObject {
  const { limit } = read(ConfigurationQuery, given);
  const found = store.configurations.values().toReversed();
  const data = found.slice(0, limit).map(configurationObject);
  return { object: 'list', url: '/v1/billing_portal/configurations', has_more: found.length > limit, data };
}

/** The account has no configuration of its own: each page names one. */
export function createPortal(context: StripeContext, given: Nested): StripeObject {
  const { store, clock, origin } = context;
  const { customer, return_url: returnUrl, configuration } = read(NewPortal, given);
  customerOf(context, customer);
  requireUrl(returnUrl, 'return_url');
  if (!store.configurations.get(configuration)) throw missing('configuration', configuration, 'configuration', 400);
  const portal: Portal = { id: newId('bps'), created: secondsOf(clock), customer, returnUrl, configuration };
  store.portals.put(portal.id, portal);
  return portalObject(portal, origin());
}

/** @param origin where the portal's pages are */
function portalObject(portal: Portal, origin: string): StripeObject {
  const { id, created, customer, returnUrl, configuration } = portal;
  return {
    id,
    object: 'billing_portal.session',
    configuration,
    created,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${origin}/p/session/${id}`,
  };
}

/** The actions that the pages of a portal allow, as Stripe shows them. */
function configurationObject({ id, created, features, metadata }: Configuration): StripeObject {
  const { subscription_update: update } = features;
  const noQuantity = { enabled: false, maximum: null, minimum: 1 };
  return {
    id,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: {
      ...features,
      customer_update: { allowed_updates: [], enabled: false },
      subscription_cancel: {
        ...features.subscription_cancel,
        cancellation_reason: { enabled: false, options: [] },
        proration_behavior: 'none',
      },
      subscription_update: {
        ...update,
        products: update.products.map((one) => ({ ...one, adjustable_quantity: noQuantity })),
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata,
    name: null,
    updated: created,
  };
}
