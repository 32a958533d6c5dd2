import { Client } from 'pg';
import type { Sample } from '../../Bench';

/** As many connections as the API has. */
export const lanes = 10;

/** Holds so many times on that many connections at once. @returns how many a second */
export async function holdInLanes(
  databaseUrl: string,
  count: number,
  hold: (client: Client, lane: number) => Promise<void>,
): Promise<Sample> {
  const clients = Array.from({ length: lanes }, () => new Client(databaseUrl));
  try {
    await Promise.all(clients.map(async (client) => client.connect()));
    let begun = 0;
    const beganAtMs = performance.now();
    const work = async (client: Client, lane: number): Promise<void> => {
      while (begun < count) {
        begun += 1;
        await hold(client, lane);
      }
    };
    await Promise.all(clients.map(work));
    const seconds = (performance.now() - beganAtMs) / 1000;
    return { heldPerSecond: Math.round((count * 10) / seconds) / 10 };
  } finally {
    await Promise.all(clients.map(async (client) => client.end()));
  }
}
