import { pino } from 'pino';
import { Client } from 'pg';
import { openDatabase } from '../../../models/openDatabase';
import { migrate } from '../../../models/database/migrate';
import type { Migration } from '../../../models/migrations/Migration';
import { createDatabase } from '../../support/servers/database';
import { until } from '../../support/until';
import { useEach, useStopping } from '../../support/use';

/** A table of the service that callers use, as its migrations have left it. */
const table: Migration = {
  name: '9000-table',
  up: 'CREATE TABLE letters (id bigint GENERATED ALWAYS AS IDENTITY, body text NOT NULL)',
  down: 'DROP TABLE letters',
};
const indexes: Migration = {
  name: '9001-indexes',
  indexes: [
    { name: 'letters_by_body', on: 'ON letters (body)' },
    { name: 'letters_once', isUnique: true, on: 'ON letters (id) WHERE id > 0' },
  ],
};
const column: Migration = {
  name: '9002-column',
  up: 'ALTER TABLE letters ADD COLUMN sender text',
  down: 'ALTER TABLE letters DROP COLUMN sender',
};
const slow: Migration = { name: '9003-slow', up: 'LOCK TABLE letters IN SHARE MODE; SELECT pg_sleep(600)', down: '' };

const database = useEach(createDatabase);
const stopping = useStopping();
const run = async (...all: Migration[]) => migrate(database.sequelize, 'up', 1, all);

beforeEach(async () => {
  await run(table);
  await write();
});

const write = async (client: Pick<Client, 'query'> = { query: async (sql: string) => database.query(sql) } as never) =>
  client.query("INSERT INTO letters (body) VALUES ('Ahoy')");
const found = async () =>
  database.query<{ name: string; valid: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
     WHERE indrelid = 'letters'::regclass ORDER BY 1`,
  );
const applied = async () =>
  (await database.query<{ name: string }>("SELECT name FROM schema_migrations WHERE name > '9' ORDER BY 1")).map(
    ({ name }) => name,
  );
const whole = [
  { name: 'letters_by_body', valid: true },
  { name: 'letters_once', valid: true },
];

/** A caller whose transaction has written, and is not over. */
async function openCaller() {
  // The end of the database ends it, too.
  const client = new Client(database.url).on('error', () => undefined);
  await client.connect();
  stopping({ stop: async () => client.end() });
  await client.query('BEGIN');
  await write(client);
  return client;
}

/** Another connection with a life of its own, as another process has it. */
function openOther() {
  const other = openDatabase({ url: database.url, poolSize: 3, logger: pino({ level: 'silent' }) });
  stopping({ stop: async () => other.close() });
  return other;
}

const untilBuilding = async () => until(async () => (await found()).some(({ valid }) => !valid));
/** Ends the connection that builds, as the death of its machine does. */
const killBuilder = async () =>
  database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%INDEX CONCURRENTLY%' AND pid <> pg_backend_pid()",
  );

describe('indexes', () => {
  it('are built while callers write', async () => {
    const caller = await openCaller();
    const migrated = run(table, indexes);
    await untilBuilding();
    // The build waits for the caller, and no caller waits for the build.
    for (let written = 0; written < 20; written += 1) await write();
    await write(caller);
    expect(await applied()).toEqual(['9000-table']);
    await caller.query('COMMIT');

    expect(await migrated).toEqual(['9001-indexes']);
    expect([await found(), await applied()]).toEqual([whole, ['9000-table', '9001-indexes']]);
  });

  it('that a killed process has left half built are built anew', async () => {
    const caller = await openCaller();
    const killed = run(table, indexes);
    killed.catch(() => undefined);
    await untilBuilding();
    await killBuilder();
    await expect(killed).rejects.toThrow(/terminat/i);
    expect([await found(), await applied()]).toEqual([[{ name: 'letters_by_body', valid: false }], ['9000-table']]);
    await caller.query('COMMIT');

    expect(await run(table, indexes)).toEqual(['9001-indexes']);
    expect(await found()).toEqual(whole);
  });

  it('that are there already are kept, where only the record was lost', async () => {
    await run(table, indexes);
    await database.query("DELETE FROM schema_migrations WHERE name = '9001-indexes'");
    const before = await database.query("SELECT 'letters_by_body'::regclass::oid AS oid");
    expect(await run(table, indexes)).toEqual(['9001-indexes']);
    expect(await database.query("SELECT 'letters_by_body'::regclass::oid AS oid")).toEqual(before);
  });

  it('are built once when several processes begin, and each step has one that reports it', async () => {
    const others = [openOther(), openOther(), openOther()];
    const done = await Promise.all(others.map(async (other) => migrate(other, 'up', 1, [table, indexes, column])));
    expect(done.flat().toSorted()).toEqual(['9001-indexes', '9002-column']);
    expect(await found()).toEqual(whole);
  });

  it('are taken back', async () => {
    await run(table, indexes, column);
    expect(await migrate(database.sequelize, 'down', 2, [table, indexes, column])).toEqual([
      '9002-column',
      '9001-indexes',
    ]);
    expect([await found(), await applied()]).toEqual([[], ['9000-table']]);
  });
});

describe('statements', () => {
  it('wait for the lock of a table only so long that callers behind them pass, and are tried again', async () => {
    const caller = await openCaller();
    const migrated = run(table, column);
    await until(async () => {
      const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'letters'::regclass AND NOT granted";
      return (await database.query(waiting)).length > 0;
    });
    // They stand behind the migration, which gives way while the caller's transaction goes on.
    for (let written = 0; written < 3; written += 1) await write();
    expect(await applied()).toEqual(['9000-table']);
    await caller.query('COMMIT');

    expect(await migrated).toEqual(['9002-column']);
  });

  it('that lock a table in use for over a second are refused, and callers go on', async () => {
    const refused = run(table, slow);
    refused.catch(() => undefined);
    const locked = "SELECT 1 FROM pg_locks WHERE relation = 'letters'::regclass AND mode = 'ShareLock' AND granted";
    await until(async () => (await database.query(locked)).length > 0);
    await write();

    await expect(refused).rejects.toThrow(
      /^9003-slow locks letters for over 1000 ms while it is in use, so it was not applied/,
    );
    expect(await applied()).toEqual(['9000-table']);
  });

  it('may take their time where nobody uses the table, or nobody is kept from writing', async () => {
    await database.query('TRUNCATE letters');
    const long = 'SELECT pg_sleep(1.5)';
    const empty = { name: '9004-empty', up: `LOCK TABLE letters IN ACCESS EXCLUSIVE MODE; ${long}`, down: '' };
    expect(await run(table, empty)).toEqual(['9004-empty']);
    await write();
    const filled = { name: '9005-filled', up: `UPDATE letters SET body = 'Land'; ${long}`, down: '' };
    expect(await run(table, empty, filled)).toEqual(['9005-filled']);
  });
});
