import { AsyncLocalStorage } from 'node:async_hooks';

/** The name of the work that is under way here and must not wait for a host; null: it may. */
const walledOff = new AsyncLocalStorage<string | null>();

/**
 * Runs work that publishes, or that runs workflows. It must not wait for a host that a tenant has named: that host could
 * hold the slot, and with it the posts of others. So within it, and all that it calls, `SafeFetch` refuses every request.
 * @param name of the work, for the error
 */
export function withoutHosts<T>(name: string, work: () => T): T {
  return walledOff.run(name, work);
}

/** Asks a host within walled-off work. Its caller limits the number of calls at the same time, and their length. */
export function withPromptHost<T>(work: () => T): T {
  return walledOff.run(null, work);
}

/** @throws Error within work that must not wait for a host: that is a bug of the caller */
export function requireHostsAllowed(): void {
  const name = walledOff.getStore() ?? null;
  if (name !== null) throw new Error(`${name} asks no host that a tenant has named`);
}
