import { z } from 'zod';
import { creditsMax } from '../../domain/credits';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { MemberCredits } from '../../models/billing/MemberCredits';
import { UserId } from '../http/ids';
import { noSuchMember } from '../organizations/refusals';
import { defineUseCase } from '../useCase';

/** A hold that is there already stays, whatever the limit becomes. */
export const updateMemberLimit = defineUseCase({
  name: 'updateMemberLimit',
  action: 'finance.manage',
  summary: 'Limit what a member may use in a cycle',
  description:
    'The limit holds for all that the member creates, retries, updates or asks for live. Above it they are answered 402. ' +
    '`null` lifts it.',
  input: z.object({
    userId: UserId,
    monthlyLimit: z
      .int()
      .min(0)
      .max(creditsMax)
      .nullable()
      .meta({ description: 'Credits of each cycle', example: 200 }),
  }),
  refuses: [noSuchMember],
  run: async ({ principal: { tenant } }, { userId, monthlyLimit }) => {
    await CreditAccount.turnCycle(tenant);
    if (!(await MemberCredits.limit(tenant, userId, monthlyLimit))) throw noSuchMember.error();
    const limited = await MemberCredits.limitOf(tenant, userId);
    if (!limited) throw noSuchMember.error();
    return limited;
  },
});
