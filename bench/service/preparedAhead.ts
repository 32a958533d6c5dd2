import { z } from 'zod';
import { until } from '../tools/until';
import { withDatabase } from '../tools/withDatabase';

const Prepared = z.object({ count: z.coerce.number() });

/** The part of a request by which its post goes live at that time, with its media prepared at once. */
export function preparedAhead(scheduledAtMs: number) {
  return { scheduledAt: new Date(scheduledAtMs).toISOString(), prepareAheadSeconds: 86_400 };
}

/**
 * Resolves when so many posts are prepared and nothing is left of each but the call that makes it public. The API shows
 * `uploaded` some moments earlier, so that the row is asked.
 * @throws Error when they are not by that time, in milliseconds since 1970
 */
export async function untilPrepared(databaseUrl: string, count: number, byMs: number): Promise<void> {
  let prepared = 0;
  await withDatabase(databaseUrl, async (client) => {
    const isDone = async (): Promise<true | undefined> => {
      const { rows } = await client.query(
        `SELECT count(*) FROM assignments WHERE next_work IS NOT NULL AND coalesce(next_at, '-infinity') < now() + interval '1 hour'
           AND status = 'uploaded' AND prepared_at IS NOT NULL AND preparation_error IS NULL`,
      );
      prepared = Prepared.parse(rows[0]).count;
      return prepared === count || undefined;
    };
    const complaint = () => `${prepared} of ${count} posts were prepared in time`;
    await until(isDone, { limitMs: byMs - Date.now(), pollMs: 200, complaint });
  });
}
