import express from 'express';
import type { Express, Request, Response } from 'express';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { insertRows, Assignment } from './insertRows';
import type { StartOf } from './startWorkflow';

const poolSize = 10;

/**
 * The plainest way to accept an assignment: Express reads JSON, `pg` inserts the rows in one transaction, statement by
 * statement, each prepared. The server authenticates no caller, and checks nothing.
 *
 *   POST /assignments           201 {id}
 *   POST /started-assignments   201 {id}, and a workflow is started, which the answer does not wait for
 *   GET /starts                 204 when no start is under way any more
 *
 * @param schema where in the database its tables are
 */
export function createServer({ databaseUrl, schema, workspaceId, start }: Setting): Express {
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize, options: `-c search_path=${schema}` });
  const starts = new Set<Promise<void>>();
  const app = express();
  app.use(express.json());

  async function accept(request: Request, response: Response): Promise<StartOf> {
    const id = uuidv7();
    const key = String(request.get('idempotency-key'));
    const assignment = { ...Assignment.parse(request.body), id, key, workspaceId, holdId: uuidv7() };
    const createdAt = await inTransaction(pool, async (client) => insertRows(client, assignment));
    response.status(201).json({ id, status: 'pending', createdAt });
    return assignment;
  }

  app.post('/assignments', async (request, response) => void (await accept(request, response)));
  app.post('/started-assignments', async (request, response) => {
    const starting: Promise<void> = start(await accept(request, response)).finally(() => starts.delete(starting));
    starts.add(starting);
  });
  app.get('/starts', async (_request, response) => {
    await Promise.all(starts);
    response.status(204).end();
  });
  return app;
}

interface Setting {
  readonly databaseUrl: string;
  readonly schema: string;
  readonly workspaceId: string;
  readonly start: (assignment: StartOf) => Promise<void>;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
