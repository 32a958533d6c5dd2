import { z } from 'zod';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { MemberCredits } from '../../models/billing/MemberCredits';
import { defineUseCase } from '../useCase';

export const listMemberLimits = defineUseCase({
  name: 'listMemberLimits',
  action: 'finance.read',
  summary: 'What each member may use of the workspace’s credits in a cycle',
  description: 'The members of all organizations of the workspace, in the order in which they have joined.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => {
    await CreditAccount.turnCycle(tenant);
    return MemberCredits.limits(tenant);
  },
});
