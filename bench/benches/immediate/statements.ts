import type { Sample, Workshop } from '../../Bench';
import { backendsOf } from '../../measure/backendsOf';
import { countStatements, logStatements } from '../../measure/statementLog';
import type { Publisher } from '../../service/publisher';
import { until } from '../../tools/until';
import { withDatabase } from '../../tools/withDatabase';

const pace = { concurrency: 10 };
const limitMs = 60_000;

/**
 * Publishes so many at once, and counts the statements that API and worker send to the database for each, by the
 * database's own log. Their relays look for work each second meanwhile. That is less than one statement for each
 * publication, and cut off.
 */
export async function countEach(workshop: Workshop, publisher: Publisher, count: number): Promise<Sample> {
  const { service, ask, untilPublished } = publisher;
  const { databaseUrl } = service;
  // A connection that is new begins with statements of its own.
  await untilPublished(await ask('Before', count, pace));
  const backends = { worker: new Set<number>(), API: new Set<number>() };
  const note = async (): Promise<void> => {
    for (const pid of await backendsOf(service.workerPid, databaseUrl)) backends.worker.add(pid);
    for (const pid of await backendsOf(service.apiPid, databaseUrl)) backends.API.add(pid);
  };
  await note();
  let ids: string[] = [];
  const log = await logStatements(workshop, databaseUrl, async () => {
    ids = await ask('Statements', count, pace);
    // Asking the API would cost it statements.
    await untilWritten(databaseUrl, ids);
    await note();
  });
  await untilPublished(ids);
  const each = (pids: ReadonlySet<number>): number => Math.floor(countStatements(log, pids) / count);
  return { worker: each(backends.worker), API: each(backends.API) };
}

async function untilWritten(databaseUrl: string, ids: readonly string[]): Promise<void> {
  const text = `SELECT 1 FROM assignments WHERE id = ANY($1::uuid[]) AND status = 'published'`;
  await withDatabase(databaseUrl, async (client) => {
    const areAll = async () => (await client.query(text, [ids])).rowCount === ids.length || undefined;
    await until(areAll, { limitMs, pollMs: 200, complaint: () => `${ids.length} posts were not published in time` });
  });
}
