import { relayAll } from '../../bench/baseline/uploads/relayAll';
import { createPlatform } from '../../bench/baseline/uploads/slowPlatform';
import { useServer } from '../support/servers/server';
import type { TestServer } from '../support/servers/server';
import { until } from '../support/until';

const sizeBytes = 4 * 1024 ** 2;
const server: TestServer = useServer(createPlatform(() => server.url, sizeBytes));

interface Report {
  stalledCount: number;
  receivedCount: number;
  hashes: string[];
  sha256: string;
}
const report = async () => (await (await fetch(`${server.url}/run`)).json()) as Report;
const begin = async (stallAtBytes: number | null) =>
  fetch(`${server.url}/run`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stallAtBytes }),
  });

it('stalls uploads in the middle until all are in flight, and takes them whole when it lets go', async () => {
  await begin(64 * 1024);
  const relaying = relayAll({ url: server.url, count: 5 });
  await until(async () => (await report()).stalledCount === 5);
  expect(await report()).toMatchObject({ stalledCount: 5, receivedCount: 0 });
  await fetch(`${server.url}/run`, { method: 'POST' });
  const { idleBytes, peakBytes } = await relaying;
  expect(peakBytes).toBeGreaterThanOrEqual(idleBytes);
  const { receivedCount, hashes, sha256 } = await report();
  expect({ receivedCount, hashes }).toEqual({ receivedCount: 5, hashes: [sha256] });
});

it('stalls none when it was not asked to', async () => {
  await begin(null);
  await relayAll({ url: server.url, count: 2 });
  expect(await report()).toMatchObject({ stalledCount: 0, receivedCount: 2 });
});
