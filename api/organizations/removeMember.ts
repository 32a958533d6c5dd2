import { inTransaction } from '../../models/database/transaction';
import { Membership } from '../../models/organizations/Membership';
import { defineUseCase } from '../useCase';
import { lockTarget, targetRefusals } from './lockTarget';
import { MemberInput } from './schema';

export const removeMember = defineUseCase({
  name: 'removeMember',
  action: 'member.remove',
  summary: 'Remove a member',
  description: 'Their next request is refused. The owner cannot be removed.',
  input: MemberInput,
  refuses: targetRefusals,
  run: async ({ deps, principal }, { memberId }) =>
    inTransaction(deps.sequelize, 'removeMember', async (transaction) => {
      await lockTarget(principal, 'member.remove', { memberId, transaction });
      await Membership.remove(principal.tenant, memberId, transaction);
    }),
});
