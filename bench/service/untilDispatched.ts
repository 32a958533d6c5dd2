import { z } from 'zod';
import { until } from '../tools/until';
import { withDatabase } from '../tools/withDatabase';

/** The relay carries out the API's orders within this time. */
const limitMs = 300_000;

const Left = z.object({ count: z.coerce.number() });

/**
 * Resolves when all orders to Temporal have been handed over, so that they do not disturb the next measurement.
 * @param count of the orders, for a machine that hands over no more than ten a second
 */
export async function untilDispatched(databaseUrl: string, count = 0): Promise<void> {
  let left = 0;
  await withDatabase(databaseUrl, async (client) => {
    const isDone = async (): Promise<true | undefined> => {
      const { rows } = await client.query('SELECT count(*) FROM public.outbox WHERE dispatched_at IS NULL');
      left = Left.parse(rows[0]).count;
      return left === 0 || undefined;
    };
    const complaint = () => `${left} assignments are still not handed to Temporal`;
    await until(isDone, { limitMs: limitMs + count * 100, pollMs: 200, complaint });
  });
}
