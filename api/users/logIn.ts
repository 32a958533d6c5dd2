import type { PublicPrincipal } from '../auth/Principal';
import { Refusal } from '../http/errors';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import { checkLogIn } from './checkLogIn';
import type { UserDeps } from './deps';
import { tooManyFailures } from './failureLimit';
import { LogInInput } from './schema';
import type { LoggedIn } from './schema';

const wrongCredentials = new Refusal('VALIDATION_ERROR', () => 'The email or the password is wrong.');

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
    const user = await checkLogIn(deps, { email, password, address, requestId });
    if (!user) throw wrongCredentials.error();
    return { token: await deps.sessions.issue(user.id) };
  },
});
