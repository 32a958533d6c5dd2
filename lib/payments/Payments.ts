import type { ChargedPrice } from './chargedPrice';
import type { PaidPlan } from './settings';

/** The service's questions and orders to its payment provider, and the provider's events. */
export interface Payments {
  /**
   * Makes the customer that stands for a workspace. However often it is asked within a day, it makes one customer.
   * @param gone the customer that stood for it before, and that Stripe does not know any more
   * @returns its id
   * @throws PaymentFailure
   */
  createCustomer(workspaceId: string, gone?: string): Promise<string>;
  /**
   * Ends the pages on which a customer could still subscribe, but for the newest one: so two of them do not sell two
   * subscriptions.
   * @returns the id of the remaining page; null: there is no page
   * @throws PaymentFailure
   */
  keepNewestPlanPage(customerId: string): Promise<string | null>;
  /** Ends a page. A page that is paid already stays paid. @throws PaymentFailure */
  endPage(sessionId: string): Promise<void>;
  /**
   * Makes a page for a payment. A lost answer makes no second page: the id of the order is its idempotency key.
   * @throws PaymentFailure
   */
  createCheckout(order: CheckoutOrder): Promise<Checkout>;
  /**
   * Makes a page on which a customer sees invoices and changes card and subscription.
   * @param plans the plans to which the page can change a subscription; none: it can only end it
   * @returns its address, for one browser
   * @throws PaymentFailure
   */
  createPortal(portal: { customerId: string; returnUrl: string; plans: readonly PaidPlan[] }): Promise<string>;
  /**
   * The subscription that counts: the paid subscription with the highest plan, else the latest subscription. Null
   * without a subscription to one of our plans, or if its first payment is still to come.
   * @throws PaymentFailure
   */
  subscriptionOf(customerId: string): Promise<Subscription | null>;
  /**
   * The price as Stripe charges it; null for a price that the account does not have in the mode of its key.
   * @throws PaymentFailure
   */
  priceOf(priceId: string): Promise<ChargedPrice | null>;
  /**
   * The purchase that a charge has paid for, and how much it was; null for a charge that is none of ours.
   * @throws PaymentFailure
   */
  chargeOf(chargeId: string): Promise<PaidCharge | null>;
  /**
   * Reads an event from the bytes as they came.
   * @param receivedAtMs by a clock that is right: the signature is believed for 5 minutes
   * @throws BadSignature
   */
  readEvent(body: Buffer, signature: string, receivedAtMs: number): PaymentEvent;
}

/** An order of credits or a plan; the browser is sent to one of its addresses afterwards. */
export interface CheckoutOrder {
  id: string;
  workspaceId: string;
  customerId: string;
  buys: { credits: number; amountCents: number; currency: string } | { plan: PaidPlan };
  successUrl: string;
  cancelUrl: string;
}

export interface Checkout {
  sessionId: string;
  checkoutUrl: string;
}

export interface PaidCharge {
  purchaseId: string;
  paidCents: number;
}

/** The statuses of a subscription, for people. */
export const subscriptionStatuses = ['active', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export interface Subscription {
  id: string;
  /** Null: it is not paid for, so no plan counts. */
  plan: PaidPlan | null;
  status: SubscriptionStatus;
  /** Such as `visa •••• 4242`; null: there is none. */
  paymentMethod: string | null;
  /** Null: there will be no other invoice. */
  nextInvoiceAt: Date | null;
}

/** The meaning of Stripe's event for the service. */
export type PaymentEvent = { readonly id: string; readonly type: string } & (
  | {
      readonly kind: 'paid';
      readonly purchaseId: string;
      readonly paidCents: number;
      /** The workspace that we have written on the page; null: the page may belong to another system. */
      readonly workspaceId: string | null;
    }
  | {
      readonly kind: 'refunded';
      readonly purchaseId: string;
      /** The payment, and the part of it that was refunded so far. */
      readonly paidCents: number;
      readonly refundedCents: number;
    }
  | {
      readonly kind: 'disputed';
      readonly disputeId: string;
      readonly chargeId: string;
      readonly disputedCents: number;
      /** It was closed, and the money stays with us. */
      readonly isWon: boolean;
    }
  | { readonly kind: 'subscription'; readonly customerId: string }
  /** Of no concern to the service. */
  | { readonly kind: 'other' }
);

/** An event is not signed, or not with our secret, or too long ago. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

/** Tells whether Stripe does not know the customer: it was removed, or the key belongs to another account or mode. */
export function isGone(error: unknown): boolean {
  return error instanceof PaymentFailure && error.reason === 'gone';
}

/** A call to Stripe did not succeed. The message has no secret and nothing of a body. */
export class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure';
  /**
   * `down`: it may succeed later. `refused`: the account or its settings are at fault. `url`: it takes no such address.
   * `gone`: it knows no such customer, or not any more.
   */
  readonly reason: 'down' | 'refused' | 'url' | 'gone';
  /** Of `url`: Stripe's name for the address. */
  readonly parameter: string | null;

  constructor(reason: PaymentFailure['reason'], message: string, parameter: string | null = null) {
    super(message);
    this.reason = reason;
    this.parameter = parameter;
  }
}
