import type { MigrationSession } from './migrationSession';
import type { NewIndex } from '../migrations/Migration';

/**
 * Builds each index while its table is in use. An existing index is kept, and an invalid index, which an interrupted
 * build has left, is built again: so the build can be called again after any end.
 */
export async function buildIndexes({ query }: MigrationSession, indexes: readonly NewIndex[]): Promise<void> {
  for (const { name, isUnique = false, on } of indexes) {
    const [found] = await query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    );
    if (found?.valid) continue;
    if (found) await query(`DROP INDEX CONCURRENTLY ${name}`);
    await query(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ${on}`);
  }
}

/** Drops the indexes that `buildIndexes` has built. */
export async function dropIndexes({ query }: MigrationSession, indexes: readonly NewIndex[]): Promise<void> {
  for (const { name } of indexes.toReversed()) await query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
