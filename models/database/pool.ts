import * as pg from 'pg';
import type { Sequelize, Transaction } from 'sequelize';
import type { z } from 'zod';
import { failpoint } from '../../lib/failpoint';
import type { Logger } from '../../lib/logger';
import { DatabaseClient } from './DatabaseClient';

/** A statement that takes longer than this is logged with its name. */
const slowMs = 1000;

interface Pool {
  sequelize: Sequelize;
  logger: Logger;
  /** Whether each row is parsed by its schema; the tests switch it on. */
  checkRows: boolean;
  /** Hears of each statement. */
  observe?: (name: string, seconds: number) => void;
}

let current: Pool | undefined;

/** Statements run on this pool from now on, as models do. */
export function bindPool(pool: Pool): void {
  current = pool;
}

interface Sent<Row> {
  name: string;
  text: string;
  values: unknown[];
  row: z.ZodType<Row>;
}

interface Outcome<Row> {
  rows: Row[];
  /** The rows that were read or written. */
  count: number;
}

/**
 * Runs a statement on a connection of the pool, or on the connection of a transaction.
 * @throws Error of `pg`: `pg.DatabaseError` for a refusal of PostgreSQL, else the connection is lost
 */
export async function run<Row extends object>(sent: Sent<Row>, transaction?: Transaction): Promise<Outcome<Row>> {
  if (!current) throw new Error(`${sent.name}: no database is open`);
  const { connectionManager } = current.sequelize;
  if (transaction) return runOn<Row>(current, connectionOf(transaction), sent);
  const connection = await connectionManager.getConnection({ type: 'write' });
  try {
    return await runOn<Row>(current, connection, sent);
  } finally {
    connectionManager.releaseConnection(connection);
  }
}

async function runOn<Row extends object>(
  { checkRows, logger, observe }: Pool,
  connection: unknown,
  { name, text, values, row }: Sent<Row>,
): Promise<Outcome<Row>> {
  if (!(connection instanceof DatabaseClient)) throw new Error(`${name}: the transaction is over`);
  logger.trace({ statement: name, sql: text }, 'sql');
  const beganAt = performance.now();
  try {
    failpoint(name, 'before');
    const { rows, rowCount } = await connection.prepared<Row>(text, values);
    // A statement that has found nothing leaves all as it was.
    if (rowCount) failpoint(name, 'after');
    return { rows: checkRows ? rows.map((one) => row.parse(one)) : rows, count: rowCount ?? 0 };
  } catch (error) {
    // The pool asks for this before it hands a connection out again. After a fatal error the server ends the connection.
    if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') Reflect.set(connection, '_invalid', true);
    throw error;
  } finally {
    const tookMs = performance.now() - beganAt;
    observe?.(name, tookMs / 1000);
    if (tookMs > slowMs) logger.warn({ statement: name, durationMs: Math.round(tookMs) }, 'a slow statement');
  }
}

/** Undefined for a transaction that is over: its connection belongs to others. */
function connectionOf(transaction: Transaction): unknown {
  return Reflect.get(transaction, 'finished') ? undefined : Reflect.get(transaction, 'connection');
}
