import { inTransaction } from '../../models/database/transaction';
import { McpGrant } from '../../models/mcp/McpGrant';
import { User } from '../../models/users/User';
import type { IdentityPrincipal } from '../auth/Principal';
import { invalid } from '../http/errors';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { UserDeps } from './deps';
import { tooManyFailures } from './failureLimit';
import { ChangePasswordInput } from './schema';
import type { PasswordChanged } from './schema';

/** Tokens that were issued before stay valid until they expire (contract.md §7). */
export const changePassword = defineUseCase({
  name: 'changePassword',
  action: 'identity',
  summary: 'Change the password of the user',
  description:
    'Tokens that were issued before stay valid until they expire. `endGrants` ends the access of all assistants that act as the ' +
    'user. 10 wrong passwords in 15 minutes → 429.',
  input: ChangePasswordInput,
  refuses: [tooManyFailures],
  run: async (
    { deps, principal: { userId, address }, requestId }: Context<IdentityPrincipal, UserDeps>,
    { currentPassword, newPassword, endGrants },
  ): Promise<PasswordChanged> => {
    const { failureLimit, passwords, sequelize } = deps;
    const who = { purpose: 'password', account: userId, address, requestId } as const;
    const changed = await failureLimit.limit(who, async (isAbout) => {
      isAbout({ userId });
      const { passwordHash } = await User.ofId(userId);
      if (!(await passwords.verify(passwordHash, currentPassword))) return null;
      const to = await passwords.hash(newPassword);
      const isChanged = await inTransaction(sequelize, 'changePassword', async (transaction) => {
        if (!(await User.changePassword(userId, { from: passwordHash, to }, transaction))) return false;
        if (endGrants) await McpGrant.endOfUser(userId, transaction);
        return true;
      });
      return isChanged || null;
    });
    if (changed === null) throw invalid({ currentPassword: ['is wrong'] });
    return { message: 'The password was changed.' };
  },
});
