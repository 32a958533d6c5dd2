/**
 * The user who is logged in, in this tab. The token is in memory and in `sessionStorage`. So a reload keeps it, and
 * another site, tab or link never sees it. Logging out ends the sessions of this person in all tabs of this browser:
 * open tabs hear it. A tab that was elsewhere meanwhile, such as at a platform's consent, finds it when it comes back.
 */
export type SessionState =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly token: string; readonly email: string }
  /** The API has refused the token: the user has to log in again, and the screen stays as it is. */
  | { readonly status: 'expired'; readonly email: string };

/** A session as `sessionStorage` has it. */
interface Kept {
  token: string;
  email: string;
  /** The beginning of the session, on the clock of this machine. */
  sinceMs: number;
}

const storageName = 'session';
const organizationName = 'organization';
/** The beginning of the names under which this tab keeps data of one person (`ownPlace`). */
const ownPrefix = 'own:';
/** In `localStorage`: the id of each person who has logged out in this browser, with the time. No token is among it. */
const logOutsName = 'log-outs';
const none: SessionState = { status: 'none' };

const listeners = new Set<() => void>();
const leavers = new Set<() => void>();
/** The session that this tab has, or had until its token was refused. */
let latest: Kept | null = null;
let state: SessionState = read();
/** The organization that this page was loaded for, and of which all its data are. Null: not chosen yet. */
let loadedFor = chosenOrganization();
listenForLogOuts();
listenForReturns();

export function currentSession(): SessionState {
  return state;
}

/** For `useSyncExternalStore`. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hears of a log-out, in this tab or another tab. @returns a function that stops hearing */
export function onLogOut(listener: () => void): () => void {
  leavers.add(listener);
  return () => leavers.delete(listener);
}

export function logIn(token: string, email: string): void {
  latest = { token, email, sinceMs: Date.now() };
  sessionStorage.setItem(storageName, JSON.stringify(latest));
  set({ status: 'open', token, email });
}

/** Notes that the API no longer takes this token. A token that has been replaced meanwhile changes nothing. */
export function expire(token: string): void {
  if (state.status !== 'open' || state.token !== token) return;
  sessionStorage.removeItem(storageName);
  set({ status: 'expired', email: state.email });
}

/** Forgets the tokens of this person in every tab. */
export function logOut(): void {
  if (latest) localStorage.setItem(logOutsName, JSON.stringify({ ...logOuts(), [personOf(latest)]: Date.now() }));
  forget();
}

/** The organization that requests act in; null: the API chooses it. */
export function chosenOrganization(): string | null {
  return sessionStorage.getItem(organizationName);
}

export function chooseOrganization(organizationId: string): void {
  sessionStorage.setItem(organizationName, organizationId);
  loadedFor ??= organizationId;
}

/**
 * The name under which this tab keeps a value for the logged-in person and the organization that they act in. No other
 * person finds the value, and this person finds it again when they come back.
 */
export function ownPlace(name: string): string {
  return `${latest ? ownBeginning(latest) : ownPrefix}${chosenOrganization() ?? ''}:${name}`;
}

function ownBeginning(session: Kept): string {
  return `${ownPrefix}${personOf(session)}:`;
}

/** Removes all data of a session that this tab keeps. The data of other people, such as drafts, stay for them. */
function removeKept(session: Kept | null): void {
  for (const name of Object.keys(sessionStorage)) {
    const isOfOthers = name.startsWith(ownPrefix) && !(session && name.startsWith(ownBeginning(session)));
    if (!isOfOthers) sessionStorage.removeItem(name);
  }
}

function forget(): void {
  removeKept(latest);
  latest = null;
  set(none);
  for (const leaver of leavers) leaver();
}

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function read(): SessionState {
  const kept = readKept();
  if (!kept) return none;
  if (isOver(kept)) {
    removeKept(kept);
    return none;
  }
  latest = kept;
  return { status: 'open', token: kept.token, email: kept.email };
}

function readKept(): Kept | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null');
  if (typeof kept !== 'object' || kept === null || !('token' in kept) || !('email' in kept)) return null;
  const { token, email } = kept;
  if (typeof token !== 'string' || typeof email !== 'string') return null;
  return { token, email, sinceMs: 'sinceMs' in kept ? Number(kept.sinceMs) : 0 };
}

/** A tab that was frozen, or that the browser kept for going back, hears no event: it looks when it is shown. */
function listenForLogOuts(): void {
  const look = () => {
    if (latest && isOver(latest)) forget();
  };
  window.addEventListener('storage', look);
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
}

/** The browser may keep a page for going back. If the user has gone to another organization since, the page reloads. */
function listenForReturns(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && loadedFor !== chosenOrganization()) window.location.reload();
  });
}

function logOuts(): Readonly<Record<string, number>> {
  return JSON.parse(localStorage.getItem(logOutsName) ?? '{}');
}

/** Tells whether the person has logged out since the session began. */
function isOver(session: Kept): boolean {
  return (logOuts()[personOf(session)] ?? 0) > session.sinceMs;
}

/** The id of the person, which the token names (RFC 7519, 4.1.2). */
function personOf({ token }: Kept): string {
  const [, claims = ''] = token.split('.');
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return String(sub);
  } catch {
    return 'unknown';
  }
}
