import { currency, plans } from '../../domain/credits';
import type { PlanId, Price } from '../../domain/credits';
import type { CreditAccount } from '../../models/billing/CreditAccount';
import type { MemberUsage } from '../../models/billing/memberUsage';
import { lastStatus } from '../../models/billing/PaymentCustomer';
import type { PaymentCustomer } from '../../models/billing/PaymentCustomer';
import { timestampOrNull } from '../http/fields';
import type { BillingStatus, FinanceState, Pricing, Quote, UsageByMember } from './schema';

export function presentBillingStatus(account: CreditAccount): BillingStatus {
  const used = account.held + account.posted;
  return {
    balance: account.monthlyCredits - used + account.purchased,
    plan: account.plan,
    planName: plans[account.plan].name,
    monthlyCredits: account.monthlyCredits,
    creditsUsedThisCycle: used,
    cycleStartedAt: account.cycleStartedAt.toISOString(),
    cycleResetsAt: account.cycleResetsAt.toISOString(),
  };
}

interface Prices {
  operations: readonly Price[];
  plans: readonly { plan: PlanId; name: string; monthlyCredits: number; priceCents: number }[];
}

export function presentPricing({ operations, plans: offered }: Prices): Pricing {
  return {
    operations: operations.map((price) => ({ ...price })),
    plans: offered.map(({ plan, name, monthlyCredits, priceCents }) => {
      return { plan, planName: name, monthlyCredits, priceCents, currency };
    }),
  };
}

export function presentQuote(quote: Omit<Quote, 'currency'>): Quote {
  return { ...quote, currency };
}

interface Finances {
  account: CreditAccount;
  /** Null: the workspace has never begun to pay. */
  customer: PaymentCustomer | null;
}

export function presentFinanceState({ account, customer }: Finances): FinanceState {
  const { plan, held, purchased, purchasedHeld } = account;
  return {
    plan,
    status: customer?.status ?? 'active',
    subscription: customer === null || lastStatus(customer) === 'canceled' ? null : { plan: customer.plan },
    balance: presentBillingStatus(account).balance,
    held: held + purchasedHeld,
    purchasedCredits: purchased,
    paymentMethod: customer?.paymentMethod ?? null,
    nextInvoiceAt: timestampOrNull(customer?.nextInvoiceAt ?? null),
  };
}

interface Usage {
  cycleStartedAt: Date;
  cycleResetsAt: Date;
  items: readonly MemberUsage[];
}

export function presentUsage({ cycleStartedAt, cycleResetsAt, items }: Usage): UsageByMember {
  return {
    cycleStartedAt: cycleStartedAt.toISOString(),
    cycleResetsAt: cycleResetsAt.toISOString(),
    items: items.map(({ userId, name, ...usage }) => {
      return { userId, name: name ?? (userId === null ? 'API key' : 'Deleted user'), ...usage };
    }),
  };
}
