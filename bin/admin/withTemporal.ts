import type { Client } from '@temporalio/client';
import { openClient, temporalAddress, withoutRetries } from '../../lib/temporal';

/**
 * Does work with a client of the Temporal of the settings, and closes its connection. The client repeats no call: a
 * connection that is closed in the middle of a repetition throws where no code can catch it.
 */
export async function withTemporal<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = openClient(temporalAddress(), withoutRetries);
  try {
    return await work(client);
  } finally {
    await client.connection.close();
  }
}
