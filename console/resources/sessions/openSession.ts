import { queryClient } from '../../http/queryClient';
import { logIn } from '../../session/session';

/** Begins a session. It forgets everything of an earlier session. */
export function openSession(token: string, email: string): void {
  queryClient.clear();
  logIn(token, email);
}
