import type { Client } from '@temporalio/client';

/**
 * Gives a call to Temporal so long, and then throws: its outcome is unknown. `withDeadline` alone lets a start hang for
 * 18 s while the server is away, because the client's retry wait ignores it; the race ends that.
 */
export async function withinDeadline<T>(client: Client, deadlineMs: number, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Temporal did not answer within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([client.withDeadline(Date.now() + deadlineMs, call), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
