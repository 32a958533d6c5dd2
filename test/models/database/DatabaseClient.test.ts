import { plannedAnew } from '../../../models/database/DatabaseClient';
import { useEach } from '../../support/use';
import { createDatabase } from '../../support/servers/database';

/** One connection, so that each statement of a test is sent on the same one. */
const database = useEach(async () => createDatabase({ poolSize: 1 }));

const prepared = async (): Promise<string[]> => {
  const found = await database.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
  return found.map(({ statement }) => statement);
};

describe('a connection', () => {
  it('prepares a statement with parameters once, and gives each call its own rows', async () => {
    const text = 'SELECT $1::int AS n';
    for (const n of [1, 2, 3]) expect(await database.query(text, [n])).toEqual([{ n }]);
    expect(await prepared()).toEqual([text]);
  });

  it('prepares no statement without parameters', async () => {
    await database.query('SELECT 1');
    expect(await prepared()).toEqual([]);
  });

  it('prepares no statement that is to be planned for its values', async () => {
    expect(await database.query(`${plannedAnew} SELECT $1::int AS n`, [1])).toEqual([{ n: 1 }]);
    expect(await prepared()).toEqual([]);
  });

  it('keeps 512 statements, and sends the ones above that unprepared', async () => {
    for (let n = 0; n < 516; n += 1)
      expect(await database.query(`SELECT $1::int AS n${n}`, [n])).toEqual([{ [`n${n}`]: n }]);
    expect(await prepared()).toHaveLength(512);
  });

  it('reports the error of each try of a statement that PostgreSQL refuses', async () => {
    const refused = async () => database.query('SELECT $1::int FROM missing', [1]);
    await expect(refused()).rejects.toThrow('relation "missing" does not exist');
    await expect(refused()).rejects.toThrow('relation "missing" does not exist');
    await database.query('CREATE TABLE missing (id int)');
    expect(await refused()).toEqual([]);
  });

  it.each([
    ['a migration has changed the type of a column', 'ALTER TABLE things ALTER id TYPE text'],
    ['the server has dropped all prepared statements', 'DEALLOCATE ALL'],
  ])('fails one statement at most after %s, and prepares it anew', async (_when, change) => {
    const text = 'SELECT id FROM things WHERE id::text = $1';
    await database.query('CREATE TABLE things AS SELECT 1 AS id');
    expect(await database.query(text, ['1'])).toEqual([{ id: 1 }]);
    await database.query(change);
    await expect(database.query(text, ['1'])).rejects.toThrow(/cached plan must not change|does not exist/);
    expect(await database.query(text, ['1'])).toHaveLength(1);
  });
});
