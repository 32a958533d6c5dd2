import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize';
import { defaultDatabaseLimits, openDatabase } from '../../../models/openDatabase';
import type { DatabaseLimits } from '../../../models/openDatabase';
import type { Places } from '../../../models/outbox/places';
import type * as Migrate from '../../../models/database/migrate';
import { watchLockOrder } from './watchLockOrder';
import { servers } from './servers';
import { use } from '../use';

export interface TestDatabase {
  /** The pool that the models are bound to. */
  sequelize: Sequelize;
  url: string;
  /** Reads or changes the service's stored rows. */
  query: <Row extends object = Record<string, unknown>>(sql: string, bind?: unknown[]) => Promise<Row[]>;
  /**
   * Closes the pool and removes the database.
   * @throws Error where statements of its tests have locked rows out of order
   */
  stop: () => Promise<void>;
}

const silent = pino({ level: 'silent' });

/** Few tests are about places, and many have no relay. */
const plentyOfPlaces: Places = { runs: 1000, webhooks: 1000 };

/** Longer than the product's: three files share two cores, and a machine may stand still for seconds. */
const patientLimits: DatabaseLimits = {
  acquireMs: 6 * defaultDatabaseLimits.acquireMs,
  statementMs: 6 * defaultDatabaseLimits.statementMs,
  lockMs: 6 * defaultDatabaseLimits.lockMs,
  idleInTransactionMs: 6 * defaultDatabaseLimits.idleInTransactionMs,
};

/** The pool of an API process as it is by default. */
export const poolSizeDefault = 10;

/** A migrated database for one test file alone: a clone of the run's template, which takes some 40 ms. */
export async function createDatabase({
  poolSize = poolSizeDefault,
  places = plentyOfPlaces,
  limits = patientLimits,
  hasLockOrder = true,
} = {}): Promise<TestDatabase> {
  const { databaseUrl } = servers();
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`;
  await asAdministrator(databaseUrl, async (client) => {
    const template = await ensureTemplate(client, databaseUrl);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = urlOf(databaseUrl, name);
  const sequelize = openDatabase({ url, poolSize, places, limits, logger: silent, checkRows: true });
  const query = sequelize.query.bind(sequelize);
  const outOfOrder = watchLockOrder(sequelize);
  return {
    sequelize,
    url,
    query: (sql, bind = []) => query(sql, { bind, type: QueryTypes.SELECT }),
    stop: async () => {
      await sequelize.close();
      await asAdministrator(databaseUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
      // A test that changes the statements of the service changes their locks, too.
      const violations = hasLockOrder ? outOfOrder() : [];
      if (violations.length > 0) throw new Error(`statements lock rows out of order:\n${violations.join('\n')}`);
    },
  };
}

/** Any number that no other user of the cluster takes. */
const templateLock = 4_711_002;

/** The first test file makes the template, under another name until it is whole; the others wait for it. */
async function ensureTemplate(client: Client, databaseUrl: string): Promise<string> {
  const template = `template_${fingerprint()}`;
  await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 1) return template;
    const draft = `${template}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft}`);
    const sequelize = openDatabase({ url: urlOf(databaseUrl, draft), poolSize: 2, logger: silent });
    const { migrate } = require('../../../models/database/migrate') as typeof Migrate;
    await migrate(sequelize, 'up');
    await sequelize.close();
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
    return template;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [templateLock]);
  }
}

/** The hash of all migrations. Their files are read as text: their runner costs each test file a tenth of a second. */
function fingerprint(): string {
  const folder = join(__dirname, '..', '..', '..', 'models', 'migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

async function asAdministrator<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** A database for the tests of a file. */
export function useDatabase(...options: Parameters<typeof createDatabase>): TestDatabase {
  return use(async () => createDatabase(...options));
}
