import { queryClient } from '../http/queryClient';
import { logIn } from './session';

/** Begins a session. It forgets everything of an earlier session. */
export function openSession(token: string, email: string): void {
  queryClient.clear();
  logIn(token, email);
}

/** Where to go after that: where somebody wanted to go before, if that is a path of this page. */
export function pathAfter(next: string | undefined): string {
  // `//host` and `/\host` are other sites.
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
