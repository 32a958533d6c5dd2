import type { CreditEntry } from '../../models/billing/CreditEntry';
import { apiRoute } from '../faces/apiRoute';
import { consoleRoute } from '../faces/consoleRoute';
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
  present: (found: PageFound<CreditEntry>) => presentPage(found, presentTransaction),
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
  apiRoute(getBillingStatus, { path: '/api/v1/billing/status', ...status }),
  consoleRoute(getBillingStatus, { path: '/api/v1/console/billing/status', ...status }),
  apiRoute(getPricing, { path: '/api/v1/billing/pricing', ...pricing }),
  consoleRoute(getPricing, { path: '/api/v1/console/billing/pricing', ...pricing }),
  apiRoute(listTransactions, { path: '/api/v1/billing/transactions', ...transactions }),
  consoleRoute(listTransactions, { path: '/api/v1/console/billing/transactions', ...transactions }),
  apiRoute(listMemberLimits, { path: '/api/v1/billing/org/member-limits', ...memberLimits }),
  consoleRoute(listMemberLimits, { path: '/api/v1/console/billing/member-limits', ...memberLimits }),
  apiRoute(updateMemberLimit, { path: '/api/v1/billing/org/member-limits/{userId}', ...limit }),
  consoleRoute(updateMemberLimit, { path: '/api/v1/console/billing/member-limits/{userId}', ...limit }),
  apiRoute(getUsageByMember, { path: '/api/v1/billing/org/usage-by-member', ...usage }),
  consoleRoute(getUsageByMember, { path: '/api/v1/console/billing/usage-by-member', ...usage }),
  consoleRoute(getFinanceState, {
    method: 'get',
    path: '/api/v1/console/billing/finance-state',
    success: { status: 200, schema: FinanceState },
    present: presentFinanceState,
  }),
  consoleRoute(getQuote, {
    method: 'get',
    path: '/api/v1/console/billing/paygo/quote',
    success: { status: 200, schema: Quote },
    present: presentQuote,
  }),
  consoleRoute(createCheckout, {
    method: 'post',
    path: '/api/v1/console/billing/paygo/checkout',
    body: PaygoCheckoutRequest,
    success: { status: 200, schema: Checkout },
    present: (made) => made,
  }),
  consoleRoute(createPortalSession, {
    method: 'post',
    path: '/api/v1/console/billing/portal-session',
    body: PortalSessionRequest,
    success: { status: 200, schema: PortalSession },
    present: (made) => made,
  }),
  stripeRoute,
];
