import { z } from 'zod';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { defineUseCase } from '../useCase';

export const getBillingStatus = defineUseCase({
  name: 'getBillingStatus',
  action: 'billing.read',
  summary: 'Balance, plan and cycle of the workspace',
  description: 'Free of charge.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => CreditAccount.ofTenant(tenant),
});
