import { emailKey } from '../../domain/email';
import type { Passwords } from '../../lib/passwords';
import { User } from '../../models/users/User';
import type { FailureLimit, Try } from './failureLimit';

interface LogInDeps {
  readonly passwords: Passwords;
  readonly failureLimit: FailureLimit;
}

/** An email and a password, and the request that they came with. */
interface LogInTry extends Pick<Try, 'address' | 'requestId'> {
  readonly email: string;
  readonly password: string;
}

/**
 * The user of this email and password; null where one of both is wrong. All log-ins of an email are counted together. An
 * unknown email costs one verification, too: it differs from a wrong password neither in the answer nor in time.
 * @throws ApiError 429 after too many failures
 */
export async function checkLogIn(
  { failureLimit, passwords }: LogInDeps,
  { email, password, ...request }: LogInTry,
): Promise<User | null> {
  const who = { purpose: 'login', account: emailKey(email), ...request } as const;
  return failureLimit.limit(who, async (isAbout) => {
    const user = await User.ofEmail(email);
    if (user) isAbout({ userId: user.id });
    const isRight = await passwords.verify(user?.passwordHash ?? null, password);
    return isRight ? user : null;
  });
}
