import { setTimeout as delay } from 'node:timers/promises';
import * as pg from 'pg';
import type { Sequelize } from 'sequelize';
import { buildIndexes, dropIndexes } from './buildIndexes';
import { lockedMsMax, tablesInUse, watchLocks } from './lockWatch';
import { holding, holdingQuietly, letting, withSession } from './migrationSession';
import type { MigrationSession } from './migrationSession';
import { migrations } from '../migrations/index';
import type { IndexMigration, Migration, StatementMigration } from '../migrations/Migration';

/** Any numbers; two processes that migrate one database must only agree on them. */
const turn = 7_261_954;
const building = 7_261_955;
/** A lock that is not got within `lockedMsMax` is asked for again after a pause, in which others pass. */
const lockTries = 60;
const pauseMs = 1_000;
/** SQLSTATE: a lock was not got in time. */
const lockNotAvailable = '55P03';

/**
 * Brings the schema up to the newest migration, or takes the newest `downSteps` back, while the service runs. Each
 * migration of statements is one transaction. Indexes are built outside of any. A process that dies leaves nothing that the
 * next one does not take up. Safe to call from several processes at once: one works while the others wait and then find
 * nothing to do.
 * @param all the migrations, oldest first
 * @returns the names of the migrations that were run
 * @throws Error for a schema of an older version; for a migration that locks a table in use for over a second; it is not applied
 */
export async function migrate(
  sequelize: Sequelize,
  direction: 'up' | 'down',
  downSteps = 1,
  all: readonly Migration[] = migrations,
): Promise<string[]> {
  return withSession(sequelize, async (session) =>
    holding(session, turn, async () => {
      await session.query('CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY)');
      requireOwn(await appliedIn(session));
      return direction === 'up' ? up(sequelize, session, all) : down(session, all, downSteps);
    }),
  );
}

/** Each schema of this version has the first migration. @throws Error for a schema that lacks it */
function requireOwn([applied]: readonly string[]): void {
  if (applied === undefined || applied === migrations[0]?.name) return;
  throw new Error(
    `the database has the schema of an older version (${applied}), which cannot be brought up to date: use an empty database; \`npm start -- --reset\` removes the data of local starts`,
  );
}

async function up(sequelize: Sequelize, session: MigrationSession, all: readonly Migration[]): Promise<string[]> {
  const run: string[] = [];
  for (;;) {
    const applied = await appliedIn(session);
    const next = all.find(({ name }) => !applied.includes(name));
    if (!next) return run;
    const isRun = 'up' in next ? await apply(sequelize, session, next) : await build(session, next);
    if (isRun) run.push(next.name);
  }
}

async function down(session: MigrationSession, all: readonly Migration[], steps: number): Promise<string[]> {
  const applied = await appliedIn(session);
  const newest = all.filter(({ name }) => applied.includes(name)).toReversed();
  for (const migration of newest.slice(0, steps)) {
    if ('up' in migration) {
      await inSessionTransaction(session, async () => {
        await session.query(migration.down);
        await forget(session, migration);
      });
    } else {
      await letting(session, turn, async () => dropIndexes(session, migration.indexes));
      await forget(session, migration);
    }
  }
  return newest.slice(0, steps).map(({ name }) => name);
}

/** Several tries, since a lock may be taken; each keeps callers waiting for a second at most. */
async function apply(sequelize: Sequelize, session: MigrationSession, migration: StatementMigration): Promise<true> {
  const inUse = await tablesInUse(session);
  for (let tryCount = 1; ; tryCount += 1) {
    try {
      await applyOnce(sequelize, session, migration, inUse);
      return true;
    } catch (error) {
      const isTaken = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isTaken || tryCount === lockTries) throw error;
      await delay(pauseMs);
    }
  }
}

async function applyOnce(
  sequelize: Sequelize,
  session: MigrationSession,
  migration: StatementMigration,
  inUse: readonly string[],
): Promise<void> {
  const watch = watchLocks(sequelize, session, inUse);
  await inSessionTransaction(session, async () => {
    if (inUse.length > 0) await session.query(`SET LOCAL lock_timeout = ${lockedMsMax}`);
    const failed = await session.query(migration.up).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const locked = await watch.end();
    if (locked !== null) throw new Error(refusal(migration, locked), { cause: failed?.error });
    if (failed) throw failed.error;
    await record(session, migration);
  });
}

function refusal({ name }: StatementMigration, table: string): string {
  return `${name} locks ${table} for over ${lockedMsMax} ms while it is in use, so it was not applied: build its indexes apart, and split the rest`;
}

/** Others have their turn meanwhile, since a build waits for their statements. One process builds at a time. */
async function build(session: MigrationSession, migration: IndexMigration): Promise<boolean> {
  return letting(session, turn, async () =>
    holdingQuietly(session, building, async () => {
      if ((await appliedIn(session)).includes(migration.name)) return false;
      await buildIndexes(session, migration.indexes);
      await record(session, migration);
      return true;
    }),
  );
}

async function inSessionTransaction(session: MigrationSession, work: () => Promise<void>): Promise<void> {
  await session.query('BEGIN');
  try {
    await work();
    await session.query('COMMIT');
  } catch (error) {
    // Where the connection is lost, so is the transaction.
    await session.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function appliedIn({ query }: MigrationSession): Promise<string[]> {
  return (await query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).map(({ name }) => name);
}

async function record({ query }: MigrationSession, { name }: Migration): Promise<void> {
  await query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
}

async function forget({ query }: MigrationSession, { name }: Migration): Promise<void> {
  await query('DELETE FROM schema_migrations WHERE name = $1', [name]);
}
