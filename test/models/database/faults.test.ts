import { DatabaseError } from 'pg';
import { pino } from 'pino';
import type { Sequelize } from 'sequelize';
import { z } from 'zod';
import { param, sql } from '../../../models/database/fragment';
import { faultOf } from '../../../models/database/faults';
import { poolStand } from '../../../models/database/poolStand';
import { statement } from '../../../models/database/statement';
import { defaultDatabaseLimits, openDatabase } from '../../../models/openDatabase';
import type { DatabaseLimits } from '../../../models/openDatabase';
import { useDatabase } from '../../support/servers/database';
import { until } from '../../support/until';

const database = useDatabase();
const row = z.strictObject({ n: z.int() });
const sleep = statement('tests.sleepLong', row, sql`SELECT 1 AS n FROM pg_sleep(${param('seconds', 'float8')})`);

/** The faults that are told while statements run on a pool of one connection. */
async function faultsOn(
  url: string,
  limits: Partial<DatabaseLimits>,
  work: (pool: Sequelize) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = [];
  const pool = openDatabase({
    url,
    poolSize: 1,
    logger: pino({ level: 'silent' }),
    limits: { ...defaultDatabaseLimits, ...limits },
    observer: { took: () => undefined, failed: (fault) => void faults.push(fault) },
  });
  await work(pool);
  await pool.close();
  return faults;
}

describe('the fault of the database', () => {
  it.each([
    ['53100', 'disk_full'],
    ['53300', 'no_connection'],
    ['57P01', 'unreachable'],
    ['23505', null],
    ['22012', null],
  ])('that PostgreSQL tells by %s is %s', (code, fault) => {
    expect(faultOf(Object.assign(new DatabaseError('refused', 1, 'error'), { code }))).toBe(fault);
  });

  it('is that it cannot be reached, where nothing listens', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const work = async () => expect(sleep.all({ seconds: 0 })).rejects.toThrow('ECONNREFUSED');
    expect(await faultsOn(url, {}, work)).toEqual(['unreachable']);
  });

  it('is that there is no connection, where the pool has none in time', async () => {
    const work = async ({ connectionManager }: Sequelize) => {
      const take = async () => connectionManager.getConnection({ type: 'write' });
      // A busy machine may take longer to open the first connection.
      const held = await until(take, { isForgiving: true });
      await expect(sleep.all({ seconds: 0 })).rejects.toThrow('Operation timeout');
      connectionManager.releaseConnection(held);
    };
    expect(await faultsOn(database.url, { acquireMs: 50 }, work)).toEqual(['no_connection']);
  });

  it('is that a statement takes too long', async () => {
    const work = async () => expect(sleep.all({ seconds: 30 })).rejects.toThrow('statement timeout');
    expect(await faultsOn(database.url, { statementMs: 50 }, work)).toEqual(['timeout']);
  });
});

describe('the stand of the pool', () => {
  it('tells what is used, what is idle and what waits', async () => {
    const work = async (pool: Sequelize) => {
      const held = await pool.connectionManager.getConnection({ type: 'write' });
      const waiting = sleep.all({ seconds: 0 });
      await until(() => poolStand(pool).waiting === 1);
      expect(poolStand(pool)).toEqual({ used: 1, idle: 0, waiting: 1, max: 1 });
      pool.connectionManager.releaseConnection(held);
      await waiting;
      expect(poolStand(pool)).toEqual({ used: 0, idle: 1, waiting: 0, max: 1 });
    };
    expect(await faultsOn(database.url, { acquireMs: 300_000 }, work)).toEqual([]);
  });
});
