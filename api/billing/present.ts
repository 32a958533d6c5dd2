import { plans } from '../../domain/credits';
import type { CreditAccount } from '../../models/CreditAccount';
import type { BillingStatus } from './schema';

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
