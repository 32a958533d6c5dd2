import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Statements of the database. */
export function databaseMetrics(registers: Registry[]) {
  return {
    databaseStatementSeconds: new Histogram({
      name: 'database_statement_duration_seconds',
      help: 'Time of a statement of the database, by its name',
      labelNames: ['statement'] as const,
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    databaseFaults: new Counter({
      name: 'database_faults_total',
      help: 'Statements that could not be carried out for a reason of the database, by the reason',
      labelNames: ['fault'] as const,
      registers,
    }),
  };
}

/** Why the database could not carry out a statement, where the reason is not the statement's own. */
const faults = ['unreachable', 'no_connection', 'disk_full', 'timeout'] as const;
export type DatabaseFault = (typeof faults)[number];

/** Hears of the statements with a name (models/database/statement.ts). */
export interface DatabaseObserver {
  /** A statement was answered, whatever the answer. */
  took: (statement: string, seconds: number) => void;
  failed: (fault: DatabaseFault) => void;
}

/** Counts what the database does and does not do. */
export function databaseObserver({
  databaseStatementSeconds,
  databaseFaults,
}: Pick<ReturnType<typeof databaseMetrics>, 'databaseStatementSeconds' | 'databaseFaults'>): DatabaseObserver {
  for (const fault of faults) databaseFaults.inc({ fault }, 0);
  return {
    took: (statement, seconds) => databaseStatementSeconds.observe({ statement }, seconds),
    failed: (fault) => databaseFaults.inc({ fault }),
  };
}
