import { apiRoute } from '../faces/apiRoute';
import { getBillingStatus } from './getBillingStatus';
import { presentBillingStatus } from './present';
import { BillingStatus } from './schema';

export const billingRoutes = [
  apiRoute(getBillingStatus, {
    method: 'get',
    path: '/api/v1/billing/status',
    success: { status: 200, schema: BillingStatus },
    present: presentBillingStatus,
  }),
];
