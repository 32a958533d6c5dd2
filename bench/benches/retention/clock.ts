import { withDatabase } from '../../tools/withDatabase';

/** The clock of a database, as statements see it that ask for `now()`. */
export interface Clock {
  /** Sets it so many days before the real time. */
  readonly set: (daysBefore: number) => Promise<void>;
}

/**
 * Puts a `now()` of the bench before PostgreSQL's own in the path in which names are looked up. Connections that were open are
 * ended: the service opens others, which have that path. `clock_timestamp()` and the defaults of columns keep the real time.
 */
export async function openClock(databaseUrl: string): Promise<Clock> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await withDatabase(databaseUrl, async (client) => {
    await client.query('CREATE SCHEMA bench_clock');
    await client.query('CREATE TABLE bench_clock.clock AS SELECT 0 AS days_before');
    await client.query(
      `CREATE FUNCTION bench_clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
       'SELECT pg_catalog.now() - make_interval(days => (SELECT days_before FROM bench_clock.clock))'`,
    );
    await client.query(`ALTER DATABASE ${name} SET search_path = bench_clock, pg_catalog, public`);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
  });
  return {
    set: async (daysBefore) =>
      withDatabase(databaseUrl, async (client) => {
        await client.query('UPDATE bench_clock.clock SET days_before = $1', [daysBefore]);
      }),
  };
}
