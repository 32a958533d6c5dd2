import { emailKey } from '../../domain/email';
import { User } from '../../models/users/User';
import type { PublicPrincipal } from '../auth/Principal';
import { Refusal } from '../http/errors';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { UserDeps } from './deps';
import { tooManyFailures } from './failureLimit';
import { LogInInput } from './schema';
import type { LoggedIn } from './schema';

const wrongCredentials = new Refusal('VALIDATION_ERROR', () => 'The email or the password is wrong.');

/** An unknown email costs one verification, too: it differs from a wrong password neither in the answer nor in time. */
export const logIn = defineUseCase({
  name: 'logIn',
  action: 'public',
  summary: 'Log in',
  description: 'After 10 failures in 15 minutes for an email from an address, or 100 from an address, answers 429.',
  input: LogInInput,
  refuses: [wrongCredentials, tooManyFailures],
  run: async (
    { deps, principal: { address }, requestId }: Context<PublicPrincipal, UserDeps>,
    { email, password },
  ): Promise<LoggedIn> => {
    const who = { purpose: 'login', account: emailKey(email), address, requestId } as const;
    const userId = await deps.failureLimit.limit(who, async (isAbout) => {
      const user = await User.ofEmail(email);
      if (user) isAbout({ userId: user.id });
      const isRight = await deps.passwords.verify(user?.passwordHash ?? null, password);
      return user !== null && isRight ? user.id : null;
    });
    if (userId === null) throw wrongCredentials.error();
    return { token: await deps.sessions.issue(userId) };
  },
});
