/** The addresses of this test run's servers. */
export interface Servers {
  /** A superuser's connection to a database that only serves to create others. */
  readonly databaseUrl: string;
  /** host:port of a Temporal server with all search attributes, in memory. */
  readonly temporalAddress: string;
}

/**
 * The servers that `npm test` has started for this run.
 * @throws when jest was started without them: a missing server fails a test, it never skips one
 */
export function servers(): Servers {
  return { databaseUrl: required('TEST_DATABASE_URL'), temporalAddress: required('TEMPORAL_ADDRESS') };
}

/** From now on `servers()` says these, to all files of this process: whoever calls it sets back what was before. */
export function setServers({ databaseUrl, temporalAddress }: Servers): void {
  process.env['TEST_DATABASE_URL'] = databaseUrl;
  process.env['TEMPORAL_ADDRESS'] = temporalAddress;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Use: npm test -- <path>`);
  return value;
}
