import type { Passwords } from '../../lib/passwords';
import type { Sessions } from '../../lib/sessions';
import type { BaseDeps } from '../deps';
import type { FailureLimit } from './failureLimit';

export interface UserDeps extends BaseDeps {
  /** Signs users in. */
  sessions: Sessions;
  passwords: Passwords;
  /** Limits how often a password is guessed. */
  failureLimit: FailureLimit;
}
