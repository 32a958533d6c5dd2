import { pino } from 'pino';
import { openDatabase } from '../../../models/openDatabase';
import { migrate } from '../../../models/database/migrate';
import { migrations } from '../../../models/migrations/index';
import { isMigrated } from '../../../models/database/schemaVersion';
import { createDatabase } from '../../support/servers/database';
import { useEach } from '../../support/use';
import { migrateBehind } from './migrateBehind';

const database = useEach(createDatabase);

const names = migrations.map(({ name }) => name);
const down = async () => migrate(database.sequelize, 'down', migrations.length);

/** Everything that the migrations make, in words. */
async function schema(): Promise<unknown> {
  const queries = [
    `SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity
     FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
    `SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`,
    `SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
    `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
    `SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace ORDER BY 1`,
  ];
  return Promise.all(queries.map(async (sql) => database.query(sql)));
}

const tables = async (): Promise<string[]> => {
  const found = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return found.map(({ name }) => name);
};

describe('the migrations', () => {
  it('are named in their order, once each', () => {
    expect(names).toEqual([...new Set(names)].sort());
  });

  it('up, down and up again leave the same schema', async () => {
    const before = await schema();
    expect(await down()).toEqual([...names].reverse());
    expect(await tables()).toEqual(['schema_migrations']);
    expect(await database.query(`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`)).toEqual([]);
    expect(await migrate(database.sequelize, 'up')).toEqual(names);
    expect(await schema()).toEqual(before);
  });

  it('find nothing to do the second time', async () => {
    expect(await migrate(database.sequelize, 'up')).toEqual([]);
  });

  it('run once when several processes begin at the same moment', async () => {
    await down();
    const processes = [1, 2, 3].map(() =>
      openDatabase({ url: database.url, poolSize: 2, logger: pino({ level: 'silent' }) }),
    );
    try {
      const done = await Promise.all(processes.map(async (sequelize) => migrate(sequelize, 'up')));
      expect(done.flat()).toEqual(names);
    } finally {
      await Promise.all(processes.map(async (sequelize) => sequelize.close()));
    }
  });

  it('leave nothing behind, and can be run again, when the last statement fails', async () => {
    await down();
    await database.query('CREATE TABLE failure_counts ()');
    await expect(migrate(database.sequelize, 'up')).rejects.toThrow('already exists');
    expect((await tables()).sort()).toEqual(['failure_counts', 'schema_migrations']);
    await database.query('DROP TABLE failure_counts');
    expect(await migrate(database.sequelize, 'up')).toEqual(names);
  });

  it('and their record are written both or neither', async () => {
    await down();
    await database.query('ALTER TABLE schema_migrations ADD CONSTRAINT none CHECK (false)');
    await expect(migrate(database.sequelize, 'up')).rejects.toThrow('violates check constraint');
    expect(await tables()).toEqual(['schema_migrations']);
  });

  it('need one connection', async () => {
    await down();
    const sequelize = openDatabase({ url: database.url, poolSize: 1, logger: pino({ level: 'silent' }) });
    try {
      expect(await migrate(sequelize, 'up')).toEqual(names);
    } finally {
      await sequelize.close();
    }
  });

  it('refuse a schema of an older version, and say what to do', async () => {
    await down();
    await database.query(`INSERT INTO schema_migrations (name) VALUES ('0001-spine'), ('0002-webhooks')`);
    const refusal = /older version \(0001-spine\).*`npm start -- --reset`/;
    await expect(migrate(database.sequelize, 'up')).rejects.toThrow(refusal);
    expect(await tables()).toEqual(['schema_migrations']);
  });

  it('wait for another process that migrates', async () => {
    await down();
    expect(await migrateBehind(database)).toEqual(names);
  });
});

describe('isMigrated', () => {
  it('says whether the schema has every migration that this code knows', async () => {
    expect(await isMigrated(database.sequelize)).toBe(true);
    await migrate(database.sequelize, 'down');
    expect(await isMigrated(database.sequelize)).toBe(false);
    await database.query('DROP TABLE schema_migrations');
    expect(await isMigrated(database.sequelize)).toBe(false);
  });

  it('says yes of a schema that a newer version has taken further, so that a rolling upgrade stops nobody', async () => {
    await database.query(`INSERT INTO schema_migrations (name) VALUES ('9999-of-a-newer-version')`);
    expect(await isMigrated(database.sequelize)).toBe(true);
  });
});
