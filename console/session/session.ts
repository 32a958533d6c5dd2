/**
 * Who is logged in, in this tab. The token is in memory and in `sessionStorage`, so that a reload keeps it and another site,
 * tab or link never sees it. Logging out ends it in all tabs of this browser.
 */
export type SessionState =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly token: string; readonly email: string }
  /** The API has refused the token: it is asked for anew, and what is on the screen stays. */
  | { readonly status: 'expired'; readonly email: string };

const storageName = 'session';
const organizationName = 'organization';
const none: SessionState = { status: 'none' };

const listeners = new Set<() => void>();
const leavers = new Set<() => void>();
let state: SessionState = read();
const channel = openChannel();

export function currentSession(): SessionState {
  return state;
}

/** For `useSyncExternalStore`. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hears of a log-out, in this tab or another one. @returns what stops it */
export function onLogOut(listener: () => void): () => void {
  leavers.add(listener);
  return () => leavers.delete(listener);
}

export function logIn(token: string, email: string): void {
  sessionStorage.setItem(storageName, JSON.stringify({ token, email }));
  set({ status: 'open', token, email });
}

/** Notes that the API no longer takes this token; one that has been replaced meanwhile changes nothing. */
export function expire(token: string): void {
  if (state.status !== 'open' || state.token !== token) return;
  sessionStorage.removeItem(storageName);
  set({ status: 'expired', email: state.email });
}

/** Forgets the token in every tab. */
export function logOut(): void {
  channel?.postMessage('logged out');
  forget();
}

/** The organization that requests act in; null: the one that the API chooses. */
export function chosenOrganization(): string | null {
  return sessionStorage.getItem(organizationName);
}

export function chooseOrganization(organizationId: string): void {
  sessionStorage.setItem(organizationName, organizationId);
}

function forget(): void {
  // Drafts are somebody's, too.
  sessionStorage.clear();
  set(none);
  for (const leaver of leavers) leaver();
}

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function read(): SessionState {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null');
  if (typeof kept !== 'object' || kept === null || !('token' in kept) || !('email' in kept)) return none;
  const { token, email } = kept;
  return typeof token === 'string' && typeof email === 'string' ? { status: 'open', token, email } : none;
}

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const opened = new BroadcastChannel(storageName);
  opened.addEventListener('message', forget);
  return opened;
}
