import type { Client } from 'pg';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { backendsOf } from '../../measure/backendsOf';
import type { Meter } from '../../measure/pagesRead';
import { countStatements, logStatements } from '../../measure/statementLog';
import { median } from '../../measure/statistics';
import { runSchedule } from '../../service/runSchedule';
import type { TunedService } from '../../service/startTuned';
import { until } from '../../tools/until';
import { withDatabase } from '../../tools/withDatabase';
import { addExpired, checkRemoved } from './expired';
import type { Owner } from './made';

/** So many runs have to be looked at in a pass of the reconciler. */
const suspects = 200;
const passes = 3;
const patience = { limitMs: 600_000, pollMs: 100 };

const readPass = `SELECT took_ms AS "tookMs", (result->>'looked')::integer AS looked FROM minute_tasks
  WHERE name = 'reconcile' AND asked_at IS NULL AND began_at > $1 AND ended_at > began_at`;
const Pass = z.object({ tookMs: z.coerce.number(), looked: z.int() });

/**
 * Lets the reconciler look at as many runs as at each other size.
 * @returns the milliseconds that a pass took, as the worker notes them, and the cost of a pass
 */
export async function reconcile({ databaseUrl, admin }: TunedService, { workspaceId }: Owner, meter: Meter) {
  return withDatabase(databaseUrl, async (client) => {
    const ids = await makeSuspect(client, workspaceId);
    const took: number[] = [];
    const costs: number[] = [];
    for (let pass = 0; pass < passes; pass += 1) {
      const askedAt = (await client.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]?.now;
      const ended = async () => (await client.query(readPass, [askedAt])).rows.map((row) => Pass.parse(row))[0];
      const complaint = () => 'the reconciler does not come to an end';
      const [{ tookMs, looked }, cost] = await meter(async () => {
        await admin(['housekeeping', 'run', 'reconcile'], {});
        return until(ended, { ...patience, complaint });
      });
      if (looked < ids.length) throw new Error(`of ${ids.length} runs the reconciler has looked at ${looked}`);
      took.push(tookMs);
      costs.push(cost);
    }
    await client.query(
      `UPDATE assignments SET next_at = scheduled_at - interval '10 minutes', updated_at = now() WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    return [{ reconcileMs: median(took) }, median(costs)] as const;
  });
}

/** Lets runs that wait count as due since a while, and as started long ago. @returns the ids of their assignments */
async function makeSuspect(client: Client, workspaceId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `UPDATE assignments SET next_at = now() - interval '1 second', updated_at = now() - interval '1 hour' WHERE id IN (
       SELECT id FROM assignments WHERE workspace_id = $1 AND next_work IS NOT NULL AND next_at > now() + interval '100 days'
       LIMIT ${suspects})
     RETURNING id`,
    [workspaceId],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    `UPDATE outbox SET dispatched_at = now() - interval '1 hour' WHERE subject_id = ANY($1::uuid[]) AND dispatched_at > now() - interval '1 hour'`,
    [ids],
  );
  return ids;
}

/**
 * Lets a clean-up remove the same rows as at each other size.
 * @returns its milliseconds, the statements of the worker meanwhile, and its cost, without that of the rows' making
 */
export async function cleanUp(workshop: Workshop, service: TunedService, meter: Meter) {
  const { databaseUrl, workerPid } = service;
  await withDatabase(databaseUrl, addExpired);
  let [seconds, cost] = [Number.NaN, Number.NaN];
  const backends = await backendsOf(workerPid, databaseUrl);
  const log = await logStatements(workshop, databaseUrl, async () => {
    [seconds, cost] = await meter(async () => runSchedule(service, 'clean-up', 'cleanUp'));
    for (const pid of await backendsOf(workerPid, databaseUrl)) backends.add(pid);
  });
  await withDatabase(databaseUrl, checkRemoved);
  const cleanUpStatements = countStatements(log, backends);
  return [{ cleanUpMs: Math.round(seconds * 1000), cleanUpStatements }, cost] as const;
}

/** Lets the daily pass of the reconciler look at the run of every assignment that waits. @returns its seconds */
export async function reconcileAll(service: TunedService): Promise<number> {
  return runSchedule(service, 'reconcile-all', 'reconcileAll');
}
