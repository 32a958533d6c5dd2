import * as pg from 'pg';
import type { Sequelize, Transaction } from 'sequelize';
import type { z } from 'zod';
import { failpoint } from '../../lib/failpoint';
import type { Logger } from '../../lib/logger';
import type { DatabaseObserver } from '../../lib/metrics';
import { DatabaseClient } from './DatabaseClient';
import { faultOf } from './faults';

/** A statement that takes longer than this is logged with its name. */
const slowMs = 1000;

interface Pool {
  sequelize: Sequelize;
  logger: Logger;
  /** Whether each row is parsed by its schema; the tests switch it on. */
  checkRows: boolean;
  observer?: DatabaseObserver;
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
  const { sequelize, observer } = current;
  const { connectionManager } = sequelize;
  if (transaction) return runOn<Row>(current, connectionOf(transaction), sent);
  const connection = await connectionManager.getConnection({ type: 'write' }).catch((error: unknown) => {
    noteFault(observer, error);
    throw error;
  });
  try {
    return await runOn<Row>(current, connection, sent);
  } finally {
    connectionManager.releaseConnection(connection);
  }
}

async function runOn<Row extends object>(
  { checkRows, logger, observer }: Pool,
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
    noteFault(observer, error);
    // The pool asks for this before it hands a connection out again. After a fatal error the server ends the connection.
    if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') Reflect.set(connection, '_invalid', true);
    throw error;
  } finally {
    const tookMs = performance.now() - beganAt;
    observer?.took(name, tookMs / 1000);
    if (tookMs > slowMs) logger.warn({ statement: name, durationMs: Math.round(tookMs) }, 'a slow statement');
  }
}

function noteFault(observer: DatabaseObserver | undefined, error: unknown): void {
  const fault = faultOf(error);
  if (fault !== null) observer?.failed(fault);
}

/** Undefined for a transaction that is over: its connection belongs to others. */
function connectionOf(transaction: Transaction): unknown {
  return Reflect.get(transaction, 'finished') ? undefined : Reflect.get(transaction, 'connection');
}
