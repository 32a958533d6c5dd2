import { z } from 'zod';
import { CreditAccount } from '../../models/CreditAccount';
import { usageByMember } from '../../models/memberUsage';
import { defineUseCase } from '../useCase';

export const getUsageByMember = defineUseCase({
  name: 'getUsageByMember',
  action: 'finance.read',
  summary: 'Who has used how many credits in this cycle',
  description:
    'Each member, those who have used some and have left since, and the API key with assistants (`userId` is null). Who has ' +
    'used the most is first.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => {
    const { cycleStartedAt, cycleResetsAt } = await CreditAccount.ofTenant(tenant);
    return { cycleStartedAt, cycleResetsAt, items: await usageByMember(tenant) };
  },
});
