import { z } from 'zod';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { usageByMember } from '../../models/billing/memberUsage';
import { defineUseCase } from '../useCase';

export const getUsageByMember = defineUseCase({
  name: 'getUsageByMember',
  action: 'finance.read',
  summary: 'The credits used in this cycle, user by user',
  description:
    'Each member, users who have left since they used some, and the API key with assistants (`userId` is null). The ' +
    'largest use comes first.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => {
    const { cycleStartedAt, cycleResetsAt } = await CreditAccount.ofTenant(tenant);
    return { cycleStartedAt, cycleResetsAt, items: await usageByMember(tenant) };
  },
});
