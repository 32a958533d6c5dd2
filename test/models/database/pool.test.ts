import { readdirSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { DatabaseError } from 'pg';
import { z } from 'zod';
import { armFailpoints } from '../../../lib/failpoint';
import type { DatabaseFault } from '../../../lib/metrics';
import { param, sql } from '../../../models/database/fragment';
import { command, statement } from '../../../models/database/statement';
import { inTransaction } from '../../../models/database/transaction';
import { openDatabase } from '../../../models/openDatabase';
import { useDatabase } from '../../support/servers/database';
import { useEachTempDir } from '../../support/tempDir';
import { use } from '../../support/use';

const database = useDatabase();
const lines: string[] = [];
const observed: [name: string, seconds: number][] = [];
const faults: DatabaseFault[] = [];
const log = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
const pool = use(async () => {
  const sequelize = openDatabase({
    url: database.url,
    poolSize: 1,
    logger: pino(log),
    checkRows: true,
    observer: {
      took: (name, seconds) => void observed.push([name, seconds]),
      failed: (fault) => void faults.push(fault),
    },
  });
  return Object.assign(sequelize, { stop: async () => sequelize.close() });
});

const seconds = param('seconds', 'float8');
const sleep = statement('tests.sleep', z.strictObject({ n: z.int() }), sql`SELECT 1 AS n FROM pg_sleep(${seconds})`);
const fail = command('tests.fail', sql`SELECT FROM pg_sleep(${seconds}) WHERE 1 / 0 = 1`);
const text = statement('tests.text', z.strictObject({ n: z.int() }), sql`SELECT 'one' AS n`);

describe('a statement with a name', () => {
  it('is measured under its name, whatever comes of it', async () => {
    observed.splice(0);
    faults.splice(0);
    await sleep.all({ seconds: 0.02 });
    await expect(fail.run({ seconds: 0 })).rejects.toThrow(DatabaseError);
    expect(faults).toEqual([]);
    expect(observed.map(([name]) => name)).toEqual(['tests.sleep', 'tests.fail']);
    expect(observed[0]?.[1]).toBeGreaterThan(0.019);
  });

  it('is logged under its name where it takes over a second, without its values', async () => {
    lines.splice(0);
    await sleep.all({ seconds: 1.1 });
    await sleep.all({ seconds: 0 });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ statement: 'tests.sleep', durationMs: expect.any(Number), msg: 'a slow statement' }),
    ]);
  });

  it('gives no row that its schema does not have, in tests', async () => {
    await expect(text.all({})).rejects.toThrow('expected number, received string');
  });

  it('runs in a transaction, and not in one that is over', async () => {
    const over = await inTransaction(pool, 'test', async (transaction) => {
      expect(await sleep.first({ seconds: 0 }, transaction)).toEqual({ n: 1 });
      return transaction;
    });
    await expect(sleep.all({ seconds: 0 }, over)).rejects.toThrow('tests.sleep: the transaction is over');
  });

  it('leaves no lost connection in the pool', async () => {
    faults.splice(0);
    const ending = sleep.all({ seconds: 30 });
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(%' AND pid <> pg_backend_pid() AND datname = current_database()`;
    const ended = async (): Promise<void> => {
      for (let found: object[] = []; found.length === 0;) found = await database.query(end);
    };
    await Promise.all([expect(ending).rejects.toThrow('terminating connection'), ended()]);
    expect(await sleep.all({ seconds: 0 })).toEqual([{ n: 1 }]);
    expect(faults).toEqual(['unreachable']);
  });
});

describe('the failpoints of the database', () => {
  const folder = useEachTempDir();
  afterEach(() => armFailpoints(null));
  const find = statement('tests.find', z.strictObject({ n: z.int() }), sql`SELECT 1 AS n WHERE ${seconds} > 0`);
  const rollBack = async () =>
    inTransaction(pool, 'some', async (transaction) => {
      await find.all({ seconds: 1 }, transaction);
      throw new Error('back');
    });

  /** The failpoints that the act passes. */
  async function passed(act: () => Promise<unknown>): Promise<string[]> {
    const points = ['tests.find', 'tests.fail', 'commit.some'].flatMap((name) => [`${name}.before`, `${name}.after`]);
    for (const point of points) folder.write(`${point}.visit`, '');
    armFailpoints(folder.path);
    await act().catch(() => undefined);
    return points.filter((point) => readdirSync(folder.path).includes(`${point}.visit.hit`));
  }

  it.each<[string, string[], () => Promise<unknown>]>([
    ['a statement that finds rows', ['tests.find.before', 'tests.find.after'], () => find.all({ seconds: 1 })],
    ['a statement that finds none', ['tests.find.before'], () => find.all({ seconds: 0 })],
    ['a statement that fails', ['tests.fail.before'], () => fail.run({ seconds: 0 })],
    ['a commit', ['commit.some.before', 'commit.some.after'], () => inTransaction(pool, 'some', async () => 1)],
    ['work that is rolled back', ['tests.find.before', 'tests.find.after'], rollBack],
  ])('are on either side of %s', async (_what, points, act) => {
    expect(await passed(act)).toEqual(points);
  });
});
