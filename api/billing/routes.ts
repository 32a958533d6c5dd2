import { defineRoute } from '../http/defineRoute';
import { getBillingStatus } from './getBillingStatus';
import { presentBillingStatus } from './present';
import { BillingStatus } from './schema';

export const billingRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/billing/status',
    operationId: 'getBillingStatus',
    summary: 'Balance, plan and cycle of the workspace',
    description: 'Free of charge.',
    auth: 'apiKey',
    request: {},
    success: { status: 200, schema: BillingStatus },
    errors: [],
    handle: async (context) => presentBillingStatus(await getBillingStatus(context)),
  }),
];
