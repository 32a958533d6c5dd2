import { z } from 'zod';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { PaymentCustomer } from '../../models/billing/PaymentCustomer';
import { defineUseCase } from '../useCase';

export const getFinanceState = defineUseCase({
  name: 'getFinanceState',
  action: 'finance.read',
  summary: 'Plan and credits of the workspace, and how they are paid',
  description:
    'For owners and admins of the workspace’s root organization. The subscription is as Stripe has last reported it.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => ({
    account: await CreditAccount.ofTenant(tenant),
    customer: await PaymentCustomer.ofTenant(tenant),
  }),
});
