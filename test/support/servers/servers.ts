/** The addresses of this test run's servers. */
export interface Servers {
  /** A superuser's connection to a database that only serves to create others. */
  readonly databaseUrl: string;
  /** host:port of a Temporal server with all search attributes, in memory. */
  readonly temporalAddress: string;
}

const names = { databaseUrl: 'TEST_DATABASE_URL', temporalAddress: 'TEMPORAL_ADDRESS' } as const;

/**
 * The servers that `npm test` has started for this run.
 * @throws when jest was started without them: a missing server fails a test, it never skips one
 */
export function servers(): Servers {
  return { databaseUrl: required(names.databaseUrl), temporalAddress: required(names.temporalAddress) };
}

/**
 * Sets the answer of `servers()` from now on, for all files of this process; undefined: there are no servers.
 * @returns a function that sets the previous answer back, which may be none
 */
export function setServers(next: Servers | undefined): () => void {
  const keys = Object.keys(names) as (keyof Servers)[];
  const before = keys.map((key) => process.env[names[key]]);
  const set = (key: keyof Servers, value: string | undefined): void => {
    if (value === undefined) delete process.env[names[key]];
    else process.env[names[key]] = value;
  };
  for (const key of keys) set(key, next?.[key]);
  return () => keys.forEach((key, nth) => set(key, before[nth]));
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Use: npm test -- <path>`);
  return value;
}
