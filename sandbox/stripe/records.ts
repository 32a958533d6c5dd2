import { z } from 'zod';

/** Times are seconds of the sandbox's clock, as Stripe's objects have them. */
const Seconds = z.number();
const Metadata = z.record(z.string(), z.string());

/** The part of an address that tells where something is taxed. */
export const Address = z.object({ country: z.string(), postalCode: z.string() }).readonly();
export type Address = z.infer<typeof Address>;

export const Customer = z
  .object({
    id: z.string(),
    created: Seconds,
    metadata: Metadata,
    card: z.string().nullable(),
    address: Address.nullable(),
  })
  .readonly();
export type Customer = z.infer<typeof Customer>;

/** A card that a customer has paid with. */
export const Card = z
  .object({
    id: z.string(),
    created: Seconds,
    customer: z.string(),
    brand: z.string(),
    last4: z.string(),
    failsLater: z.boolean(),
  })
  .readonly();
export type Card = z.infer<typeof Card>;

export const Session = z
  .object({
    id: z.string(),
    created: Seconds,
    expiresAt: Seconds,
    mode: z.enum(['payment', 'subscription']),
    customer: z.string(),
    reference: z.string().nullable(),
    successUrl: z.string(),
    cancelUrl: z.string().nullable(),
    /** The name of the goods, for the payer. */
    name: z.string(),
    /** The sum of the prices: without a tax that is added to them, with a tax that is part of them. */
    amount: z.number(),
    hasAutomaticTax: z.boolean(),
    /** The address that was entered becomes that of the customer (`customer_update[address]`). */
    keepsAddress: z.boolean(),
    /** As it was entered on the pay page. */
    address: Address.nullable(),
    /** An invoice is made of the payment (`invoice_creation`). */
    createsInvoice: z.boolean(),
    invoice: z.string().nullable(),
    /** Of a subscription. */
    price: z.string().nullable(),
    metadata: Metadata,
    paymentMetadata: Metadata,
    status: z.enum(['open', 'complete', 'expired']),
    paymentStatus: z.enum(['paid', 'unpaid']),
    paymentIntent: z.string().nullable(),
    subscription: z.string().nullable(),
  })
  .readonly();
export type Session = z.infer<typeof Session>;

/** The price of a month, in cents. An archived one is not active: nothing new is sold at it. */
export const Price = z
  .object({ id: z.string(), name: z.string(), amount: z.number(), isActive: z.boolean() })
  .readonly();
export type Price = z.infer<typeof Price>;

export const Charge = z
  .object({
    id: z.string(),
    created: Seconds,
    paymentIntent: z.string(),
    customer: z.string(),
    amount: z.number(),
    amountRefunded: z.number(),
    status: z.enum(['succeeded', 'failed']),
    metadata: Metadata,
  })
  .readonly();
export type Charge = z.infer<typeof Charge>;

/** The holder of a card has told their bank that a charge is wrong. */
export const Dispute = z
  .object({
    id: z.string(),
    created: Seconds,
    charge: z.string(),
    paymentIntent: z.string(),
    amount: z.number(),
    status: z.enum(['needs_response', 'warning_needs_response', 'won', 'lost', 'warning_closed']),
  })
  .readonly();
export type Dispute = z.infer<typeof Dispute>;

export const Subscription = z
  .object({
    id: z.string(),
    created: Seconds,
    customer: z.string(),
    price: z.string(),
    /** From the next period on; null: the same. */
    nextPrice: z.string().nullable(),
    status: z.enum(['incomplete', 'active', 'past_due', 'canceled']),
    periodStart: Seconds,
    periodEnd: Seconds,
    cancelAtPeriodEnd: z.boolean(),
    card: z.string(),
    hasAutomaticTax: z.boolean(),
    endedAt: Seconds.nullable(),
  })
  .readonly();
export type Subscription = z.infer<typeof Subscription>;

/** The account's settings of Stripe Tax, with one rate for every place. */
export const TaxSettings = z
  .object({
    /** The account has the address of its business. Without it nothing is taxed. */
    hasHeadOffice: z.boolean(),
    /** 0: the account is registered nowhere. */
    percent: z.number(),
    /** The tax is added to prices, or is part of them. */
    behavior: z.enum(['exclusive', 'inclusive']),
  })
  .readonly();
export type TaxSettings = z.infer<typeof TaxSettings>;

/** The actions that the pages of a portal allow, in Stripe's words. */
export const Configuration = z
  .object({
    id: z.string(),
    created: Seconds,
    features: z.object({
      invoice_history: z.object({ enabled: z.boolean() }),
      payment_method_update: z.object({ enabled: z.boolean() }),
      subscription_cancel: z.object({ enabled: z.boolean(), mode: z.enum(['at_period_end', 'immediately']) }),
      subscription_update: z.object({
        enabled: z.boolean(),
        default_allowed_updates: z.array(z.string()),
        products: z.array(z.object({ product: z.string(), prices: z.array(z.string()) })),
        proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']),
        schedule_at_period_end: z.object({ conditions: z.array(z.object({ type: z.string() })) }),
      }),
    }),
    metadata: Metadata,
  })
  .readonly();
export type Configuration = z.infer<typeof Configuration>;

/** A page that one customer may open. */
export const Portal = z
  .object({
    id: z.string(),
    created: Seconds,
    customer: z.string(),
    returnUrl: z.string(),
    configuration: z.string(),
  })
  .readonly();
export type Portal = z.infer<typeof Portal>;

export const Event = z
  .object({
    id: z.string(),
    created: Seconds,
    type: z.string(),
    /** The object as it was then. */
    object: z.record(z.string(), z.unknown()),
    attempts: z.number(),
    /** The status of the last answer; null: there was none. */
    lastStatus: z.number().nullable(),
    isDelivered: z.boolean(),
  })
  .readonly();
export type Event = z.infer<typeof Event>;

/** A call of the API, for developers who want to see the sent request. */
export const Asked = z
  .object({
    id: z.string(),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    body: z.string(),
    idempotencyKey: z.string().nullable(),
    version: z.string().nullable(),
    status: z.number(),
    /** The call was answered with the answer of an earlier call. */
    isReplay: z.boolean(),
  })
  .readonly();
export type Asked = z.infer<typeof Asked>;

/** A request with an idempotency key, and its answer. */
export const KnownKey = z
  .object({ id: z.string(), fingerprint: z.string(), status: z.number(), body: z.unknown() })
  .readonly();
export type KnownKey = z.infer<typeof KnownKey>;
