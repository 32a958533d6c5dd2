import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { useApp } from '../../support/callers/app';
import { poolSizeDefault } from '../../support/servers/database';
import { buildUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { useStopping } from '../../support/use';

const app = useApp();
const stopping = useStopping();
const someMs = 300;

/** A connection of its own, whose transaction blocks all reads of the sums of statistics until its rollback. */
async function holdStatistics() {
  const client = new Client(app.database.url);
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE daily_statistics');
  const waiting = `SELECT count(*)::int AS count FROM pg_locks
                   WHERE relation = 'daily_statistics'::regclass AND NOT granted`;
  return stopping({
    waitingCount: async () => (await client.query<{ count: number }>(waiting)).rows[0]!.count,
    release: async () => client.query('ROLLBACK'),
    stop: async () => client.end(),
  });
}

it('statistics that many ask for at once take a part of the pool, and other requests go on', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, async () => buildUser(app)));
  const stuck = await holdStatistics();
  const pages = ['overview', 'compare', 'analytics'];
  const asked = Array.from({ length: 2 * poolSizeDefault }, async (_none, nth) =>
    people[nth % people.length]!.call('GET', `/api/v1/console/stats/${pages[nth % pages.length]}`),
  );
  await until(async () => (await stuck.waitingCount()) >= 4);
  await delay(someMs);
  const other = await people[0]!.call('GET', '/api/v1/auth/me');
  expect([await stuck.waitingCount(), other]).toEqual([4, expect.objectContaining({ status: 200 })]);
  await stuck.release();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
});
