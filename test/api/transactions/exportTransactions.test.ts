import { createServer } from 'node:http';
import type { QueryOptions } from 'sequelize';
import { sendParts } from '../../../api/http/body/parts';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { startServer } from '../../support/servers/server';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { fillLedger } from './ledgerRows';

const app = useApp();
const stopping = useStopping();
/** More bytes than the buffers between the service and a caller take: 30 MB. */
const [count, width] = [30_000, 900];
const owner = use(async () => {
  const user = await buildUser(app);
  await fillLedger(app.database, user.workspaceId, count, width);
  return user;
});
const header = 'id,type,credits,amount,balanceAfter,operation,assignmentId,userId,description,createdAt';

async function open(query = '', signal?: AbortSignal): Promise<Response> {
  return fetch(`${app.url}/api/v1/console/transactions/export${query}`, {
    headers: { authorization: `Bearer ${owner.token}` },
    ...(signal && { signal }),
  });
}

/** The open statements and transactions of the service, but for this query. */
const openStatements = async () =>
  app.database.query(
    `SELECT state, query FROM pg_stat_activity
     WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
/** How many batches of the ledger were read so far. */
let batches = 0;
beforeAll(() => {
  const { sequelize } = app.database;
  const query = sequelize.query.bind(sequelize);
  // Sequelize has no other place in which each statement is seen.
  Object.defineProperty(sequelize, 'query', {
    value: async (sql: string, options: QueryOptions) => {
      if (sql.includes('"placedAt"')) batches += 1;
      return query(sql, options);
    },
  });
});

it('has each transaction once, newest first, with the fields of the list', async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
  const lines = (await response.text()).split('\r\n');
  expect([lines[0], lines.at(-1)]).toEqual([header, '']);
  const rows = lines.slice(1, -1).map((line) => line.split(','));
  expect(new Set(rows.map(([id]) => id)).size).toBe(count + 1);
  const numbers = rows.slice(1).map((row) => Number(/^'=entry (\d+)\.+$/.exec(row[8]!)?.[1]));
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => count - index));
  expect(rows[0]!.slice(1, 9)).toEqual(['grant', '500', '500', '500', '', '', '', 'Credits of the cycle']);
});

it('has a time alone, where one is asked for', async () => {
  const lines = (await (await open('?dateFrom=2026-01-02')).text()).split('\r\n');
  expect(lines).toHaveLength(3);
  expect((await (await open('?dateTo=2026-01-01')).text()).split('\r\n')).toEqual([header, '']);
  expect((await open('?dateFrom=soon')).status).toBe(400);
});

it('reads no further than its reader, and holds nothing open meanwhile; a reader who goes away ends it', async () => {
  const [before, inAll] = [batches, count / 2000];
  const aborting = new AbortController();
  const response = await open('', aborting.signal);
  const reader = response.body!.getReader();
  await reader.read();
  let last = -1;
  const read = await until(async () => {
    const isStill = batches === last && (await openStatements()).length === 0;
    last = batches;
    return isStill && batches - before;
  });
  expect(read).toBeLessThan(inAll / 2);
  aborting.abort();
  await reader.read().catch(() => undefined);
  await until(async () => (await openStatements()).length === 0);
  expect(batches - before - read).toBeLessThanOrEqual(1);
  expect(app.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

describe('a body that is made while it is sent', () => {
  /** Answers with these parts. @returns the text or error of the caller, and the errors of the sender */
  async function answered(parts: () => AsyncGenerator<string>) {
    const thrown: unknown[] = [];
    const server = createServer((_request, response) => {
      sendParts(response, parts()).catch((error: unknown) => thrown.push(error));
    });
    const { url } = stopping(await startServer(server));
    const received = await fetch(url)
      .then(async (response) => response.text())
      .catch((error: unknown) => error);
    return { thrown, received };
  }

  it('that fails is cut: nothing incomplete looks whole', async () => {
    const failure = new Error('the database is down');
    const { thrown, received } = await answered(async function* () {
      yield 'first';
      throw failure;
    });
    expect(String(received)).toMatch(/^TypeError: (terminated|fetch failed)$/);
    expect(thrown).toEqual([failure]);
  });

  it('ends where the caller goes away: no other part is asked for', async () => {
    const seen = { parts: 0, hasEnded: false };
    const server = createServer((_request, response) => {
      const parts = async function* () {
        try {
          for (;;) {
            seen.parts += 1;
            yield 'x'.repeat(100_000);
          }
        } finally {
          seen.hasEnded = true;
        }
      };
      void sendParts(response, parts());
    });
    const { url } = stopping(await startServer(server));
    const aborting = new AbortController();
    const response = await fetch(url, { signal: aborting.signal });
    await response.body!.getReader().read();
    aborting.abort();
    await until(() => seen.hasEnded);
    expect(seen.parts).toBeGreaterThan(0);
  });

  it('is whole where nothing fails', async () => {
    const { thrown, received } = await answered(async function* () {
      yield 'first,';
      yield 'second';
    });
    expect([received, thrown]).toEqual(['first,second', []]);
  });
});
