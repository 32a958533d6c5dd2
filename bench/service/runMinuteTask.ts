import { z } from 'zod';
import { until } from '../tools/until';
import { withDatabase } from '../tools/withDatabase';

const patience = { limitMs: 600_000, pollMs: 50 };
const Ended = z.object({ tookMs: z.coerce.number() });

/**
 * Lets a minute task of the service run at once, as an operator does. Resolves when the run has ended.
 * @returns its seconds, as the worker notes them
 * @throws Error when it does not come to an end in ten minutes
 */
export async function runMinuteTask({ databaseUrl }: { databaseUrl: string }, name: string): Promise<number> {
  return withDatabase(databaseUrl, async (client) => {
    const ask = 'UPDATE minute_tasks SET asked_at = clock_timestamp() WHERE name = $1 RETURNING asked_at AS "askedAt"';
    const askedAt = (await client.query<{ askedAt: Date }>(ask, [name])).rows[0]?.askedAt;
    const read = `SELECT took_ms AS "tookMs" FROM minute_tasks
      WHERE name = $1 AND asked_at IS NULL AND began_at > $2 AND ended_at > began_at`;
    const ended = async () => (await client.query(read, [name, askedAt])).rows.map((row) => Ended.parse(row))[0];
    const complaint = () => `${name} does not come to an end`;
    return (await until(ended, { ...patience, complaint })).tookMs / 1000;
  });
}
