import type { LedgerEntry } from '../../models/billing/ledgerPage';
import { route } from '../faces/route';
import { presentPage } from '../http/paging';
import type { PageFound } from '../http/paging';
import { presentTransaction } from '../transactions/present';
import { TransactionList } from '../transactions/schema';
import { createCheckout } from './createCheckout';
import { createPortalSession } from './createPortalSession';
import { getBillingStatus } from './getBillingStatus';
import { getFinanceState } from './getFinanceState';
import { getPricing } from './getPricing';
import { getQuote } from './getQuote';
import { getUsageByMember } from './getUsageByMember';
import { listMemberLimits } from './listMemberLimits';
import { listTransactions } from './listTransactions';
import { presentBillingStatus, presentFinanceState, presentPricing, presentQuote, presentUsage } from './present';
import {
  BillingStatus,
  Checkout,
  FinanceState,
  MemberLimit,
  MemberLimitList,
  PaygoCheckoutRequest,
  PortalSession,
  PortalSessionRequest,
  Pricing,
  Quote,
  UpdateMemberLimitBody,
  UsageByMember,
} from './schema';
import { stripeRoute } from './stripeRoute';
import { updateMemberLimit } from './updateMemberLimit';

const status = {
  method: 'get',
  success: { status: 200, schema: BillingStatus },
  present: presentBillingStatus,
} as const;
const pricing = { method: 'get', success: { status: 200, schema: Pricing }, present: presentPricing } as const;
const transactions = {
  method: 'get',
  success: { status: 200, schema: TransactionList },
  present: (found: PageFound<LedgerEntry>) => presentPage(found, presentTransaction),
} as const;
const memberLimits = {
  method: 'get',
  success: { status: 200, schema: MemberLimitList },
  present: (items: readonly MemberLimit[]) => ({ items: [...items] }),
} as const;
const limit = {
  method: 'patch',
  body: UpdateMemberLimitBody,
  success: { status: 200, schema: MemberLimit },
  present: (limited: MemberLimit) => limited,
} as const;
const usage = { method: 'get', success: { status: 200, schema: UsageByMember }, present: presentUsage } as const;

export const billingRoutes = [
  route('api', getBillingStatus, { path: '/api/v1/billing/status', ...status }),
  route('console', getBillingStatus, { path: '/api/v1/console/billing/status', ...status }),
  route('api', getPricing, { path: '/api/v1/billing/pricing', ...pricing }),
  route('console', getPricing, { path: '/api/v1/console/billing/pricing', ...pricing }),
  route('api', listTransactions, { path: '/api/v1/billing/transactions', ...transactions }),
  route('console', listTransactions, { path: '/api/v1/console/billing/transactions', ...transactions }),
  route('api', listMemberLimits, { path: '/api/v1/billing/org/member-limits', ...memberLimits }),
  route('console', listMemberLimits, { path: '/api/v1/console/billing/member-limits', ...memberLimits }),
  route('api', updateMemberLimit, { path: '/api/v1/billing/org/member-limits/{userId}', ...limit }),
  route('console', updateMemberLimit, { path: '/api/v1/console/billing/member-limits/{userId}', ...limit }),
  route('api', getUsageByMember, { path: '/api/v1/billing/org/usage-by-member', ...usage }),
  route('console', getUsageByMember, { path: '/api/v1/console/billing/usage-by-member', ...usage }),
  route('console', getFinanceState, {
    method: 'get',
    path: '/api/v1/console/billing/finance-state',
    success: { status: 200, schema: FinanceState },
    present: presentFinanceState,
  }),
  route('console', getQuote, {
    method: 'get',
    path: '/api/v1/console/billing/paygo/quote',
    success: { status: 200, schema: Quote },
    present: presentQuote,
  }),
  route('console', createCheckout, {
    method: 'post',
    path: '/api/v1/console/billing/paygo/checkout',
    body: PaygoCheckoutRequest,
    success: { status: 200, schema: Checkout },
    present: (made) => made,
  }),
  route('console', createPortalSession, {
    method: 'post',
    path: '/api/v1/console/billing/portal-session',
    body: PortalSessionRequest,
    success: { status: 200, schema: PortalSession },
    present: (made) => made,
  }),
  stripeRoute,
] as const;
