import { queryClient } from '../http/queryClient';
import { logIn } from './session';

/** Begins a session. It forgets everything of an earlier session. */
export function openSession(token: string, email: string): void {
  queryClient.clear();
  logIn(token, email);
}

/** The path to go to after that: the one that the user asked for before, if it is a path of this page. */
export function pathAfter(next: string | undefined): string {
  // `//host` and `/\host` are other sites.
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
