import * as pg from 'pg';
import { ConnectionAcquireTimeoutError, ConnectionError } from 'sequelize';
import type { DatabaseFault } from '../../lib/metrics';

/** PostgreSQL's codes of the faults that are not the statement's (its manual, Appendix A). */
const faults: Readonly<Record<string, DatabaseFault>> = {
  '53100': 'disk_full',
  '53300': 'no_connection',
  '55P03': 'timeout',
  '57014': 'timeout',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
};

/**
 * The fault of the database for which a statement was not carried out. Null: the statement was refused for what it says,
 * such as a value that is taken.
 * @param error of Sequelize's pool, or of `pg`
 */
export function faultOf(error: unknown): DatabaseFault | null {
  if (error instanceof ConnectionAcquireTimeoutError) return 'no_connection';
  if (error instanceof ConnectionError) return faults[codeOf(error.parent)] ?? 'unreachable';
  if (error instanceof pg.DatabaseError) return faults[codeOf(error)] ?? null;
  return 'unreachable';
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
