import { inTransaction } from '../../models/database/transaction';
import { Membership } from '../../models/organizations/Membership';
import { defineUseCase } from '../useCase';
import { lockTarget, targetRefusals } from './lockTarget';
import { ChangeRoleInput } from './schema';
import type { RoleChanged } from './schema';

export const changeRole = defineUseCase({
  name: 'changeRole',
  action: 'member.changeRole',
  summary: 'Change the role of a member',
  description: 'An admin changes the role of members only. The role of the owner is never changed.',
  input: ChangeRoleInput,
  refuses: targetRefusals,
  run: async ({ deps, principal }, { memberId, role }): Promise<RoleChanged> => {
    await inTransaction(deps.sequelize, 'changeRole', async (transaction) => {
      await lockTarget(principal, 'member.changeRole', { memberId, transaction });
      await Membership.changeRole(principal.tenant, { id: memberId, role }, transaction);
    });
    return { id: memberId, role };
  },
});
