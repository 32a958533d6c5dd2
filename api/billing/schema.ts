import { z } from 'zod';
import { boughtCredits, creditTiers, currency, planIds } from '../../domain/credits';
import { paidPlans } from '../../lib/payments/settings';
import { subscriptionStatuses } from '../../lib/payments/Payments';
import { EventName } from '../../lib/payments/stripeEvent';
import { Count, Timestamp, webUrl } from '../http/fields';
import { exampleIds, UserId } from '../http/ids';
import { Role } from '../organizations/schema';
import { CreditOperation } from '../transactions/schema';

const Plan = z.enum(planIds).meta({ id: 'Plan', example: 'free' });
const Currency = z.literal(currency);

export const BillingStatus = z
  .strictObject({
    balance: Count.meta({ description: 'Credits left: of the cycle and bought ones' }),
    plan: Plan,
    planName: z.string(),
    monthlyCredits: Count.meta({ description: 'Credits of each cycle' }),
    creditsUsedThisCycle: Count.meta({ description: 'Spent, and held for assignments that have not ended' }),
    cycleStartedAt: Timestamp,
    cycleResetsAt: Timestamp.meta({ description: 'The credits that are left of the cycle expire then' }),
  })
  .meta({
    id: 'BillingStatus',
    example: {
      balance: 480,
      plan: 'free',
      planName: 'Free',
      monthlyCredits: 500,
      creditsUsedThisCycle: 20,
      cycleStartedAt: '2026-11-15T00:00:00.000Z',
      cycleResetsAt: '2026-12-15T00:00:00.000Z',
    },
  });
export type BillingStatus = z.infer<typeof BillingStatus>;

export const Pricing = z
  .strictObject({
    operations: z.array(
      z.strictObject({ operation: CreditOperation, tier: z.enum(creditTiers), credits: Count }).meta({
        description: 'The tier of all that is not listed is `FREE`',
      }),
    ),
    plans: z.array(
      z.strictObject({
        plan: Plan,
        planName: z.string(),
        monthlyCredits: Count,
        priceCents: Count.meta({ description: 'Of a month' }),
        currency: Currency,
      }),
    ),
  })
  .meta({
    id: 'Pricing',
    example: {
      operations: [
        { operation: 'publish.video', tier: 'PUBLISH', credits: 10 },
        { operation: 'stats.channel', tier: 'PLATFORM', credits: 1 },
      ],
      plans: [{ plan: 'creator', planName: 'Creator', monthlyCredits: 5000, priceCents: 1900, currency }],
    },
  });
export type Pricing = z.infer<typeof Pricing>;

export const Quote = z
  .strictObject({ credits: Count, unitPriceCents: Count, amountCents: Count, currency: Currency })
  .meta({
    id: 'Quote',
    example: { credits: 1000, unitPriceCents: boughtCredits.unitPriceCents, amountCents: 2000, currency },
  });
export type Quote = z.infer<typeof Quote>;

export const FinanceState = z
  .strictObject({
    plan: Plan,
    status: z.enum(subscriptionStatuses).meta({ description: 'Of the subscription; `active` without one' }),
    subscription: z
      .strictObject({
        plan: z.enum(paidPlans).nullable().meta({ description: 'The plan that it pays for; null: it is not paid' }),
      })
      .nullable()
      .meta({ description: 'Its plan is changed in the portal. Null: there is none, and a checkout begins one' }),
    balance: Count.meta({ description: 'Credits left: of the cycle and bought ones' }),
    held: Count.meta({ description: 'Held for assignments that have not ended' }),
    purchasedCredits: Count.meta({ description: 'Bought credits that are left, without those that are held' }),
    paymentMethod: z
      .string()
      .nullable()
      .meta({ description: 'What the subscription is paid with', example: 'visa •••• 4242' }),
    nextInvoiceAt: Timestamp.nullable().meta({ description: 'Null: there will be none' }),
  })
  .meta({
    id: 'FinanceState',
    example: {
      plan: 'free',
      status: 'active',
      subscription: null,
      balance: 480,
      held: 20,
      purchasedCredits: 0,
      paymentMethod: null,
      nextInvoiceAt: null,
    },
  });
export type FinanceState = z.infer<typeof FinanceState>;

const checkout = {
  credits: 1000,
  successUrl: 'https://app.example/paid?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://app.example/billing',
};

