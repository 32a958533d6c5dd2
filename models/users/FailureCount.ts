import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import { failureWindowMinutes } from '../../domain/limits';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

const Taken = z.strictObject({ key: z.string(), endsAt: z.string() });

const takeTry = statement(
  'failures.take',
  Taken,
  sql`INSERT INTO failure_counts AS c (key, failures, in_flight, ends_at)
      VALUES (${param('key', 'text')}, 0, 1, now() + make_interval(mins => ${constant(failureWindowMinutes)}))
      ON CONFLICT (key) DO UPDATE
        SET failures = CASE WHEN c.ends_at <= now() THEN 0 ELSE c.failures END,
            in_flight = CASE WHEN c.ends_at <= now() THEN 1 ELSE c.in_flight + 1 END,
            ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
        WHERE c.ends_at <= now() OR c.failures + c.in_flight < ${param('max', 'integer')}
      RETURNING key, ends_at::text AS "endsAt"`,
);

const settleTry = command(
  'failures.settle',
  sql`UPDATE failure_counts SET in_flight = in_flight - 1, failures = failures + ${param('failures', 'integer')}
      WHERE key = ${param('key', 'text')} AND ends_at = ${param('endsAt', 'exactTime')} AND in_flight > 0`,
);

const countTry = command(
  'failures.countUp',
  sql`INSERT INTO failure_counts AS c (key, failures, ends_at)
      VALUES (${param('key', 'text')}, 1, now() + make_interval(mins => ${param('minutes', 'integer')}))
      ON CONFLICT (key) DO UPDATE
        SET failures = CASE WHEN c.ends_at <= now() THEN 1 ELSE c.failures + 1 END,
            ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
        WHERE c.ends_at <= now() OR c.failures < ${param('max', 'integer')}`,
);

const readFailures = statement(
  'failures.read',
  z.strictObject({ failures: z.int(), secondsLeft: z.int() }),
  sql`SELECT failures, greatest(1, ceil(extract(epoch FROM ends_at - now())))::integer AS "secondsLeft"
      FROM failure_counts WHERE key = ${param('key', 'text')}`,
);

const removeExpired = command(
  'failures.removeExpired',
  sql`DELETE FROM failure_counts
      WHERE ctid IN (SELECT ctid FROM failure_counts WHERE ends_at <= now() ORDER BY ends_at LIMIT ${param('limit', 'bigint')})
        AND ends_at <= now()`,
);

/**
 * The number of failures of an act in the 15 minutes since its first failure, by the database's clock. `take` counts a
 * try before it is made. `settle` turns the try into a failure or removes it from the count. So tries at the same time
 * cannot pass the limit, and do not count as failures yet. (The PostgreSQL limiter of rate-limiter-flexible also counts
 * the tries that it refuses. Several right tries at the same time would then lock an account.)
 */
export class FailureCount extends Model<InferAttributes<FailureCount>, InferCreationAttributes<FailureCount>> {
  /** A hash of the counted subject, which can contain an email. */
  declare key: string;
  declare failures: number;
  declare endsAt: Date;
  /** The number of tries that were begun and have not ended; a try whose process has died stays counted. */
  declare inFlight: CreationOptional<number>;

  /** Counts a try. @returns the try for `settle`, or null if there are `max` failures and tries */
  static async take(key: string, max: number): Promise<TakenTry | null> {
    const taken = await takeTry.first({ key, max });
    return taken ?? null;
  }

  /** Ends a try: its count then has one failure more, or only one try less. */
  static async settle({ key, endsAt }: TakenTry, hasFailed: boolean): Promise<void> {
    await settleTry.run({ key, endsAt, failures: hasFailed ? 1 : 0 });
  }

  /**
   * Counts a try of an act that is capped whether or not it fails.
   * @returns false if there were `max` tries in these minutes
   */
  static async countUp(
    key: string,
    { max, minutes }: { max: number; minutes: number },
    transaction?: Transaction,
  ): Promise<boolean> {
    return (await countTry.run({ key, max, minutes }, transaction)) > 0;
  }

  /** The failures of a key, and the seconds until its count ends, at least 1. */
  static async read(key: string, transaction?: Transaction): Promise<{ failures: number; secondsLeft: number }> {
    const found = await readFailures.first({ key }, transaction);
    return found ?? { failures: 0, secondsLeft: 1 };
  }

  /** Removes up to `limit` counts whose time is over. @returns how many */
  static async removeExpired(limit: number): Promise<number> {
    return removeExpired.run({ limit });
  }
}

/** The key of a count: a hash, because the table must contain no emails. */
export function countKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export interface TakenTry {
  readonly key: string;
  /** The end in PostgreSQL's words: a Date has no microseconds. */
  readonly endsAt: string;
}

export function initialize(sequelize: Sequelize): void {
  FailureCount.init(
    {
      key: { type: DataTypes.TEXT, primaryKey: true },
      failures: DataTypes.INTEGER,
      endsAt: DataTypes.DATE,
      inFlight: { type: DataTypes.INTEGER, defaultValue: 0 },
    },
    { sequelize, tableName: 'failure_counts' },
  );
}
