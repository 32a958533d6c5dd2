/**
 * Tells whether a database is on this machine: only there may a program write invented events. A URL without a host
 * does not count: the environment then names the host.
 */
export function isLocalDatabase(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const named = [hostname, ...searchParams.getAll('host'), ...searchParams.getAll('hostaddr')].filter(Boolean);
  return named.length > 0 && named.every((host) => isLoopback(host) || host.startsWith('/') || /^%2f/i.test(host));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
