import StripeLibrary from 'stripe';
import { paced } from '../../domain/pace';
import { asking } from '../failpoint';
import { inSpan } from '../tracing/tracing';
import { chargedPriceOf } from './chargedPrice';
import type { ChargedPrice } from './chargedPrice';
import { PaymentFailure } from './Payments';
import type { CheckoutOrder, PaidCharge, Payments } from './Payments';
import type { PaymentSettings } from './settings';
import { OurCharge, readStripeEvent } from './stripeEvent';
import { createPortals } from './stripePortal';
import { countingSubscription } from './stripeSubscription';

/** All tries of a call together end before their caller gives up. */
const tryMs = 5_000;
const retries = 2;
/** A customer has a handful of anything; each change of plan in the portal keeps the subscription. */
const listMax = 100;

/** Payments by Stripe's own library (https://docs.stripe.com/api). */
export function createStripePayments(settings: PaymentSettings): Payments {
  const { webhookSecret, prices } = settings;
  const stripe = openStripe(settings);
  const portals = createPortals(stripe, prices);
  return {
    createCustomer: async (workspaceId, gone) =>
      asked('stripe.customer.create', async () => {
        const metadata = { workspaceId };
        const idempotencyKey = ['customer', workspaceId, ...(gone === undefined ? [] : [gone])].join('/');
        return (await stripe.customers.create({ metadata }, { idempotencyKey })).id;
      }),
    keepNewestPlanPage: async (customer) =>
      asked('stripe.planPages.keepNewest', async () => {
        const [newest, ...older] = await openPlanPages(stripe, customer);
        await Promise.all(older.map(async (id) => endPage(stripe, id)));
        return newest ?? null;
      }),
    endPage: async (sessionId) => asked('stripe.page.end', async () => endPage(stripe, sessionId)),
    createCheckout: async (order) =>
      asked('stripe.checkout.create', async () => {
        const idempotencyKey = `checkout/${order.id}/${order.customerId}`;
        const session = await stripe.checkout.sessions.create(sessionOf(order, settings), { idempotencyKey });
        if (session.url === null) throw new PaymentFailure('refused', 'the checkout session has no address');
        return { sessionId: session.id, checkoutUrl: session.url };
      }),
    createPortal: async (portal) => asked('stripe.portal.create', async () => portals.open(portal)),
    subscriptionOf: async (customer) =>
      asked('stripe.subscription.read', async () =>
        countingSubscription(await subscriptionsOf(stripe, customer), prices),
      ),
    priceOf: async (priceId) => asked('stripe.price.read', async () => orNull(async () => readPrice(stripe, priceId))),
    chargeOf: async (chargeId) => asked('stripe.charge.read', async () => chargeOf(stripe, chargeId)),
    readEvent: (body, signature, receivedAtMs) =>
      readStripeEvent(stripe, { body, signature, receivedAtMs, secret: webhookSecret }),
  };
}

/** All subscriptions of a customer, also after their end, each with the payment method that it is charged by. */
async function subscriptionsOf(stripe: StripeLibrary, customer: string) {
  const expand = ['data.default_payment_method', 'data.customer.invoice_settings.default_payment_method'];
  return (await stripe.subscriptions.list({ customer, status: 'all', limit: listMax, expand })).data;
}

/** @throws PaymentFailure `down` for an answer that is no price: nothing is known of the price then */
async function readPrice(stripe: StripeLibrary, id: string): Promise<ChargedPrice> {
  const price = chargedPriceOf(await stripe.prices.retrieve(id));
  if (!price) throw new PaymentFailure('down', 'Stripe has not answered with a price');
  return price;
}

async function chargeOf(stripe: StripeLibrary, id: string): Promise<PaidCharge | null> {
  const ours = OurCharge.safeParse(await orNull(async () => stripe.charges.retrieve(id))).data;
  return ours ? { purchaseId: ours.metadata.purchaseId, paidCents: ours.amount } : null;
}

/** Null for an object that the account does not have. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StripeLibrary.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null;
    throw error;
  }
}

/** The ids of the open pages, the newest first, as Stripe lists them. */
async function openPlanPages(stripe: StripeLibrary, customer: string): Promise<string[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: listMax });
  return data.filter(({ mode }) => mode === 'subscription').map(({ id }) => id);
}

/** Ends a page. A page that was paid at this moment cannot be ended: then there is a subscription to be seen. */
async function endPage(stripe: StripeLibrary, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if (!(error instanceof StripeLibrary.errors.StripeInvalidRequestError)) throw error;
  }
}

function openStripe({ apiBase, secretKey }: PaymentSettings): StripeLibrary {
  const { protocol, hostname, port } = new URL(apiBase);
  return new StripeLibrary(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
    timeout: paced(tryMs),
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

/**
 * A charge has the metadata of its payment: so a refund tells which purchase it takes back. The metadata of the session
 * are for people who find a payment that we know nothing of.
 */
function sessionOf(
  { id, workspaceId, customerId, buys, successUrl, cancelUrl }: CheckoutOrder,
  { prices, automaticTax, invoiceCreation }: PaymentSettings,
): StripeLibrary.Checkout.SessionCreateParams {
  const shared = { customer: customerId, success_url: successUrl, cancel_url: cancelUrl, ...(automaticTax && taxed) };
  if ('plan' in buys) {
    const { plan } = buys;
    return { ...shared, mode: 'subscription', line_items: [{ price: prices[plan], quantity: 1 }] };
  }
  const { credits, amountCents, currency } = buys;
  const price = { currency, unit_amount: amountCents, product_data: { name: `${credits} credits` } };
  return {
    ...shared,
    mode: 'payment',
    client_reference_id: id,
    line_items: [{ price_data: price, quantity: 1 }],
    metadata: { workspaceId, credits: String(credits) },
    payment_intent_data: { metadata: { purchaseId: id } },
    // Refused with `subscription`, whose invoices Stripe makes by itself.
    ...(invoiceCreation && { invoice_creation: { enabled: true } }),
  };
}

/**
 * A customer of ours has no address. So Stripe refuses to tax a page of the customer, unless the address that is entered
 * on the page becomes that of the customer (https://docs.stripe.com/payments/checkout/taxes).
 */
const taxed = { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } } as const;

/** The library's errors hold headers and bodies: nothing of them but the kind and the request's id goes on. */
async function asked<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await inSpan({ name, kind: 'client' }, async () => asking(name, call));
  } catch (error) {
    if (error instanceof StripeLibrary.errors.StripeError) throw failureOf(error);
    throw error;
  }
}

function failureOf({
  type,
  code,
  param,
  statusCode,
  requestId,
}: InstanceType<typeof StripeLibrary.errors.StripeError>) {
  const facts = [type, code, param, requestId].filter((fact) => fact !== undefined).join(', ');
  if (code === 'url_invalid') return new PaymentFailure('url', `Stripe takes no such address: ${facts}`, param ?? null);
  if (code === 'resource_missing' && param === 'customer')
    return new PaymentFailure('gone', `Stripe knows no such customer: ${facts}`);
  const isDown = statusCode === undefined || statusCode === 409 || statusCode === 429 || statusCode >= 500;
  return new PaymentFailure(isDown ? 'down' : 'refused', `Stripe has not answered with success: ${facts}`);
}
