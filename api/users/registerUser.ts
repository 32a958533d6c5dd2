import type { BaseDeps } from '../deps';
import { emailKey } from '../../domain/email';
import { inTransaction } from '../../models/database/transaction';
import { Membership } from '../../models/organizations/Membership';
import { openWorkspace } from '../../models/credentials/openWorkspace';
import { User } from '../../models/users/User';
import type { NewUser } from '../../models/users/User';
import type { PublicPrincipal } from '../auth/Principal';
import { invalid } from '../http/errors';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { UserDeps } from './deps';
import { tooManyFailures } from './failureLimit';
import { RegisterInput } from './schema';
import type { Registered } from './schema';

/** Makes a user with a workspace of their own. An email in use is a failure that counts (contract.md §7). */
export const registerUser = defineUseCase({
  name: 'registerUser',
  action: 'public',
  summary: 'Register a user',
  description: 'Makes the user, a workspace with its root organization, which the user owns, and its credit account.',
  input: RegisterInput,
  refuses: [tooManyFailures],
  run: async (
    { deps, principal: { address }, requestId }: Context<PublicPrincipal, UserDeps>,
    { email, password, name },
  ): Promise<Registered> => {
    const who = { purpose: 'register', account: emailKey(email), address, requestId } as const;
    const id = await deps.failureLimit.limit(who, async (isAbout) => {
      const passwordHash = await deps.passwords.hashOfNewcomer(password);
      const userId = await register(deps, { email, name, passwordHash });
      if (userId !== null) isAbout({ userId });
      return userId;
    });
    if (id === null) throw invalid({ email: ['is in use'] });
    return { token: await deps.sessions.issue(id), user: { id, email, name } };
  },
});

/** All or nothing. @returns the user's id, or null where the email is in use */
async function register({ sequelize, secrets, config }: BaseDeps, user: NewUser): Promise<string | null> {
  return inTransaction(sequelize, 'registerUser', async (transaction) => {
    const userId = await User.add(user, transaction);
    if (userId === null) return null;
    const workspace = { name: user.name, freePlanCredits: config.freePlanCredits, withApiKey: false };
    const opened = await openWorkspace(workspace, secrets, transaction);
    await Membership.add(opened, { userId, role: 'owner' }, transaction);
    return userId;
  });
}
