import { randomUUID } from 'node:crypto';
import StripeLibrary from 'stripe';
import { z } from 'zod';
import type { Checkout, CheckoutOrder, PaymentEvent, Payments } from '../../../lib/payments/Payments';
import type { PaymentSettings } from '../../../lib/payments/settings';
import { ask } from '../ask';
import type { RawAnswer } from '../ask';
import { found, lookUntil } from '../Walk';
import type { Late, Walk } from '../Walk';

/** The walk on a test mode of Stripe, and the things that its steps have found so far. */
export interface StripeWalk extends Walk {
  readonly settings: PaymentSettings;
  readonly payments: Payments;
  /** Signs events as Stripe does, for the adapter of this walk. */
  readonly eventSecret: string;
  readonly workspaceId: string;
  customerId?: string;
  /** The page of credits, and its order. */
  credits?: MadePage;
  paymentIntent?: string;
}

/** A page on which somebody pays. */
export interface MadePage extends Checkout {
  readonly order: CheckoutOrder;
}

/** Where the browser is sent afterwards. */
const back = 'https://www.example.com/';
export const creditCents = 500;

/** Makes a page of the customer. */
export async function makePage(
  walk: StripeWalk,
  buys: CheckoutOrder['buys'] = { credits: 500, amountCents: creditCents, currency: 'usd' },
): Promise<MadePage> {
  const customerId = found(walk.customerId, 'a customer');
  const shared = { id: randomUUID(), workspaceId: walk.workspaceId, customerId };
  const order: CheckoutOrder = { ...shared, buys, successUrl: back, cancelUrl: back };
  return { ...(await walk.payments.createCheckout(order)), order };
}

/** A request of Stripe's API beside the adapter. */
export async function askStripe(
  { settings }: Pick<StripeWalk, 'settings'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  form: Record<string, string> = {},
): Promise<RawAnswer> {
  const fields = new URLSearchParams(form).toString();
  const authorization = `Bearer ${settings.secretKey}`;
  const url = `${settings.apiBase}/v1/${path}`;
  if (method !== 'POST')
    return ask({ method, url: fields === '' ? url : `${url}?${fields}`, headers: { authorization } });
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return ask({ method, url, headers, body: fields });
}

const Failed = z.object({ error: z.object({ type: z.string(), code: z.string().optional() }) });

/** The words of an error, such as `resource_missing`. */
export function errorIn(body: unknown): string {
  const error = Failed.safeParse(body).data?.error;
  return error?.code ?? error?.type ?? 'no reason';
}

const Events = z.object({ data: z.array(z.looseObject({ id: z.string(), type: z.string() })) });

/**
 * Waits until the account has an event of a type that means this to the service. The walk signs the event again, so its form is
 * seen, and the signature of Stripe itself is not.
 */
export async function awaitEvent<T extends PaymentEvent>(
  walk: StripeWalk,
  type: string,
  isMeant: (event: PaymentEvent) => event is T,
  limitMs: number,
): Promise<Late<T> | null> {
  return lookUntil(walk, limitMs, async () => {
    const { body } = await askStripe(walk, 'GET', 'events', { type, limit: '20' });
    const events = Events.safeParse(body).data?.data ?? [];
    return events.map((event) => read(walk, event)).find(isMeant) ?? null;
  });
}

function read({ payments, eventSecret: secret }: StripeWalk, event: object): PaymentEvent {
  const payload = JSON.stringify(event);
  const signature = StripeLibrary.webhooks.generateTestHeaderString({ payload, secret });
  return payments.readEvent(Buffer.from(payload), signature, Date.now());
}
