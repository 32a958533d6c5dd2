import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { failureWindowMinutes } from '../domain/limits';
import { firstRow, rows } from './sql';

/**
 * How often something has failed in the 15 minutes since its first failure, by the database's clock. A try is counted
 * before it is made and taken out of the count if it succeeds, so tries that are made at the same time cannot pass the limit. (The
 * limiter for PostgreSQL of rate-limiter-flexible also counts the tries that it refuses. Tries that are right, made at
 * the same time, would then lock an account.)
 */
export class FailureCount extends Model<InferAttributes<FailureCount>, InferCreationAttributes<FailureCount>> {
  /** A hash of what is counted: it can contain an email. */
  declare key: string;
  declare failures: number;
  declare endsAt: Date;

  /** Counts a try. @returns what `release` takes, or null if there have been `max` failures */
  static async take(key: string, max: number): Promise<TakenTry | null> {
    const taken = await firstRow<TakenTry>(
      FailureCount,
      `INSERT INTO failure_counts AS c (key, failures, ends_at)
       VALUES ($key, 1, now() + make_interval(mins => ${failureWindowMinutes}))
       ON CONFLICT (key) DO UPDATE
         SET failures = CASE WHEN c.ends_at <= now() THEN 1 ELSE c.failures + 1 END,
             ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
         WHERE c.ends_at <= now() OR c.failures < $max
       RETURNING key, ends_at::text AS "endsAt"`,
      { key, max },
    );
    return taken ?? null;
  }

  /** Takes a try out of the count in which it was counted. */
  static async release({ key, endsAt }: TakenTry): Promise<void> {
    await rows(
      FailureCount,
      `UPDATE failure_counts SET failures = failures - 1
       WHERE key = $key AND ends_at = $endsAt::timestamptz AND failures > 0 RETURNING key`,
      { key, endsAt },
    );
  }

  /** Seconds until the count of this key ends, at least 1. */
  static async secondsLeft(key: string): Promise<number> {
    const found = await firstRow<{ seconds: number }>(
      FailureCount,
      `SELECT ceil(extract(epoch FROM ends_at - now()))::integer AS seconds FROM failure_counts WHERE key = $key`,
      { key },
    );
    return Math.max(1, found?.seconds ?? 1);
  }

  /** Removes up to `limit` counts whose time is over. @returns how many */
  static async removeExpired(limit: number): Promise<number> {
    const removed = await rows(
      FailureCount,
      `DELETE FROM failure_counts
       WHERE ctid IN (SELECT ctid FROM failure_counts WHERE ends_at <= now() LIMIT $limit) AND ends_at <= now()
       RETURNING 1`,
      { limit },
    );
    return removed.length;
  }
}

export interface TakenTry {
  readonly key: string;
  /** In PostgreSQL's words: a Date has no microseconds. */
  readonly endsAt: string;
}

export function initialize(sequelize: Sequelize): void {
  FailureCount.init(
    {
      key: { type: DataTypes.TEXT, primaryKey: true },
      failures: DataTypes.INTEGER,
      endsAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'failure_counts' },
  );
}
