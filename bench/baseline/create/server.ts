import express from 'express';
import type { Express } from 'express';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { insertRows } from './insertRows';

const Job = z.object({
  connectionId: z.string(),
  type: z.string(),
  mediaUrl: z.string(),
  payload: z.record(z.string(), z.unknown()),
  scheduledAt: z.string(),
});
export type Job = z.infer<typeof Job>;

const poolSize = 10;

/**
 * The plainest way to accept a job: Express reads JSON, `pg` inserts the rows in one transaction, statement by
 * statement, each prepared. Nobody is authenticated, nothing is checked, nothing is handed on.
 *
 *   POST /assignments   201 {id}
 *
 * @param schema where in the database its tables are
 */
export function createServer(databaseUrl: string, schema: string, workspaceId: string): Express {
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize, options: `-c search_path=${schema}` });
  const app = express();
  app.use(express.json());
  app.post('/assignments', async (request, response) => {
    const id = uuidv7();
    const key = String(request.get('idempotency-key'));
    const job = { ...Job.parse(request.body), id, key, workspaceId, holdId: uuidv7() };
    const createdAt = await inTransaction(pool, async (client) => insertRows(client, job));
    response.status(201).json({ id, status: 'pending', createdAt });
  });
  return app;
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
