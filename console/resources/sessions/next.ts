import { readText } from '../../parts/readText';

/** Reads from the query of the address the path that a user asked for before they had to log in. */
export function readNext(given: Record<string, unknown>): { next?: string } {
  return readText(given, 'next');
}

/** The path to go to once a session has begun: the path that the user asked for before, if it belongs to this page. */
export function pathAfter(next: string | undefined): string {
  // `//host` and `/\host` are other sites.
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
