import express from 'express';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { QueryTypes } from 'sequelize';
import { answerErrors } from '../../../api/http/answerErrors';
import type { Transaction } from '../../../models/database';
import { useDatabase } from '../../support/database';
import { until } from '../../support/until';

let server: Server;

/** Does its work in a transaction whose connection is lost before the statement that is asked for. */
async function loseConnection(statement: string): Promise<void> {
  const { sequelize } = database;
  await sequelize.transaction(async (transaction: Transaction) => {
    const [session] = await sequelize.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', {
      type: QueryTypes.SELECT,
      transaction,
    });
    await database.query('SELECT pg_terminate_backend($1)', [session?.pid]);
    const rest = 'SELECT 1 FROM pg_stat_activity WHERE pid = $1';
    await until(async () => (await database.query(rest, [session?.pid])).length === 0);
    await sequelize.query(statement, { transaction });
  });
}

const database = useDatabase();
beforeAll(async () => {
  const app = express();
  app.get('/:statement', async (request) => loseConnection(request.params.statement));
  app.use(answerErrors(pino({ enabled: false })) as express.ErrorRequestHandler);
  server = app.listen(0, '127.0.0.1');
  await until(() => server.listening);
});
afterAll(async () => {
  server.close();
});

it('a connection to the database that is lost between two statements is no fault of ours: 503, and when to try again', async () => {
  const { port } = server.address() as { port: number };
  const response = await fetch(`http://127.0.0.1:${port}/${encodeURIComponent('SELECT 1')}`);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toEqual({ error: 'UNAVAILABLE', message: expect.any(String), details: {} });
});

it.each(['Client has encountered a connection error and is not queryable', 'Connection terminated unexpectedly'])(
  'nor is one that is lost while it is opened, which the driver tells in words: %s',
  async (words) => {
    const app = express();
    app.get('/', () => Promise.reject(new Error(words)));
    app.use(answerErrors(pino({ enabled: false })) as express.ErrorRequestHandler);
    const own = app.listen(0, '127.0.0.1');
    await until(() => own.listening);
    const { port } = own.address() as { port: number };
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503);
    own.close();
  },
);