/** The faults of the body are judged before the role of the caller. */
export const CheckoutInput = z
  .object({
    credits: z
      .int()
      .min(boughtCredits.min)
      .max(boughtCredits.max)
      .nullish()
      .meta({ description: 'How many are bought. Either this or `plan`', example: checkout.credits }),
    plan: z.enum(paidPlans).nullish().meta({ description: 'The plan to subscribe to. Either this or `credits`' }),
    successUrl: webUrl().meta({
      format: 'uri-template',
      description: 'Where the browser goes after the payment. `{CHECKOUT_SESSION_ID}` in it becomes the `sessionId`',
    }),
    cancelUrl: webUrl().meta({ description: 'Where the browser goes if nothing is paid' }),
  })
  .refine(({ credits, plan }) => (credits == null) !== (plan == null), {
    path: ['credits'],
    error: 'give either this or plan',
  });
export type CheckoutInput = z.output<typeof CheckoutInput>;

export const PaygoCheckoutRequest = {
  id: 'PaygoCheckoutRequest',
  example: checkout,
  rules: {
    oneOf: [
      { required: ['credits'], properties: { credits: { type: 'integer' } } },
      { required: ['plan'], properties: { plan: { type: 'string' } } },
    ],
  },
};

export const Checkout = z
  .strictObject({
    sessionId: z.string().meta({ description: 'As Stripe names it' }),
    checkoutUrl: z.string().meta({ format: 'uri', description: 'For the browser; for a day' }),
  })
  .meta({
    id: 'Checkout',
    example: { sessionId: 'cs_test_a1b2c3', checkoutUrl: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3' },
  });

export const PortalSessionRequest = {
  id: 'PortalSessionRequest',
  example: { returnUrl: 'https://app.example/billing' },
};

export const PortalSession = z
  .strictObject({ url: z.string().meta({ format: 'uri', description: 'For the browser; opens for some minutes' }) })
  .meta({ id: 'PortalSession', example: { url: 'https://billing.stripe.com/p/session/test_a1b2c3' } });

export const StripeEvent = z.looseObject({ id: EventName, type: EventName, data: z.looseObject({}) }).meta({
  id: 'StripeEvent',
  description: 'An event as https://docs.stripe.com/api/events describes it',
  example: { id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy', type: 'invoice.paid', data: { object: {} } },
});

export const EventReceived = z
  .strictObject({ received: z.literal(true) })
  .meta({ id: 'EventReceived', example: { received: true } });

const limited = {
  userId: exampleIds.user,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'member',
  monthlyLimit: 200,
  usedThisCycle: 20,
};

export const MemberLimit = z
  .strictObject({
    userId: UserId,
    name: z.string(),
    email: z.string(),
    role: Role.meta({ description: 'In the root organization; where they have none there, the highest of the others' }),
    monthlyLimit: Count.nullable().meta({ description: 'Credits of each cycle; null: no limit' }),
    usedThisCycle: Count.meta({ description: 'Charged, and held for assignments that have not ended' }),
  })
  .meta({ id: 'MemberLimit', example: limited });
export type MemberLimit = z.infer<typeof MemberLimit>;

export const MemberLimitList = z
  .strictObject({ items: z.array(MemberLimit) })
  .meta({ id: 'MemberLimitList', example: { items: [limited] } });

export const UpdateMemberLimitBody = { id: 'UpdateMemberLimitBody', example: { monthlyLimit: 200 } };

export const UsageByMember = z
  .strictObject({
    cycleStartedAt: Timestamp,
    cycleResetsAt: Timestamp,
    items: z.array(
      z.strictObject({
        userId: UserId.nullable().meta({ description: 'Null: the API key, and assistants' }),
        name: z.string(),
        email: z.string().nullable(),
        assignments: Count.meta({ description: 'How many they have held credits for' }),
        creditsUsed: Count,
      }),
    ),
  })
  .meta({
    id: 'UsageByMember',
    example: {
      cycleStartedAt: '2026-11-15T00:00:00.000Z',
      cycleResetsAt: '2026-12-15T00:00:00.000Z',
      items: [{ userId: exampleIds.user, name: 'Ada', email: 'ada@example.com', assignments: 2, creditsUsed: 20 }],
    },
  });
export type UsageByMember = z.infer<typeof UsageByMember>;
